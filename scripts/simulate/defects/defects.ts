/** A change of one source file: the text to find, which must be there exactly once, and the text to put in its place. */
type Edit = { readonly file: string; readonly find: string; readonly put: string }

/** A defect that the simulator must find, as changes of the sources. */
export type Defect = { readonly name: string; readonly edits: readonly Edit[] }

const placing = 'src/server/db/schema/functions/place_bets.sql'
const settling = 'src/server/db/schema/functions/settle_bets.sql'
const deciding = 'src/server/features/withdrawals/decide-withdrawal.ts'
const drawing = 'src/server/features/draws/draw-period.ts'
const checking = 'src/server/services/beacon/bls-worker.ts'

/** Put back one at a time; none of them is in the sources. */
export const defects: readonly Defect[] = [
  {
    name: 'lost refund',
    edits: [
      {
        file: deciding,
        find: `  await post(tx, { id: derivedId(input.id, 'settled'), kind: 'withdrawal_rejected', postings, atMs: nowMs })\n`,
        put: '  void postings\n',
      },
    ],
  },
  {
    name: 'double payout',
    edits: [
      {
        file: settling,
        find: 'else case when winning.won > 0 then stake * odds / 100 * winning.won else',
        put: 'else case when winning.won > 0 then 2 * stake * odds / 100 * winning.won else',
      },
    ],
  },
  {
    name: 'late bet',
    edits: [
      { file: placing, find: 'and opens_at <= moment and moment < closes_at then', put: 'and opens_at <= moment then' },
      {
        file: 'src/server/features/bets/placing/place-bets.ts',
        find: 'if (nowMs < opensAtMs || nowMs >= closesAtMs || beacon.fences(round))',
        put: 'if (nowMs < opensAtMs || beacon.fences(round))',
      },
    ],
  },
  {
    name: 'reused beacon',
    edits: [
      {
        file: drawing,
        find: 'asked.map(([round]) => rounds.fetch(round))',
        put: 'asked.map(([round]) => rounds.fetch(round - 1))',
      },
      {
        file: drawing,
        find: 'if (beacon.round !== period.round) throw',
        put: 'if (beacon.round > period.round) throw',
      },
    ],
  },
  {
    name: 'relay believed without its signature',
    edits: [
      {
        file: checking,
        find: `import { parentPort } from 'node:worker_threads'\n`,
        put: `import { createHash } from 'node:crypto'\nimport { parentPort } from 'node:worker_threads'\n`,
      },
      {
        file: checking,
        find: '  return check(known, task.beacon)\n',
        put: `  const randomness = createHash('sha256').update(Buffer.from(task.beacon.signature, 'hex')).digest('hex')\n  return { ok: true as const, randomness }\n`,
      },
    ],
  },
  {
    name: 'unbalanced posting',
    edits: [
      {
        file: 'src/core/ledger/cash.ts',
        find: `    { from, to: 'house:fees', amount: split.fee },\n`,
        put: '',
      },
    ],
  },
  {
    name: 'sum read before its lock',
    edits: [
      {
        file: 'src/server/features/withdrawals/request-withdrawal.ts',
        find: 'const player = await lockPlayer(tx, caller.playerId)',
        put: `const player = await tx.selectFrom('player').selectAll().where('id', '=', caller.playerId).executeTakeFirstOrThrow()`,
      },
    ],
  },
  {
    name: 'key that outlives its answer',
    edits: [
      {
        file: 'src/server/edges/http/once.ts',
        find: 'const taken = await tx\n',
        put: 'const taken = await app.db.query\n',
      },
    ],
  },
  {
    name: 'repeat order placed twice on one draw',
    edits: [
      {
        file: 'src/server/db/schema/functions/place_repeat_order.sql',
        find: 'update repeat_order set current_period = null, claim_key = null, claimed_until = null,',
        put: 'update repeat_order set claimed_until = null,',
      },
    ],
  },
  {
    name: 'withdrawal released twice',
    edits: [
      {
        file: deciding,
        find: `await post(tx, { id: derivedId(input.id, 'settled'), kind: 'withdrawal_passed', postings, atMs: nowMs })`,
        put: `await post(tx, { id: crypto.randomUUID(), kind: 'withdrawal_passed', postings, atMs: nowMs })`,
      },
      {
        file: 'src/server/features/reviews/lock-review.ts',
        find: `return refusal ? context.refuse(refusal as 'review_not_taken') : review`,
        put: `return refusal === 'review_not_taken' ? context.refuse(refusal) : review`,
      },
    ],
  },
  {
    name: 'frozen account that bets',
    edits: [
      {
        file: placing,
        find: `where id = any (players) and (status <> 'normal' or excluded_until > moment);`,
        put: `where id = any (players) and excluded_until > moment;`,
      },
    ],
  },
]
