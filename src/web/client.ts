import { type Form, createClient, serverTimeHeader } from '#contract/client'
import { askPassword } from '#ui/sending/ask-password.ts'
import { takeServerTime } from './state/clock.ts'
import { currentLocale } from './state/locale.ts'

/** No answer came: the request may or may not have arrived. A call with an idempotency key can be repeated. */
export class Unanswered extends Error {}

const answerMs = 15_000
/** A phone's uplink is slow, so a picture may take long. */
export const pictureMs = 60_000

/** Calls the server. Answers that tell its time also set the clock, as well where the browser had the same answer already. */
export const call = createClient(async ({ url, headers, form, ...request }) => {
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

export function formData({ fields, file }: Form): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file as Blob)
  return form
}
