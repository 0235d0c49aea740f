import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '#server/db/database'
import { type House, openHouse } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import { type Front, type Places, hosts, makeCertificate } from './fronts.ts'
import { type Browser, openBrowser } from './http2-browser.ts'

/** Runs the front before a house, and is a browser that speaks HTTP/2 to it. */
export async function inFront(front: Front, folder: string): Promise<string> {
  const { stop } = await startTestCluster()
  const broken = await openBrokenNode()
  const urls = { publicUrl: `https://${hosts.players}`, consoleUrl: `https://${hosts.operators}` }
  const house = await openHouse({ ...urls, trustedProxies: ['127.0.0.1'] })
  const at = (url: string) => new URL(url).host
  const places: Places = {
    port: await freePort(),
    plainPort: await freePort(),
    players: [at(house.playerUrl), broken.address],
    operators: [at(house.consoleUrl), broken.address],
  }
  await makeCertificate(folder)
  const [program, ...args] = front.command(await front.write(folder, places))
  // What a front keeps for itself goes with the folder.
  const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const running = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  running.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const ended = once(running, 'exit')
  const ca = readFileSync(join(folder, 'cert.pem'))
  // From an address that is not the front's own.
  const open = (host: string) => openBrowser({ port: places.port, host, ca, from: '127.0.0.2' })
  const browsers: Browser[] = []
  try {
    await isUp(places.port)
    const [player, operator] = [await open(hosts.players), await open(hosts.operators)]
    browsers.push(player, operator)
    const eventMs = await livesBehind(house, player)
    await isLimited(player)
    await isApart(player, operator)
    await broken.begin()
    const posted = await repeatsOnlyReads(house, player, broken)
    return `HTTP/2, log-in, forwarded address, limits, an event after ${eventMs} ms; with one of two nodes broken ${posted}`
  } catch (error) {
    throw new Error(`${String(error)}\n${said.slice(-2_000)}`, { cause: error })
  } finally {
    for (const browser of browsers) browser.close()
    running.kill('SIGTERM')
    await ended
    await house.abandon()
    broken.close()
    await stop()
  }
}

/** A node that refuses connections, until `begin`: then it takes requests and dies before it answers. */
async function openBrokenNode() {
  let posts = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (piece: Buffer) => {
      if (piece.toString().startsWith('POST')) posts++
      socket.destroy()
    })
  })
  const port = await freePort()
  const begin = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  return { address: `127.0.0.1:${port}`, begin, posts: () => posts, close: () => void server.close() }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function isUp(port: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      (error: { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    )
    if (answers) return
    if (waitedMs > 10_000) throw new Error('the front does not listen')
    await sleep(100)
  }
}

/** Logs in, is known by the right address, and hears an event at once; returns after how many milliseconds. */
async function livesBehind(house: House, browser: Browser): Promise<number> {
  const an = await house.player()
  const spoofed = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', forwarded: 'for=203.0.113.9' }
  const signedIn = await browser.ask('POST', '/api/v1/session', {
    body: JSON.stringify({ account: an.account, password: testPassword }),
    headers: spoofed,
  })
  assert.equal(signedIn.status, 200, signedIn.body)
  assert.match(String(signedIn.headers['set-cookie']), /__Host-clearball=/)
  const me = await browser.ask('GET', '/api/v1/me')
  assert.equal((JSON.parse(me.body) as { account: string }).account, an.account)
  const sessions = await house.app.db.query
    .selectFrom('session')
    .select('address')
    .where('player_id', '=', an.id)
    .execute()
  // The other one is of a log-in at the house itself.
  const addresses = sessions.map(({ address }) => address).sort()
  assert.deepEqual(addresses, ['127.0.0.1', '127.0.0.2'], 'the address of the browser, and not what it says it is')
  const stream = await browser.listen('/api/v1/events')
  await stream.hears('retry:')
  const sentMs = performance.now()
  await transaction(house.app.db, house.app.random, (tx) =>
    house.app.hub.record(tx, [{ audience: `player:${an.id}`, kind: 'balance.changed', body: {} }]),
  )
  await stream.hears('balance.changed')
  const tookMs = Math.round(performance.now() - sentMs)
  assert.ok(tookMs < 2_000, `an event took ${tookMs} ms`)
  stream.close()
  return tookMs
}

async function isLimited(browser: Browser): Promise<void> {
  const boundary = 'a-boundary'
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'x'.repeat(3_000_000)}\r\n--${boundary}--`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() }
  const picture = await browser.ask('POST', '/api/v1/uploads', { body: file, headers })
  assert.match(picture.body, /"code":/, `a file of 3 MB reaches the node, which answers ${picture.status}`)
  const form = await browser.ask('POST', '/api/v1/session', { body: 'x'.repeat(300_000) })
  assert.equal(form.status, 413)
  assert.doesNotMatch(form.body, /"code"/, 'a form of 300 kB does not')
}

/** Neither app is at the other's name, and metrics are at none. */
async function isApart(player: Browser, operator: Browser): Promise<void> {
  assert.equal((await player.ask('GET', '/api/v1/console/desk')).status, 404)
  assert.equal((await operator.ask('GET', '/api/v1/games')).status, 404)
  for (const browser of [player, operator]) {
    assert.equal((await browser.ask('GET', '/api/live')).status, 200)
    assert.doesNotMatch((await browser.ask('GET', '/metrics')).body, /clearball_call_seconds/)
  }
}

/**
 * One of the two nodes takes each request and dies. Reading succeeds all the same; whatever changes something reached one node only, and
 * where that was the broken one, the browser is told.
 */
async function repeatsOnlyReads(house: House, browser: Browser, broken: { posts(): number }): Promise<string> {
  const taken = async () => {
    const text = await (await fetch(`${house.metricsUrl}/metrics`)).text()
    const counts = text.matchAll(/^clearball_call_seconds_count\{call="accounts\.sign-in",.*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const [before, brokenBefore] = [await taken(), broken.posts()]
  const sent = 40
  let told = 0
  for (let at = 0; at < sent; at++) assert.equal((await browser.ask('GET', '/api/v1/games')).status, 200)
  for (let at = 0; at < sent; at++) {
    const { status } = await browser.ask('POST', '/api/v1/session', { body: '{}' })
    if (status >= 502) told++
  }
  const [arrived, lost] = [(await taken()) - before, broken.posts() - brokenBefore]
  assert.equal(arrived + lost, sent, 'each change reached one node')
  assert.equal(told, lost, 'who lost an answer is told')
  return `${sent} of ${sent} reads are answered, ${lost} of ${sent} changes are cut and none is repeated`
}
