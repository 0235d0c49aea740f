import { once } from 'node:events'
import { request } from 'node:https'
import { expect, test } from 'vitest'
import { isEndpoint, isPublic, lookupPublic } from './public-addresses.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  'push.example',
])('%s is no public address', (address) => expect(isPublic(address)).toBe(false))

test.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '192.169.0.1', '2a00:1450:4001::1', '2600::1'])(
  '%s is a public address',
  (address) => expect(isPublic(address)).toBe(true),
)

test.each([
  'https://fcm.googleapis.com/fcm/send/x:1',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://8.8.8.8/x',
])('%s can receive notifications', (endpoint) => {
  expect(isEndpoint(endpoint, { allowsLoopback: false })).toBe(true)
})

test.each([
  'http://push.example/x',
  'https://push.example:8443/x',
  'https://localhost/x',
  'https://intranet/x',
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://10.0.0.1/x',
  'https://user:password@push.example/x',
  'ftp://push.example/x',
  'javascript:alert(1)',
  'nonsense',
])('%s is refused as an endpoint', (endpoint) => {
  expect(isEndpoint(endpoint, { allowsLoopback: false })).toBe(false)
})

test('only where tests allow it, an endpoint is on this machine', () => {
  expect(isEndpoint('http://127.0.0.1:8080/x', { allowsLoopback: true })).toBe(true)
  expect(isEndpoint('http://10.0.0.1/x', { allowsLoopback: true })).toBe(false)
})

test('a name that leads to this machine is refused when the connection is made', async () => {
  const sent = request('https://localhost/x', { method: 'POST', lookup: lookupPublic })
  const [error] = (await once(sent, 'error')) as [Error]
  expect(error.message).toBe('localhost has an address that is not public')
})
