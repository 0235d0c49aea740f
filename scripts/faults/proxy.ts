import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A proxy between the app and its database that cuts and delays connections as networks do. */
export type Proxy = {
  readonly port: number
  /** Cuts every connection, in the middle of whatever it carries. */
  drop(): void
  /** Passes nothing on any more, in neither direction, and closes nothing, until `drop`. */
  swallow(): void
  /** Keeps everything back so long, in both directions. */
  delay(ms: number): void
  /** How often a connection was cut, and how many pieces were swallowed or kept back. */
  readonly fired: { cut: number; swallowed: number; delayed: number }
  close(): Promise<void>
}

export async function openProxy(target: { host: string; port: number }): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const fired = { cut: 0, swallowed: 0, delayed: 0 }
  let delayMs = 0
  let isSwallowing = false
  const pass = (from: Socket, to: Socket) =>
    from.on('data', (piece: Buffer) => {
      if (isSwallowing) fired.swallowed++
      else if (delayMs > 0) {
        fired.delayed++
        setTimeout(() => to.writable && to.write(piece), delayMs)
      } else to.write(piece)
    })
  const server = createServer((app) => {
    const database = connect(target.port, target.host)
    const pair = [app, database] as const
    pairs.add(pair)
    pass(app, database)
    pass(database, app)
    for (const each of pair) {
      each.setNoDelay(true)
      each.on('error', () => {})
      each.on('close', () => {
        pairs.delete(pair)
        // One that is swallowed must not notice; both ends go with `drop`.
        if (!isSwallowing) for (const other of pair) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    isSwallowing = false
    for (const pair of pairs) {
      fired.cut++
      for (const each of pair) each.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    swallow: () => void (isSwallowing = true),
    delay: (ms) => void (delayMs = ms),
    fired,
    close: async () => {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
