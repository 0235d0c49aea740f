import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openMailSink } from '../../testing/servers/mail-sink.ts'
import { testConfig } from '../../testing/open-house.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { openMailServer } from './open-mail-server.ts'

const mailTo = (to: string) => ({ to, subject: 'Hello', text: 'A word.', messageId: `<${to}>` })
const serverAt = async (url: string) => (await openMailServer({ ...testConfig(), smtpUrl: new Secret(url) }))!

test('successive mails share one connection', async () => {
  const sink = await openMailSink()
  const server = await serverAt(sink.url)
  for (const name of ['an', 'binh', 'chi']) await server.send(mailTo(`${name}@players.example`))
  expect(sink.received.map(({ to }) => to)).toEqual([
    'an@players.example',
    'binh@players.example',
    'chi@players.example',
  ])
  expect(sink.connections()).toBe(1)
  expect(await server.problem()).toBeNull()
  server.close()
  await sink.close()
})

test('a server that accepts connections and never answers is given up within seconds', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const server = await serverAt(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await expect(server.send(mailTo('an@players.example'))).rejects.toThrow(/greeting/i)
  server.close()
  silent.close()
})
