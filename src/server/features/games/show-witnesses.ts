import { quorumOf } from '#core/fairness/tlog/policy'
import { sql } from 'kysely'
import { showWitnesses } from '#contract/console/witnesses'
import type { Output } from '#contract/endpoint'
import { toBase64 } from '#core/fairness/tlog/base64'
import type { Policy, Witness } from '#core/fairness/tlog/policy'
import { dayMs } from '#core/periods/schedule'
import type { Queryable } from '../../world/members/database.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { newestCheckpoint } from '../../services/fairness/public-log.ts'
import { countCloses, firstUnwitnessedMs } from '../../services/witnesses/witnessed-closes.ts'

type Answer = Output<typeof showWitnesses>
type Shown = NonNullable<Answer['policy']>['witnesses'][number]

export const showWitnessesHandler = handleRead(showWitnesses, async ({ db, nowMs, config, witnesses }) => {
  const { policy } = witnesses
  const head = await newestCheckpoint(db)
  const since = policy?.quorum ? await firstUnwitnessedMs(db) : null
  return {
    now: nowMs,
    policy: policy && { quorum: shownQuorum(policy), witnesses: await statesOf(db, policy) },
    newest: await newestClose(db),
    unwitnessed: since === null ? null : { since, betsStopAt: since + config.witnessPatienceMs },
    day: await countCloses(db, { policy, fromMs: nowMs - dayMs, untilMs: nowMs }),
    checkpoint: head && { size: head.size, root: toBase64(head.root) },
  }
})

function shownQuorum(policy: Policy) {
  const quorum = quorumOf(policy)
  return quorum && { needed: quorum.needed, members: [...quorum.members] }
}

/** The witnesses in the order of the policy. */
async function statesOf(db: Queryable, { witnesses }: Policy): Promise<Shown[]> {
  if (witnesses.length === 0) return []
  const keys = witnesses.map(({ key }) => key.name)
  const rows = await db.selectFrom('witness_state').selectAll().where('witness', 'in', keys).execute()
  return witnesses.map(({ name, key, url }) => {
    const row = rows.find(({ witness }) => witness === key.name)
    return {
      name,
      key: key.name,
      host: hostOf(url),
      cosigned: row?.cosigned_at ? { at: row.cosigned_at.getTime(), size: Number(row.size) } : null,
      delayMs: row?.delay_ms ?? null,
      failures: row?.failures ?? 0,
      failure: row?.failed_at && row.failure !== null ? { what: row.failure, at: row.failed_at.getTime() } : null,
    }
  })
}

/** The host alone: the rest of an address may be a secret between a witness and the site. */
function hostOf(url: Witness['url']): string | null {
  if (url === null) return null
  const host = URL.parse(url)?.host
  return host ? host : '?'
}

async function newestClose(db: Queryable): Promise<Answer['newest']> {
  const { rows } = await sql<{
    seq: bigint
    at: Date
    draw_id: string
    game: string
    issue: string
    is_witnessed: boolean
  }>`
    select seq, at, draw_id, game, issue, exists (select from witnessed_checkpoint where size > seq) as is_witnessed
    from (select seq, at, draw_id from log_record where type = 'close' order by seq desc limit 1) newest
    join period using (draw_id)`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    drawId: row.draw_id,
    game: row.game as NonNullable<Answer['newest']>['game'],
    issue: row.issue,
    closedAt: row.at.getTime(),
    index: Number(row.seq),
    isWitnessed: row.is_witnessed,
  }
}
