import type { Client } from 'pg'
import { type ListName, lists } from '#contract/console/work/lists'
import { fieldsOf } from '#contract/console/work/list-calls'
import { parseCents } from '#core/money/cents'

/** A list as it is asked for, and what is special about it. */
export type Asked = { readonly says: string; readonly input: Readonly<Record<string, unknown>> }

/** Every sort in both directions, every filter alone with a value of many rows and one of few, and all filters together. */
export async function everyFilter(owner: Client, name: ListName, nowMs: number): Promise<Asked[]> {
  const list = lists[name]
  const sorts = list.sorts.flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ says: `${sort} ${order}`, input: { sort, order } })),
  )
  const { many, few } = await valuesOf(owner, name, nowMs)
  const single = Object.entries(list.filters).flatMap(([filter, declared]) =>
    [
      { says: `${filter}, many`, given: many[filter] },
      { says: `${filter}, few`, given: few[filter] },
    ].flatMap(({ says, given }) => {
      if (given === undefined) return []
      const fields = fieldsOf(filter, declared)
      const input = Array.isArray(given)
        ? Object.fromEntries(fields.map((field, at) => [field, given[at]]))
        : { [filter]: given }
      return list.sorts.map((sort) => ({ says: `${says}, by ${sort}`, input: { ...input, sort } }))
    }),
  )
  const together = single.filter(({ says }) => says.includes('many') && says.endsWith(list.sorts[0]!))
  const all = { says: 'few: all filters together', input: Object.assign({}, ...together.map(({ input }) => input)) }
  return [...sorts, ...single, all]
}

type Values = Readonly<Record<string, unknown>>

/** A value of each filter that many rows have, and one that few have. */
async function valuesOf(owner: Client, name: ListName, nowMs: number): Promise<{ many: Values; few: Values }> {
  const hour = 3_600_000
  const cents = (text: string) => parseCents(text)!
  const money = { many: [cents('10.00'), cents('9000.00')], few: [cents('5000.00'), cents('5000.10')] }
  const time = { many: [nowMs - 700 * hour, nowMs - hour], few: [nowMs - 300 * hour, nowMs - 300 * hour + 60_000] }
  const { rows: found } = await owner.query<{ account: string; draw: string; play: string }>(`
    select 'listed7' as account, (select draw_id from betting join period on id = period_id where betting.bets > 0 limit 1) as draw,
      (select play from bet limit 1) as play`)
  const { account, draw, play } = found[0]!
  const usual = {
    many: { createdAt: time.many, decidedAt: time.many, amount: money.many, needsTwo: 'no', account: 'listed1' },
    few: { createdAt: time.few, decidedAt: time.few, amount: money.few, needsTwo: 'yes', account },
  }
  const own: Partial<Record<ListName, { many: Values; few: Values }>> = {
    deposits: {
      many: { country: 'VN', status: 'passed', rail: 'usdt', reviewer: 'listed1', reversed: 'no' },
      few: { country: 'IS', status: 'waiting', rail: 'bank', reviewer: 'nobody', reversed: 'yes' },
    },
    withdrawals: {
      many: { country: 'VN', status: 'passed', rail: 'digital', network: 'TRC20', reviewer: 'listed1' },
      few: { country: 'IS', status: 'waiting', rail: 'bank', network: 'ERC20', reviewer: 'nobody' },
    },
    certifications: {
      many: { status: 'passed', country: 'VN', document: 'passport', reviewer: 'listed1' },
      few: { status: 'waiting', country: 'IS', document: 'driving_licence', reviewer: 'nobody' },
    },
    conversations: {
      many: {
        state: 'closed',
        topic: 'top_up',
        language: 'vi',
        assignedTo: 'listed1',
        since: time.many,
        complaint: 'no',
      },
      few: {
        state: 'waiting',
        topic: 'complaint',
        language: 'fr',
        assignedTo: 'nobody',
        since: time.few,
        complaint: 'yes',
      },
    },
    players: {
      many: { status: 'normal', country: 'VN', language: 'vi', excluded: 'no', limited: 'no' },
      few: { status: 'staff', country: 'IS', language: 'fr', excluded: 'yes', limited: 'yes', inviter: 'listed1' },
    },
    bets: {
      many: { account: 'player1', game: 'k3_5m', drawsAt: time.many, stake: [cents('0.01'), cents('1000.00')], play },
      few: {
        game: 'lucky_airship',
        draw,
        drawsAt: time.few,
        stake: [cents('99999.00'), cents('99999.00')],
        play: 'nothing',
      },
    },
    actions: {
      many: { operator: 'listed1', capability: 'players.view', subject: 'player:', at: time.many },
      few: { operator: 'nobody', capability: 'nothing', subject: 'player:0000', at: time.few },
    },
  }
  return { many: { ...usual.many, ...own[name]!.many }, few: { ...usual.few, ...own[name]!.few } }
}
