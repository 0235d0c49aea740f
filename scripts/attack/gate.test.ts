import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gate, openGate } from './gate.ts'

/** Answers as a house would that tells about its inside, compressed where the request may be answered so. */
const leaking = createServer((request, response) => {
  const said = JSON.stringify({ detail: 'duplicate key value violates unique constraint' })
  const isAsked = request.headers['accept-encoding']?.includes('br') || request.url === '/always'
  if (isAsked) response.setHeader('content-encoding', 'br')
  response.writeHead(200, { 'content-type': 'application/json' }).end(isAsked ? brotliCompressSync(said) : said)
})

let gate: Gate
beforeAll(async () => {
  await new Promise<void>((resolve) => leaking.listen(0, '127.0.0.1', resolve))
  gate = await openGate('a tool', `http://127.0.0.1:${(leaking.address() as AddressInfo).port}`, null)
})
afterAll(async () => {
  await gate.close()
  leaking.closeAllConnections()
  leaking.close()
})

test('what an answer says is looked at, also where the tool takes compressed answers', async () => {
  const answer = await fetch(`${gate.url}/once`, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(await answer.text()).toContain('duplicate key')
  expect(gate.findings()).toMatchObject([
    { where: 'GET /once', what: 'the answer names internals: duplicate key value' },
  ])
})

test('an answer that nobody could look at is a finding', async () => {
  await (await fetch(`${gate.url}/always`)).text()
  expect(gate.findings().filter(({ where }) => where === 'GET /always')).toMatchObject([{ severity: 'medium' }])
})
