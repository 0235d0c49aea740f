import { createClient } from '#contract/client'
import { currentLocale } from './state/locale.ts'

/** No answer came: the request may or may not have arrived. Whatever carries a key can be asked again. */
export class Unanswered extends Error {}

const answerMs = 15_000

export const call = createClient(async ({ url, headers, ...request }) => {
  try {
    const response = await fetch(url, {
      ...request,
      headers: { ...headers, 'accept-language': currentLocale() },
      signal: AbortSignal.timeout(answerMs),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    throw new Unanswered()
  }
})
