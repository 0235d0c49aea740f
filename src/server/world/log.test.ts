import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a line of the log names its node and the code of the error, and contains no secret', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  log.error({ err: Object.assign(new Error('no writes'), { code: '25006' }), job: 'seal' }, 'a job failed')
  const lost = Object.assign(new Error('lost'), { code: 'ECONNREFUSED' })
  log.error({ err: new Error('no relay', { cause: lost }) }, 'out of reach')
  log.error({ err: new AggregateError([lost]) }, 'out of reach')
  log.info(
    { code: '123456', body: { code: '123456', password: 'hunter2' }, call: { body: { token: 't' } } },
    'careless',
  )
  const written = lines.map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>)
  expect(written.slice(0, 3).map(({ err }) => err!.errorCode)).toEqual(['25006', 'ECONNREFUSED', 'ECONNREFUSED'])
  expect(written[0]).toMatchObject({ job: 'seal', node: `${hostname()}/${process.pid}` })
  expect(lines[3]).not.toMatch(/123456|hunter2|"t"/)
  const ofPool = Object.assign(new Error('Connection terminated'), { client: { secretKey: 1_669_810_162 } })
  log.warn({ err: ofPool }, 'a database connection was lost')
  expect(lines[4]).toContain('Connection terminated')
  expect(lines[4]).not.toContain('1669810162')
})

test('an error of the database says where it happened and quotes no row', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('violates check constraint "wallet_is_whole"'), {
    code: '23514',
    constraint: 'wallet_is_whole',
    detail: 'Failing row contains (4000111122223333).',
    where: 'JSON data, line 1: 4000111122223333\nPL/pgSQL function post_transfer(uuid) line 7 at RAISE',
  })
  log.error({ err: error }, 'fault')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { constraint: 'wallet_is_whole', where: ['PL/pgSQL function post_transfer(uuid) line 7 at RAISE'] },
  })
  expect(lines[0]).not.toContain('4000111122223333')
})
