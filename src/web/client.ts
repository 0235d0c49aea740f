import { type Call, type Form, Refused, createClient, serverTimeHeader } from '#contract/client'
import { askPassword } from '#ui/sending/ask-password.ts'
import { takeServerTime } from './state/clock.ts'
import { currentLocale } from './state/locale.ts'
import { sessionHint } from './state/session.ts'
import { ownTurn } from './turns.ts'

/** No answer came: the request may or may not have arrived. A call with an idempotency key can be repeated. */
export class Unanswered extends Error {}

const answerMs = 15_000
/** A phone's uplink is slow, so a picture may take long. */
export const pictureMs = 60_000

/** Answers that tell the server's time also set the clock, as well where the browser had the same answer already. */
const ask = createClient(async ({ url, headers, form, ...request }) => {
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
    throw new Unanswered()
  }
}, askPassword)

/**
 * Calls the server. What only a player may read is not asked for by a page that belongs to nobody any more: it may stand for a moment
 * after the player has left.
 */
export const call: Call = async (to, input, key) => {
  if (to.method === 'GET') await ownTurn()
  if (to.method === 'GET' && to.who === 'player' && !sessionHint.isSet()) throw new Refused('not_signed_in')
  return ask(to, input, key)
}

export function formData({ fields, file }: Form): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file as Blob)
  return form
}
