import { type Call, type Form, Refused, type Transport, createClient, serverTimeHeader } from '#contract/client'
import { me } from '#contract/people/me'
import { askPassword } from '#ui/sending/ask-password.ts'
import { takeServerTime } from './state/clock.ts'
import { currentLocale } from './state/locale.ts'
import { sessionHint } from './state/session.ts'
import { ownTurn } from './turns.ts'

/** No answer came: the request may or may not have arrived. */
export class Unanswered extends Error {}

/**
 * No answer came to a call that only reads or carries an idempotency key. Any other call might be refused the second time for what the first
 * has done: a code is used up by then, and a password is no longer the old one.
 */
export class Repeatable extends Unanswered {}

const answerMs = 15_000
/** A phone's uplink is slow, so a picture may take long. */
export const pictureMs = 60_000

/** Answers that tell the server's time also set the clock, as well where the browser had the same answer already. */
const send: Transport = async ({ url, headers, form, ...request }) => {
  const Lost = request.method === 'GET' || headers['idempotency-key'] ? Repeatable : Unanswered
  try {
    const askedAt = performance.now()
    const response = await fetch(url, {
      ...request,
      ...(form && { body: formData(form) }),
      headers: { ...headers, 'accept-language': currentLocale() },
      signal: AbortSignal.timeout(form ? pictureMs : answerMs),
    })
    const serverMs = response.headers.get(serverTimeHeader)
    if (serverMs !== null) takeServerTime(Number(serverMs), askedAt, performance.now())
    return { status: response.status, body: await response.json() }
  } catch {
    throw new Lost()
  }
}

/**
 * Calls the server. What only a player may read is not asked for by a page that belongs to nobody any more: it may stand for a moment
 * after the player has left. Once another tab may have logged in somebody else, this tab asks only
 * who is logged in. It sends nothing else, not even a retry: the cookie is shared, so the request would count as the other player's.
 */
export const call: Call = async (to, input, key) => {
  if (to.method === 'GET') await ownTurn()
  if (to.method === 'GET' && to.who === 'player' && !sessionHint.isSet()) throw new Refused('not_signed_in')
  const asksWho = to.method === 'GET' && to.path === me.path
  if (!asksWho && (to.who === 'player' || to.knowsPlayers)) refuseOtherSession()
  const whose = sessionHint.read()
  // Before the password is given, another tab may log in somebody else, for whom this must not be sent.
  const isTheirs = () => sessionHint.read() === whose
  return createClient(send, async () => isTheirs() && (await askPassword()) && isTheirs())(to, input, key)
}

export function refuseOtherSession(): void {
  if (sessionHint.isOtherSession()) throw new Refused('not_signed_in')
}

export function formData({ fields, file }: Form): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file as Blob)
  return form
}
