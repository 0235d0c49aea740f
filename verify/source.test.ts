import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openSource, Unreadable } from './source.ts'

let stop = () => {}
afterEach(() => stop())

/** A site that answers everything in the same way. */
async function siteThat(answer: (reply: ServerResponse) => void): Promise<string> {
  const server = createServer((_, reply) => answer(reply))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { silenceMs: 300 }

test('a file that comes slowly is read to its end', async () => {
  const site = await siteThat((reply) => {
    const send = async () => {
      for (let part = 0; part < 10; part++) {
        reply.write(`${part}\n`)
        await pause(150)
      }
      reply.end()
    }
    void send()
  })
  // Longer in all than it may be silent.
  expect(await openSource(site, { silenceMs: 1_000 }).read('file')).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
})

test.each<[string, (reply: ServerResponse) => void]>([
  ['does not answer', () => {}],
  ['stops in the middle of a file', (reply) => reply.write('half')],
  ['ends in the middle of a file', (reply) => reply.writeHead(200, { 'content-length': 9 }).end('half')],
  ['hangs up', (reply) => reply.destroy()],
])('a site that %s is away', async (_, answer) => {
  const reading = openSource(await siteThat(answer), limits).read('file')
  await expect(reading).rejects.toThrow('cannot be reached')
})

test('a file that has more bytes than its kind may have is refused, and the rest of it is not taken', async () => {
  let hungUp = false
  const site = await siteThat((reply) => {
    const send = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(65_536)));
      reply.once('drain', send)
    }
    reply.on('close', () => void (hungUp = true))
    send()
  })
  await expect(openSource(site).read('file')).rejects.toThrow(`${site}/file has more than 1048576 bytes`)
  await vi.waitFor(() => expect(hungUp).toBe(true))
  await expect(openSource(site).readBytes('tile', 8_192)).rejects.toThrow('tile has more than 8192 bytes')
})

test('a file that is not there is none, and any other answer says nothing', async () => {
  const answers = async (status: number) =>
    openSource(await siteThat((reply) => reply.writeHead(status).end('text')), limits)
  expect(await (await answers(404)).read('file')).toBeNull()
  stop()
  expect(await (await answers(200)).read('file')).toBe('text')
  stop()
  await expect((await answers(429)).read('file')).rejects.toThrow(Unreadable)
})
