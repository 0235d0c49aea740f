import { connect } from 'node:net'

/** Stands for many browsers: opens `clients` streams, and reports when the last of them has received a whole result. */
process.once('message', ({ url, clients }: { url: string; clients: number }) => {
  const { hostname, port } = new URL(url)
  let connected = 0
  let told = 0
  const open = (left: number) => {
    if (left === 0) return
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('retry: ') && ++connected <= clients) {
        text = ''
        if (connected === clients) process.send!('connected')
        return open(left - 1)
      }
      if (!text.includes('event: draw.result') || !text.endsWith('\n\n')) return
      text = ''
      if (++told % clients === 0) process.send!({ lastMs: performance.timeOrigin + performance.now() })
    })
    socket.on('error', () => {})
    socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/event-stream\r\n\r\n`)
  }
  // Fifty at a time: a listening socket's queue is short.
  for (let lane = 0; lane < 50; lane++) open(Math.floor(clients / 50))
})
process.on('disconnect', () => process.exit(0))
