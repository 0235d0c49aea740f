import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { describeApi } from './openapi.ts'
import { type RefusalCode, refusals } from '#contract/refusals'
import { refusalSentence } from '#contract/texts'
import { texts } from '../texts.ts'

/** The published description of the calls: for programs at `/api/openapi.json`, for people at `/api/docs`. */
export function serveDescription(server: FastifyInstance): void {
  const description = JSON.stringify(describeApi(api, texts.en), null, 2)
  const page = renderPage()
  server.get('/api/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(description))
  server.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/api/docs.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function renderPage(): string {
  const calls = Object.entries<Endpoint>(api).map(([name, call]) => renderCall(name, call))
  const codes = Object.keys(refusals) as RefusalCode[]
  const rows = codes.map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${refusals[code].status}</td><td>${escape(refusalSentence(texts.en, code))}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Clearball API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Clearball API</h1>
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
