import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleApi, playerApi } from '#contract/api'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { type RefusalCode, refusals } from '#contract/refusals'
import { refusalSentence } from '#contract/texts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { texts } from '../../world/texts.ts'

let house: House
let folder: string
beforeAll(async () => {
  house = await openHouse()
  folder = await mkdtemp(join(tmpdir(), 'clearball-openapi-'))
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

type Operation = {
  operationId: string
  security: unknown[]
  responses: Record<string, { 'x-refusals'?: RefusalCode[] }>
}
type Asking = {
  operationId: string
  requestBody?: { content: Record<string, { schema: { properties?: object; required?: string[] } }> }
}
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> }

/** A widely used OpenAPI linter with its recommended rules; a warning counts as an error. */
async function lint(path: string): Promise<string> {
  const cli = join(dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))), 'bin/cli.js')
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const words = [cli, 'lint', '--extends', 'recommended', '--format', 'summary', path]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

const apps: { name: 'playerUrl' | 'consoleUrl'; calls: Record<string, Endpoint>; others: Record<string, Endpoint> }[] =
  [
    { name: 'playerUrl', calls: playerApi, others: consoleApi },
    { name: 'consoleUrl', calls: consoleApi, others: playerApi },
  ]

describe.each(apps)('the description at $name', ({ name, calls, others }) => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(house[name] + path, { headers })

  test('lists every call of this app with every refusal it may give, and no call of the other app', async () => {
    const { openapi, paths } = (await (await get('/api/openapi.json')).json()) as Description
    expect(openapi).toBe('3.1.0')
    const described = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(described.map((each) => each.operationId).sort()).toEqual(Object.keys(calls).sort())
    for (const { operationId, responses, security } of described) {
      const listed = Object.entries(responses).flatMap(([status, { 'x-refusals': codes = [] }]) => {
        expect(codes.every((code) => String(refusals[code].status) === status)).toBe(true)
        return codes
      })
      expect(listed.sort()).toEqual(refusalsOf(calls[operationId]!).sort())
      expect(security).toEqual(calls[operationId]!.who === 'anyone' ? [] : [{ session: [] }])
    }
  })

  test('asks in the body for no field that is part of the address, where the server would refuse it', async () => {
    const { paths } = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, Asking>>
    }
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ operationId, requestBody }) => {
        const schema = requestBody?.content['application/json']?.schema
        const fields = [...Object.keys(schema?.properties ?? {}), ...(schema?.required ?? [])]
        return fields.filter((field) => path.includes(`{${field}}`)).map((field) => `${operationId}: ${field}`)
      }),
    )
    expect(named).toEqual([])
  })

  test('passes the linter’s recommended rules', { timeout: 120_000 }, async () => {
    const path = join(folder, `${name}.json`)
    await writeFile(path, await (await get('/api/openapi.json')).text())
    const said = await lint(path)
    expect(said).toContain('Your API description is valid')
    expect(said).not.toMatch(/warning|error/i)
  })

  test('is sent compressed, and not again to a client that has it', async () => {
    const first = await get('/api/openapi.json', { 'accept-encoding': 'br' })
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(first.headers.get('cache-control')).toContain('max-age')
    const again = await get('/api/openapi.json', { 'if-none-match': first.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('has a readable page that names every call and every refusal, and no call of the other app', async () => {
    const page = await (await get('/api/docs')).text()
    for (const call of Object.values(calls)) expect(page).toContain(`${call.method} ${call.path}<`)
    for (const call of Object.values(others)) expect(page).not.toContain(`${call.method} ${call.path}<`)
    for (const code of Object.keys(refusals) as RefusalCode[]) {
      expect(page).toContain(`id="${code}"`)
      expect(page).toContain(refusalSentence(texts.en, code).slice(0, 12))
    }
  })
})
