import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** Networks that are not the public internet: private, local, shared, reserved, for documents, and those that wrap another address. */
const reserved = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [start, bits] = network.split('/') as [string, string]
  reserved.addSubnet(start, Number(bits), 'ipv4')
}
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [start, bits] = network.split('/') as [string, string]
  reserved.addSubnet(start, Number(bits), 'ipv6')
}
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && globalV6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

export class NotPublic extends Error {}

/**
 * Resolves a name for a connection and refuses it if any of its addresses is not public. The connection goes to exactly these
 * addresses, so a name that is resolved differently a moment later gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublic(address)))
      return done(new NotPublic(`${hostname} has an address that is not public`), [])
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** Whether notifications may be sent to an endpoint, as far as its text tells: https to a public host, on the usual port. */
export function isEndpoint(text: string, { allowsLoopback }: { readonly allowsLoopback: boolean }): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username || password) return false
  if (allowsLoopback && loopback.includes(hostname)) return true
  const bare = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && port === '' && hostname.includes('.') && (isIP(bare) === 0 || isPublic(bare))
}
