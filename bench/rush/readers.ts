import autocannon from 'autocannon'

/** What to ask for: the connections take turns with the cookies. */
export type Asked = {
  readonly url: string
  readonly cookies?: readonly string[]
  readonly connections: number
  readonly seconds: number
}

export type Read = { readonly perSecond: number; readonly p50: number; readonly p99: number }

// A separate process, so that asking does not take time from the server under test.
process.on('message', (asked: Asked) => {
  void read(asked).then((answer) => process.send!(answer))
})
process.on('disconnect', () => process.exit(0))

async function read({ url, cookies, connections, seconds }: Asked): Promise<Read> {
  let sent = 0
  const withCookie = (request: autocannon.Request): autocannon.Request =>
    cookies ? { ...request, headers: { cookie: cookies[sent++ % cookies.length]! } } : request
  const { requests, latency, errors, non2xx } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ method: 'GET', ...(cookies && { setupRequest: withCookie }) }],
  })
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals at ${url}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}
