import type { Sent } from '../send-call.ts'

/** A request that is spoilt as a whole, how, and whether it must be refused whatever the call is. */
type Spoilt = { readonly how: string; readonly sent: Sent; readonly mustRefuse: boolean }

/** What may be read as a right request: as one without fields, as the last of two values, or without what stands before it. */
const mayBeTaken: readonly string[] = [
  'no body',
  'null',
  'every field twice',
  'a field twice, with another value',
  'a byte order mark',
]

/** A page of another site can send these without asking the browser first; only JSON is taken for a body. */
const noJson: readonly string[] = ['plain text', 'a form', 'a form with a file', 'XML']

/** They spoil the path, which may then be another call's. */
const inPath: readonly string[] = ['a broken character in the path', 'another folder', 'two slashes', 'a semicolon']

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that are no JSON, or JSON that readers disagree about. */
function spoiltBodies(body: string): Readonly<Record<string, Sent['body']>> {
  const [first = 'field'] = Object.keys(JSON.parse(body) as object)
  const inside = body === '{}' ? '"x":1' : body.slice(1, -1)
  const bytes = (encoding: 'utf16le' | 'latin1') => new Uint8Array(Buffer.from(body, encoding))
  return {
    'no body': '',
    'half of the body': body.slice(0, Math.ceil(body.length / 2)),
    'one character more': `${body}x`,
    'a word': '"hello"',
    'a list': '[]',
    'a list of the body': `[${body}]`,
    'a number': '1',
    null: 'null',
    'every field twice': `{${inside},${inside}}`,
    'a field twice, with another value': `{${inside},"${first}":{"x":1}}`,
    'a byte order mark': `\ufeff${body}`,
    'UTF-16': bytes('utf16le'),
    'a broken character': new Uint8Array([...Buffer.from(`{${inside},"`), 0xff, 0xfe, ...Buffer.from('":1}')]),
    'NUL bytes': new Uint8Array(16),
    comments: `/* */ ${body}`,
    'a comma too many': `{${inside},}`,
    'single quotes': body.replaceAll('"', "'"),
    'a list 20,000 deep': deep(20_000),
    'a field that is a list 20,000 deep': `{${inside},"${first}x":${deep(20_000)}}`,
    'a number of 60,000 digits': `{${inside},"${first}x":${'9'.repeat(60_000)}}`,
    '8,000 fields': `{${Array.from({ length: 8_000 }, (_, at) => `"f${at}":1`).join()}}`,
    'more than a body may have': `{${inside},"x":"${'x'.repeat(66_000)}"}`,
    'a poisoned prototype': `{${inside},"__proto__":{"isAdmin":true}}`,
    'a poisoned constructor': `{${inside},"constructor":{"prototype":{"isAdmin":true}}}`,
  }
}

const spoiltHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'plain text': { 'content-type': 'text/plain' },
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  'a form with a file': { 'content-type': 'multipart/form-data; boundary=b' },
  XML: { 'content-type': 'application/xml' },
  'JSON in UTF-16': { 'content-type': 'application/json; charset=utf-16' },
  'JSON in no charset': { 'content-type': 'application/json; charset="' },
  'a compressed body': { 'content-encoding': 'gzip' },
  'an unknown encoding': { 'content-encoding': 'x-unknown' },
  'no key': { 'idempotency-key': '' },
  'a key that is none': { 'idempotency-key': '1' },
  'a key of the house': { 'idempotency-key': '00000000-0000-8000-8000-000000000001' },
  'a foreign origin': { origin: 'https://elsewhere.example' },
  'an unknown language': { 'accept-language': 'xx-YY;q=9,*;q=-1,,;;' },
  'a language of 2,000 characters': { 'accept-language': 'a-'.repeat(1_000) },
  'another method': { 'x-http-method-override': 'DELETE' },
  'another host': { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-for': "127.0.0.1' or 1=1" },
}

/** Queries that readers take apart in different ways. */
function spoiltQueries(path: string): Readonly<Record<string, string>> {
  const [address, query = ''] = path.split('?') as [string, string?]
  const [first = 'after'] = query.split('=')
  return {
    'a field twice': `${address}?${query}&${query || 'after=a'}&${first}=2`,
    'a field as a list': `${address}?${query}&${first}[]=1`,
    'a field as an object': `${address}?${query}&${first}[x]=1`,
    'a broken character': `${address}?${query}&${first}=%ff%fe`,
    'half of an escape': `${address}?${query}&x=%`,
    NUL: `${address}?${query}&${first}=%00`,
    'a poisoned prototype': `${address}?${query}&__proto__[isAdmin]=1&constructor=1`,
    'no name': `${address}?${query}&=1&&&`,
    '6,000 characters': `${address}?${query}&x=${'a'.repeat(6_000)}`,
    '1,000 fields': `${address}?${query}&${Array.from({ length: 1_000 }, (_, at) => `f${at}=`).join('&')}`,
    'a broken character in the path': `${address}/%ff`,
    'another folder': `${address}/..%2f..%2f..%2fetc%2fpasswd`,
    'two slashes': path.replace('/api/v1/', '/api/v1//'),
    'a semicolon': `${address};x=1${query && `?${query}`}`,
  }
}

/** Every way to spoil a request as a whole; `isOnce` where the call takes a key. */
export function spoiltRequests(sent: Sent, { isOnce }: { isOnce: boolean }): Spoilt[] {
  const { body, path, headers, method } = sent
  const isRead = method === 'GET'
  type Spoiling<T> = { change(value: T): Partial<Sent>; mustRefuse(how: string): boolean }
  const named = <T>(given: Readonly<Record<string, T>>, { change, mustRefuse }: Spoiling<T>): Spoilt[] =>
    Object.entries(given).map(([how, value]) => ({
      how,
      sent: { ...sent, ...change(value) },
      mustRefuse: mustRefuse(how),
    }))
  return [
    ...named(spoiltQueries(path), {
      change: (each) => ({ path: each }),
      // A call that changes something reads no query.
      mustRefuse: (how) => isRead && !inPath.includes(how),
    }),
    ...named(spoiltHeaders, {
      change: (each) => ({ headers: { ...headers, ...each } }),
      mustRefuse: (how) =>
        (!isRead && (noJson.includes(how) || how === 'a foreign origin')) ||
        (isOnce && (how === 'no key' || how === 'a key that is none')),
    }),
    ...(typeof body === 'string'
      ? named(spoiltBodies(body), {
          change: (each) => ({ body: each! }),
          mustRefuse: (how) => !mayBeTaken.includes(how) && !(how === 'single quotes' && !body.includes('"')),
        })
      : []),
  ]
}
