import { createClient } from '#contract/client'

export const call = createClient(async ({ url, headers, ...request }) => {
  const response = await fetch(url, {
    ...request,
    headers: { ...headers, 'accept-language': document.documentElement.lang },
  })
  return { status: response.status, body: await response.json() }
})
