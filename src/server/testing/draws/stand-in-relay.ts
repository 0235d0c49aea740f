import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quicknet } from '#core/fairness/beacon'

/** A relay's answer for a round or for `latest`: a body, a status, a delay, or a redirect. */
export type RelayAnswer = { body?: string; status?: number; waitMs?: number; location?: string }

/** A local drand relay whose answers the test chooses. */
export async function openRelay(answer: (asked: string) => RelayAnswer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const [chainHash, , what = ''] = request.url!.slice(1).split('/')
    asked.push(what)
    const {
      body = '',
      status = 200,
      waitMs = 0,
      location,
    } = chainHash === quicknet.chainHash ? answer(what) : { status: 404 }
    void sleep(waitMs).then(() => response.writeHead(status, location ? { location } : {}).end(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => void server.close(() => done()))
    },
  }
}
