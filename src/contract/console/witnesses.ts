import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DrawId } from '../play/draws.ts'
import { GameName } from '../play/games.ts'
import { Instant } from '../wire.ts'

const Witness = z.strictObject({
  /** Its name in the policy. */
  name: z.string(),
  /** The name of its key, which stands in its cosignatures. */
  key: z.string(),
  /** Where it is asked; null where the policy gives no address, so that it is not. */
  host: z.nullable(z.string()),
  /** Its last cosignature, by the site's clock, and the size of the log that it signed. */
  cosigned: z.nullable(z.strictObject({ at: Instant, size: z.int() })),
  /** How long that took. */
  delayMs: z.nullable(z.int()),
  /** In a row, since its last cosignature. */
  failures: z.int(),
  /** The last failure, also where it has cosigned since. */
  failure: z.nullable(z.strictObject({ what: z.string(), at: Instant })),
})

export const showWitnesses = endpoint({
  method: 'GET',
  path: '/console/witnesses',
  summary: 'The witnesses of the public log: how each of them answers, and whether enough of them see draws close',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({}),
  output: z.strictObject({
    now: Instant,
    /** Null where the site asks no witnesses. */
    policy: z.nullable(
      z.strictObject({
        /** How many of which witnesses or groups are enough; null where nobody's word is needed. */
        quorum: z.nullable(z.strictObject({ needed: z.int(), members: z.array(z.string()) })),
        witnesses: z.array(Witness),
      }),
    ),
    /** The draw that closed last. */
    newest: z.nullable(
      z.strictObject({
        drawId: DrawId,
        game: GameName,
        issue: z.string(),
        closedAt: Instant,
        /** The number of its close record in the log: a log of a larger size has it. */
        index: z.int(),
        isWitnessed: z.boolean(),
      }),
    ),
    /** Since when draws close unwitnessed, and when that stops bets; null while enough witnesses sign, or where none is needed. */
    unwitnessed: z.nullable(z.strictObject({ since: Instant, betsStopAt: Instant })),
    /** The draws of the last 24 hours: those that closed, and those that enough witnesses saw close in time. */
    day: z.strictObject({ closed: z.int(), witnessed: z.nullable(z.int()) }),
    /** The newest checkpoint, its root as the signed note has it. */
    checkpoint: z.nullable(z.strictObject({ size: z.int(), root: z.string() })),
  }),
  refuses: [],
  limit: 'read',
})
