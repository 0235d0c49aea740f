import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { houseDraft, operatorKey } from '#core/fairness/testing/genuine-draw'
import { draws } from '../src/core/fairness/testing/draws.json' with { type: 'json' }
import { writeSite } from './testing/site-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'clearball-build-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the verifier is a single file that works by itself, and its hash is published with it', async () => {
  const told = execFileSync(process.execPath, ['scripts/build-verify.ts', '--to', folder], { encoding: 'utf8' })
  const file = join(folder, 'clearball-verify.mjs')
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(told).toContain(hash)
  expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(`${hash}  clearball-verify.mjs\n`)
  expect(readFileSync(file, 'utf8')).not.toMatch(/^import .* from ["'](?!node:)/m)

  const input = draws.map((draw) => JSON.stringify(draw)).join('\n')
  const answers = execFileSync(process.execPath, [file, 'outcome'], { cwd: folder, input, encoding: 'utf8' })
  const outcomes = answers
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { outcome: number[] }).outcome)
  expect(outcomes).toEqual(draws.map(({ outcome }) => outcome))

  const draft = houseDraft()
  await writeSite(join(folder, 'site'), [draft])
  const args = [file, 'site', draft.drawId, '--key', operatorKey, '--house-beacon']
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toContain('Nothing wrong found')
})
