import { type Call, Refused, createClient } from '#contract/client'
import { askPassword } from './shell/asked.ts'

const send = createClient(async ({ url, headers, ...request }) => {
  const response = await fetch(url, {
    ...request,
    headers: { ...headers, 'accept-language': document.documentElement.lang },
  })
  return { status: response.status, body: await response.json() }
})

/** Calls the server. Where it wants the password once more, the operator is asked and the call made again. */
export const call: Call = async (endpoint, input, key) => {
  try {
    return await send(endpoint, input, key)
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'confirm_again') || !(await askPassword())) throw error
    return send(endpoint, input, key)
  }
}
