import { createClient } from '#contract/client'
import { askPassword } from '#ui/sending/ask-password.ts'
import { attention } from './attention.ts'

/** After a computer slept, a connection may be open that nobody answers. */
const answerMs = 30_000

/** Calls the server. */
export const call = createClient(async ({ url, headers, ...request }) => {
  const response = await fetch(url, {
    ...request,
    headers: { ...headers, ...attention(), 'accept-language': document.documentElement.lang },
    signal: AbortSignal.timeout(answerMs),
  })
  return { status: response.status, body: await response.json() }
}, askPassword)
