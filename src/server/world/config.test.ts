import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'
import { newPushKey, publicKeyOf } from './push-settings.ts'

const problemsOf = (env: Record<string, string>, args: string[] = []) => {
  const read = readConfig(env, args)
  return 'problems' in read ? read.problems : []
}
const configOf = (env: Record<string, string>, args: string[] = []) => {
  const read = readConfig(env, args)
  if ('problems' in read) throw new Error(read.problems.join())
  return read.config
}

describe('settings', () => {
  test('without any setting the server is a demo that only this machine can reach', () => {
    expect(configOf({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      consolePort: 3001,
      databaseUrl: null,
    })
  })

  test('all problems are reported together', () => {
    expect(
      problemsOf({
        PORT: '99999',
        MODE: 'maybe',
        DATABASE_URL: 'mysql://x',
        PASSWORD_PEPPER: 'short',
        LOG_LEVEL: 'loud',
      }),
    ).toEqual([
      'MODE must be demo or real',
      'PORT must be a port, 0 to 65535',
      'DATABASE_URL must be a postgres:// address',
      'PASSWORD_PEPPER must have at least 32 characters',
      'LOG_LEVEL must be a level from fatal to trace, or silent',
    ])
  })

  test('--port also moves the console; --host is read; other options are reported as problems', () => {
    expect(configOf({ PORT: '5000' }, ['--port', '4000', '--host', '0.0.0.0'])).toMatchObject({
      port: 4000,
      consolePort: 4001,
      host: '0.0.0.0',
    })
    expect(problemsOf({}, ['--prot', '1'])).toEqual([expect.stringContaining('--prot')])
  })

  test('each country that is not served is written as two capital letters', () => {
    expect(configOf({}).countriesNotServed).toEqual([])
    expect(configOf({ COUNTRIES_NOT_SERVED: 'US, FR,KP' }).countriesNotServed).toEqual(['US', 'FR', 'KP'])
    expect(problemsOf({ COUNTRIES_NOT_SERVED: 'us;fr' })).toEqual([expect.stringContaining('COUNTRIES_NOT_SERVED')])
  })

  test('the language picker offers the specification’s six languages, or any chosen from the nine', () => {
    expect(configOf({}).languagesOffered).toEqual(['vi', 'ja', 'th', 'zh-CN', 'en', 'ko'])
    expect(configOf({ LANGUAGES_OFFERED: 'ru, fr' }).languagesOffered).toEqual(['ru', 'fr'])
    for (const wrong of ['de', 'vi,vi', 'vi;en', ','])
      expect(problemsOf({ LANGUAGES_OFFERED: wrong })).toEqual([expect.stringContaining('LANGUAGES_OFFERED must be')])
  })

  test('a node has a worker for each two cores, one at least, or as many as are asked for', () => {
    expect(configOf({}).workers).toBe(Math.max(1, Math.floor(availableParallelism() / 2)))
    expect(configOf({ WORKERS: '12' }).workers).toBe(12)
    for (const wrong of ['0', '-1', '1.5', 'all', '257'])
      expect(problemsOf({ WORKERS: wrong })).toEqual(['WORKERS must be a whole number, 1 to 256'])
  })

  test('two servers on one port are reported as a problem of the settings', () => {
    expect(problemsOf({ PORT: '4000', CONSOLE_PORT: '4000' })).toEqual([
      'PORT, CONSOLE_PORT and METRICS_PORT must differ',
    ])
  })

  test('the S3 settings are set together or not at all', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'clearball-pictures',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY: 'AKID',
      S3_SECRET_KEY: 'hush-hush',
    }
    expect(configOf({}).s3).toBeNull()
    expect(configOf(bucket).s3).toMatchObject({ endpoint: 'https://s3.example', bucket: 'clearball-pictures' })
    expect(inspect(configOf(bucket), { depth: 9 })).not.toMatch(/AKID|hush/)
    for (const name of Object.keys(bucket)) {
      expect(problemsOf({ ...bucket, [name]: '' })).toEqual([
        `${name} must be set as well: the S3_ settings belong together`,
      ])
    }
    expect(problemsOf({ ...bucket, S3_BUCKET: 'Not/A Bucket' })).toEqual(['S3_BUCKET must be the name of a bucket'])
  })

  test('the keys of notifications are set together, of one pair, and not printed', () => {
    const PUSH_PRIVATE_KEY = newPushKey()
    const keys = {
      PUSH_PUBLIC_KEY: publicKeyOf(PUSH_PRIVATE_KEY)!,
      PUSH_PRIVATE_KEY,
      PUSH_SUBJECT: 'mailto:desk@play.example',
    }
    expect(configOf({}).push).toBeNull()
    expect(configOf(keys).push).toMatchObject({ publicKey: keys.PUSH_PUBLIC_KEY, subject: 'mailto:desk@play.example' })
    expect(configOf(keys).pushesToLoopback).toBe(false)
    expect(inspect(configOf(keys), { depth: 9 })).not.toContain(PUSH_PRIVATE_KEY)
    for (const name of Object.keys(keys))
      expect(problemsOf({ ...keys, [name]: '' })).toEqual([
        `${name} must be set as well: the PUSH_ settings belong together`,
      ])
    expect(problemsOf({ ...keys, PUSH_PUBLIC_KEY: publicKeyOf(newPushKey())! })).toEqual([
      'PUSH_PUBLIC_KEY must be the public key of PUSH_PRIVATE_KEY',
    ])
    expect(problemsOf({ ...keys, PUSH_SUBJECT: 'desk' })).toEqual([
      'PUSH_SUBJECT must be a mailto: or https:// address',
    ])
  })

  test('real money requires every setting that players rely on', () => {
    const problems = problemsOf({ MODE: 'real' }).join('\n')
    for (const name of [
      'BEACON',
      'LICENCE_TEXT',
      'DATABASE_URL',
      'PASSWORD_PEPPER',
      'OPERATOR_KEY',
      'DRAW_KEY',
      'SMTP_URL',
      'PUBLIC_URL',
      'CONSOLE_URL',
    ]) {
      expect(problems).toContain(name)
    }
  })

  const real = {
    MODE: 'real',
    BEACON: 'public',
    LICENCE_TEXT: 'Licence 1 of the authority',
    DATABASE_URL: 'postgres://app@db.example/clearball',
    PASSWORD_PEPPER: 'p'.repeat(32),
    OPERATOR_KEY: 'ab'.repeat(32),
    DRAW_KEY: 'd'.repeat(32),
    SMTP_URL: 'smtps://mail.example',
    PUBLIC_URL: 'https://play.example',
    CONSOLE_URL: 'https://desk.example',
  }

  test('real money starts with all of these settings, and not with any one of them missing', () => {
    expect(problemsOf(real)).toEqual([])
    expect(problemsOf({ ...real, SELF_CHECK: 'off' })).toEqual([expect.stringContaining('SELF_CHECK must be on')])
    for (const name of Object.keys(real).filter((each) => each !== 'MODE')) {
      expect(problemsOf({ ...real, [name]: '' }), name).not.toEqual([])
    }
  })

  test('no way of printing a secret reveals it', () => {
    const config = configOf(real)
    for (const text of [JSON.stringify(config), inspect(config), String(config.pepper), String(config.databaseUrl)]) {
      expect(text).not.toMatch(/pppp|dddd|abab|db\.example/)
    }
    expect(config.pepper?.reveal()).toBe('p'.repeat(32))
  })

  test('the operating guide explains every setting and no other', async () => {
    const guide = await readFile('docs/operating.md', 'utf8')
    const listed = [...guide.matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map((match) => match[1]!)
    expect(listed.sort()).toEqual([...settingNames].sort())
  })
})
