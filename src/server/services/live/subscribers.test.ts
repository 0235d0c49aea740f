import { expect, test } from 'vitest'
import { openLog } from '../../world/log.ts'
import type { Subscriber } from '../../world/members/live.ts'
import { openSubscribers } from './subscribers.ts'

const someone = 'player:00000000-0000-4000-8000-000000000001'
const sessionId = '00000000-0000-4000-8000-000000000002'

/** Three streams of one player with one session; writing to the second throws. */
function gather() {
  const subscribers = openSubscribers(openLog('silent'))
  const heard: string[] = []
  const join = (name: string, breaks: () => void) => {
    const send = (frame: Buffer) => {
      breaks()
      heard.push(`${name} ${String(frame)}`)
    }
    const subscriber: Subscriber = {
      audience: someone,
      sessionId,
      after: null,
      send,
      end: () => heard.push(`${name} ended`),
    }
    subscribers.add(subscriber)
  }
  join('first', () => {})
  join('second', () => {
    throw new Error('no socket')
  })
  join('third', () => {})
  return { subscribers, heard }
}

test.each(['everybody', 'some', someone])(
  'a stream that cannot be written to is dropped, and the others still get an event for %s',
  (audience) => {
    const { subscribers, heard } = gather()
    const tell = () => subscribers.tell({ audience, players: null }, Buffer.from('news'))
    tell()
    expect(heard).toEqual(['first news', 'second ended', 'third news'])
    tell()
    expect(heard.slice(3)).toEqual(['first news', 'third news'])
    expect(subscribers.count()).toBe(2)
  },
)

test('a stream that cannot be written to does not keep the others from learning that their session ended', () => {
  const { subscribers, heard } = gather()
  subscribers.dismiss(sessionId, Buffer.from('over'))
  expect(heard).toEqual(['first over', 'first ended', 'second ended', 'third over', 'third ended'])
  expect(subscribers.count()).toBe(0)
})

test('what is for some reaches five hundred streams at a time, each in its turn', () => {
  const subscribers = openSubscribers(openLog('silent'))
  const heard = Array.from({ length: 1_200 }, () => 0)
  for (const at of heard.keys())
    subscribers.add({ audience: null, sessionId: null, after: null, send: () => heard[at]!++, end: () => {} })
  const tell = () => subscribers.tell({ audience: 'some', players: null }, Buffer.from('news'))
  tell()
  expect(heard.reduce((sum, each) => sum + each)).toBe(500)
  for (let at = 0; at < 11; at++) tell()
  expect(new Set(heard)).toEqual(new Set([5]))
})
