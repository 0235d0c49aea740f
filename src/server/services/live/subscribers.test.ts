import { expect, test } from 'vitest'
import { openLog } from '../../world/log.ts'
import type { Subscriber } from '../../world/members/live.ts'
import { openSubscribers } from './subscribers.ts'

const someone = 'player:00000000-0000-4000-8000-000000000001'
const sessionId = '00000000-0000-4000-8000-000000000002'

/** Three who listen as one player with one session; to write to the second is an error. */
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

test.each(['everybody', someone])(
  'one who cannot be written to keeps nobody from what is for %s, and is let go',
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

test('one who cannot be written to keeps nobody from hearing that their session is over', () => {
  const { subscribers, heard } = gather()
  subscribers.dismiss(sessionId, Buffer.from('over'))
  expect(heard).toEqual(['first over', 'first ended', 'second ended', 'third over', 'third ended'])
  expect(subscribers.count()).toBe(0)
})
