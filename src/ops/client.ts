import { createClient } from '#contract/client'
import { askPassword } from '#ui/sending/ask-password.ts'

/** Calls the server. */
export const call = createClient(async ({ url, headers, ...request }) => {
  const response = await fetch(url, {
    ...request,
    headers: { ...headers, 'accept-language': document.documentElement.lang },
  })
  return { status: response.status, body: await response.json() }
}, askPassword)
