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
})
