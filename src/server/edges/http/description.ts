import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { describeApi } from './openapi.ts'
import { type RefusalCode, refusals } from '#contract/refusals'
import { refusalSentence } from '#contract/texts'
import { texts } from '../../world/texts.ts'

const brotli = promisify(brotliCompress)

const apps = {
  player: { title: 'Clearball', cookie: '__Host-clearball' },
  console: { title: 'Clearball console', cookie: '__Host-clearball-console' },
} as const

/** Describes an app's calls; `cookie` names the one that holds a session over https. */
async function describe(calls: Record<string, Endpoint>, named: { title: string; cookie: string }) {
  const document = JSON.stringify(await describeApi(calls, { ...named, texts: texts.en }))
  return { document, page: renderPage(named.title, calls) }
}

/**
 * The published description of one app's calls: for programs at `/api/openapi.json`, for people at `/api/docs`. It is
 * written and compressed at the first request, and clients cache it until it changes.
 */
export function serveDescription(
  server: FastifyInstance,
  audience: keyof typeof apps,
  calls: Record<string, Endpoint>,
): void {
  let written: ReturnType<typeof describe> | null = null
  const write = () => (written ??= describe(calls, apps[audience]))
  const serve = (path: string, type: string, read: () => string | Promise<string>) => {
    let tag: string | null = null
    // Compressing takes a quarter of a second, off the event loop; the first request waits for it.
    let packed: Promise<Buffer> | null = null
    server.get(path, async (request, reply) => {
      const text = await read()
      tag ??= `"${hash('sha256', text).slice(0, 32)}"`
      void reply.header('cache-control', 'public, max-age=3600').header('etag', tag).header('vary', 'accept-encoding')
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      void reply.type(`${type}; charset=utf-8`)
      if (!request.headers['accept-encoding']?.includes('br')) return reply.send(text)
      packed ??= brotli(text)
      return reply.header('content-encoding', 'br').send(await packed)
    })
  }
  serve('/api/openapi.json', 'application/json', async () => (await write()).document)
  serve('/api/docs', 'text/html', async () => (await write()).page)
  serve('/api/docs.css', 'text/css', () => style)
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function renderPage(title: string, api: Record<string, Endpoint>): string {
  const calls = Object.entries(api).map(([name, call]) => renderCall(name, call))
  const codes = Object.keys(refusals) as RefusalCode[]
  const rows = codes.map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${refusals[code].status}</td><td>${escape(refusalSentence(texts.en, code))}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>${title} API</h1>
<p>JSON below <code>/api/v1</code>. Amounts are decimal text with two places, instants ISO text in UTC. The machine-readable
form is <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2>Calls</h2>${calls.join('')}
<h2>Live events</h2><p><code>GET /api/v1/events</code> is a stream of server-sent events; <code>Last-Event-ID</code> resumes it.</p>
<h2>Refusals</h2><table><thead><tr><th>code</th><th>status</th><th>sentence</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</main></body></html>`
}

function renderCall(name: string, call: Endpoint): string {
  const who = call.can ? `${call.who} who can ${call.can}` : call.who
  const codes = refusalsOf(call).map((code) => `<a href="#${code}"><code>${code}</code></a>`)
  const key = call.once ? ' Takes an <code>Idempotency-Key</code>.' : ''
  return `<section><h3><code>${call.method} ${escape(call.path)}</code></h3>
<p>${escape(call.summary)}. Name <code>${name}</code>; for ${escape(who)}.${key}</p><p>May refuse with ${codes.join(', ')}.</p></section>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:56rem;margin:auto;padding:1.5rem}section{border-top:1px solid #8884;padding:.25rem 0}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #8884;padding:.3rem .6rem;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}`
