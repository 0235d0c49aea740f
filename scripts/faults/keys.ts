import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { BetLeaf } from '#core/fairness/bets'
import { parseReceipt, receiptProblem } from '#core/fairness/receipt'
import { logKey, verifyEd25519 } from '#core/fairness/signatures'
import { bet, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { changeSettings, digitalForm, money, paymentPassword, withdrawer } from '#server/testing/money'
import type { Spender } from '#server/testing/spends'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Row } from './row.ts'

const players = 10
const copies = 50
/** Each copy of these is another comparison of a password, so they are fewer than bets. */
const everyWithdrawal = 40
const everyWallet = 41

/** Fifty copies of a request at once, over HTTP, for so many keys: one effect each, and the same answer to all. */
export async function keys(count: number): Promise<Row[]> {
  const { stop } = await startTestCluster()
  const house = await openDrawHouse()
  await changeSettings(house, { withdrawals_per_day: '50' })
  const spenders: Spender[] = []
  while (spenders.length < players) spenders.push(await withdrawer(house, '5000.00'))
  const prove = proven(house)
  const kinds = { bet: 0, withdrawal: 0, wallet: 0 }
  let unlike = 0
  const used: string[] = []
  for (let at = 0; at < count; at++) {
    const kind = at % everyWithdrawal === 1 ? 'withdrawal' : at % everyWallet === 2 ? 'wallet' : 'bet'
    const key = randomUUID()
    const send = await prepared(spenders[at % players]!, kind, key)
    const answers = await Promise.allSettled(Array.from({ length: copies }, async () => asText(await send(), prove)))
    const failed = answers.find(({ status }) => status === 'rejected')
    const different = new Set(answers.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))))
    if (failed || different.size !== 1) {
      unlike++
      console.error(`${kind} ${key}`, [...different])
    }
    kinds[kind]++
    used.push(key)
  }
  const effects = await effectsOf(house, used)
  const spent = kinds.bet * 1_00 + kinds.withdrawal * 10_00
  const twice = effects.keys.filter((each) => each > 1).length
  const row = { keys: count, ...kinds, copies: count * copies, 'answered unlike': unlike, 'done twice': twice }
  const missing = count - effects.keys.length
  const holds = unlike + twice + missing === 0 && effects.spentCents === spent
  await house.close()
  await stop()
  return [{ what: `${copies} copies of each key at once`, ...row, 'not done': missing, holds }]
}

/** A repeated bet's receipt is signed anew, as a batch of one; what it proves must be the same, to the last byte. */
const asText = (answer: unknown, prove: (receipt: string) => BetLeaf) =>
  JSON.stringify(answer, (name, value: unknown) => {
    if (name === 'receipts') return (value as string[]).map(prove)
    return typeof value === 'bigint' ? String(value) : value
  })

/** Reads the bet that a receipt proves, and throws where it proves none. */
function proven({ app: { config } }: DrawHouse): (receipt: string) => BetLeaf {
  const key = logKey(config.logOrigin, config.operatorKey.reveal())
  return (text) => {
    const receipt = parseReceipt(text)
    const problem = receipt ? receiptProblem(receipt, [key], verifyEd25519) : 'receipt-unreadable'
    if (problem) throw new Error(problem)
    return receipt!.bet
  }
}

async function prepared(
  spender: Spender,
  kind: 'bet' | 'withdrawal' | 'wallet',
  key: string,
): Promise<() => Promise<unknown>> {
  const { walletId } = spender
  if (kind === 'wallet') {
    const form = digitalForm()
    return () => spender.call(addWallet, form, key)
  }
  if (kind === 'withdrawal') {
    return () => spender.call(requestWithdrawal, { walletId, amount: money('10.00'), paymentPassword }, key)
  }
  const period = await periodNow(spender, 'k3_10m')
  return () => bet(spender, period, { bets: ['k3.sum_big_small big 1.00'], key })
}

/** How often each key is in the books, and what was spent in all. */
async function effectsOf({ app }: DrawHouse, used: readonly string[]) {
  const { rows } = await sql<{ times: bigint }>`
    select count(*) as times from (
      select key from bet union all select id from withdrawal union all select id from wallet) done
    where key = any(${used}::uuid[]) group by key`.execute(app.db.query)
  const { rows: spent } = await sql<{ cents: bigint }>`
    select coalesce(-sum(amount), 0)::bigint as cents from entry
    join transfer on transfer.number = transfer_number join account on account.id = account_id
    where kind in ('bet', 'withdrawal_asked') and ref like 'player:%:available'`.execute(app.db.query)
  return { keys: rows.map(({ times }) => Number(times)), spentCents: Number(spent[0]!.cents) }
}
