import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEnvFile, createEnvFile, envLine } from '../../scripts/clearball/env-file.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'clearball-env-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** How systemd reads a line of `EnvironmentFile=`, after systemd.exec(5): quotes, escapes in double quotes and outside, no variables. */
function asSystemd(line: string): string {
  const text = line.slice(line.indexOf('=') + 1)
  if (text.startsWith("'")) return /^'([^']*)'$/.exec(text)![1]!
  if (text.startsWith('"')) return /^"((?:[^"\\]|\\.)*)"$/.exec(text)![1]!.replaceAll(/\\(["\\`$])/g, '$1')
  return text.trim().replaceAll(/\\(.)/g, '$1')
}

describe('a line of the environment file', () => {
  test.each([
    'plain',
    'Licence 7 of the authority',
    'a "quoted" # $word\\ and `more`',
    `it's #1`,
    `it's "x" for $5`,
    'trailing \\',
    'Clearball <no-reply@play.example>',
    'a=b&c=%20',
    '彩票许可证 7 号',
  ])('is read by Node and by systemd as it was meant: %s', (value) => {
    const line = envLine('NAME', value)
    expect(parseEnv(line)).toEqual({ NAME: value })
    expect(asSystemd(line)).toBe(value)
  })

  test.each([`it's "x" #1`, 'two\nlines', `'it' is "so"`])('is refused where they would differ: %j', (value) => {
    expect(() => envLine('NAME', value)).toThrow('cannot be written down')
  })
})

describe('the environment file', () => {
  const heading = { heading: 'Made here.', day: '2026-11-17', keys: ['A_KEY'] }

  test('is for its owner only, and is never overwritten', async () => {
    const file = join(folder, 'new.env')
    await createEnvFile(file, { A_KEY: 'a', OTHER: 'b c' }, heading)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(createEnvFile(file, { A_KEY: 'x' }, heading)).rejects.toThrow('is not overwritten')
    expect(parseEnv(await readFile(file, 'utf8'))).toEqual({ A_KEY: 'a', OTHER: 'b c' })
  })

  test('keeps its other lines when one changes, and says since when a key is there', async () => {
    const file = join(folder, 'changed.env')
    await createEnvFile(file, { A_KEY: 'a', OTHER: 'b' }, heading)
    await writeFile(file, `${await readFile(file, 'utf8')}# by hand\nexport MORE=1\n`)
    await changeEnvFile(file, { A_KEY: 'z', OTHER: null, MORE: '2', LAST: `it's` }, '2026-12-01')
    expect(await readFile(file, 'utf8')).toBe(
      `# Made here.\n# A_KEY since 2026-12-01\nA_KEY='z'\n# by hand\nMORE='2'\nLAST="it's"\n`,
    )
  })

  test('is left alone where a setting stands in it twice', async () => {
    const file = join(folder, 'twice.env')
    await writeFile(file, 'A=1\nA=2\n')
    await expect(changeEnvFile(file, { A: '3' })).rejects.toThrow('twice')
    expect(await readFile(file, 'utf8')).toBe('A=1\nA=2\n')
  })
})
