import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * A page that React draws one line on, with as much code as the app's first screen: what a processor needs for that much without any app in
 * it. The code beside React's is never called.
 */
export async function openEmptyPage(scriptBytes: number): Promise<{ url: string; server: Server }> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', rolldownOptions: { input: `${folder}main.ts` } },
  })
  const [made] = [built].flat()
  if (!made || !('output' in made)) throw new Error('the empty page does not build')
  const react = made.output.map((each) => (each.type === 'chunk' ? each.code : '')).join('\n')
  const files: Record<string, readonly [type: string, body: Buffer]> = {
    '/': ['text/html', brotliCompressSync(document)],
    '/main.js': ['text/javascript', brotliCompressSync(react + filling(scriptBytes - react.length))],
  }
  const server = createServer(({ url }, answer) => {
    const [type, body] = files[url!] ?? ['text/plain', brotliCompressSync('')]
    answer.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width"><script type="module" src="/main.js"></script></head>
<body><main id="root"></main></body></html>`

/** Functions that nobody calls, each a little different, so that they neither fold into one nor compress to nothing. */
function filling(bytes: number): string {
  const made: string[] = []
  for (let at = 0, length = 0; length < bytes; at++) {
    const each = `\nfunction f${at}(a,b){const c=a.map(e=>e.k${at}*${(at * 7_919) % 9_973}+b);return c.filter(e=>e>${at}).length?{v${at}:c,n:b}:null}`
    made.push(each)
    length += each.length
  }
  return made.join('')
}
