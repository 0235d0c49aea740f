import { type Form, createClient } from '#contract/client'
import { askPassword } from '#ui/sending/ask-password.ts'
import { currentLocale } from './state/locale.ts'

/** No answer came: the request may or may not have arrived. A call with an idempotency key can be repeated. */
export class Unanswered extends Error {}

const answerMs = 15_000
/** A phone's uplink is slow, so a picture may take long. */
export const pictureMs = 60_000

/** Calls the server. */
export const call = createClient(async ({ url, headers, form, ...request }) => {
  try {
    const response = await fetch(url, {
      ...request,
      ...(form && { body: formData(form) }),
      headers: { ...headers, 'accept-language': currentLocale() },
      signal: AbortSignal.timeout(form ? pictureMs : answerMs),
    })
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
