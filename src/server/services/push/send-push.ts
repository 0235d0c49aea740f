import type { Selectable } from 'kysely'
import webPush from 'web-push'
import { type PushKind, mayNotify } from '#core/rules/play/push'
import { sessionIdleMs } from '#core/rules/session'
import type { App } from '../../world/app.ts'
import type { PushMessage } from '../../world/members/tables.generated.ts'
import type { PushKeys } from '../../world/push-settings.ts'
import { giveBack, triesMost } from '../outbox/take-due.ts'
import { type Posting, postPush } from './post-push.ts'

type Message = Selectable<PushMessage>
type Sender = Pick<App, 'db' | 'clock' | 'log' | 'config'>

/** A browser whose endpoint has failed for so long, and never worked meanwhile, is given up. */
const failingMostMs = 7 * 24 * 3_600_000

/** Sends a notification that was taken from the outbox, or drops it where nobody is to be notified now. */
export async function sendPush(app: Sender, message: Message, posting: Omit<Posting, 'allowsLoopback'>): Promise<void> {
  const { push, pushesToLoopback } = app.config
  const target = await findTarget(app, message)
  if (!push || !target) return drop(app, message)
  const details = encrypted(message, { push, target, nowMs: app.clock.nowMs() })
  if (!details) return forget(app, target.id)
  try {
    const status = await postPush(details, { ...posting, allowsLoopback: pushesToLoopback })
    if (status === 404 || status === 410) return await forget(app, target.id)
    if (status >= 200 && status < 300) return await settle(app, message, target)
    await noteFailure(app, message, { target, failure: `it answers ${status}` })
  } catch (error) {
    // A node that stops has not learnt anything about the endpoint.
    if (posting.stopping.aborted) await giveBack(app, message)
    else await noteFailure(app, message, { target, failure: String(error) })
  }
}

/** Deletes the subscriptions of sessions that nobody has used for so long that they no longer hold. */
export async function forgetIdleBrowsers({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const idle = new Date(clock.nowMs() - sessionIdleMs.player)
  await db.query
    .deleteFrom('push_subscription')
    .using('session')
    .whereRef('session.id', '=', 'session_id')
    .where('session.seen_at', '<=', idle)
    .execute()
}

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>

/** The browser to notify; null if its session is over, or the player does not want it or has shut themselves out. */
async function findTarget({ db, clock }: Sender, { subscription_id: id, kind }: Message) {
  const nowMs = clock.nowMs()
  const row = await db.query
    .selectFrom('push_subscription as s')
    .innerJoin('session', 'session.id', 's.session_id')
    .innerJoin('player', 'player.id', 's.player_id')
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth', 's.failing_since', 'push_kinds', 'excluded_until'])
    .where('s.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.seen_at', '>', new Date(nowMs - sessionIdleMs.player))
    .executeTakeFirst()
  if (!row) return null
  const addressee = { wanted: row.push_kinds, excludedUntilMs: row.excluded_until?.getTime() ?? null }
  return mayNotify(kind as PushKind, addressee, nowMs) ? row : null
}

type Encrypting = { readonly push: PushKeys; readonly target: Target; readonly nowMs: number }

/** The signed and encrypted request. It says which kind of news there is and nothing else. Null if the browser's keys are no keys. */
function encrypted({ kind, expires_at }: Message, { push, target, nowMs }: Encrypting) {
  const { publicKey, privateKey, subject } = push
  const { endpoint, p256dh, auth } = target
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ kind }), {
      vapidDetails: { subject, publicKey, privateKey: privateKey.reveal() },
      TTL: Math.max(0, Math.ceil((expires_at.getTime() - nowMs) / 1_000)),
      urgency: 'normal',
      // A message that waits for a phone to be switched on is replaced by the next of its kind.
      topic: kind,
    })
  } catch {
    return null
  }
}

/** Deletes the message unless there has been newer news of its kind since it was taken. */
async function drop({ db }: Sender, { id }: Message): Promise<void> {
  await db.query.deleteFrom('push_message').where('id', '=', id).execute()
}

async function forget({ db }: Sender, subscriptionId: string): Promise<void> {
  await db.query.deleteFrom('push_subscription').where('id', '=', subscriptionId).execute()
}

async function settle(app: Sender, message: Message, { id, failing_since }: Target): Promise<void> {
  if (failing_since !== null)
    await app.db.query.updateTable('push_subscription').set({ failing_since: null }).where('id', '=', id).execute()
  await drop(app, message)
}

type Failure = { readonly target: Target; readonly failure: string }

async function noteFailure(app: Sender, message: Message, { target, failure }: Failure): Promise<void> {
  const nowMs = app.clock.nowMs()
  // The whole address would allow whoever reads the log to send to this browser.
  app.log.warn({ push: target.id, host: new URL(target.endpoint).host, failure }, 'a notification was not sent')
  const sinceMs = target.failing_since?.getTime() ?? nowMs
  if (nowMs - sinceMs > failingMostMs) return forget(app, target.id)
  await app.db.query
    .updateTable('push_subscription')
    .set({ failing_since: new Date(sinceMs) })
    .where('id', '=', target.id)
    .execute()
  if (message.tries >= triesMost) await drop(app, message)
}
