import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followStream } from './follow-stream.ts'

/** The part of `EventSource` that the test needs. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  close() {
    this.readyState = Stream.CLOSED
  }
  /** The server answered with something else than a stream. */
  refuse() {
    this.readyState = Stream.CLOSED
    this.dispatchEvent(new Event('error'))
  }
  /** The connection was lost, and the browser opens it again. */
  lose() {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }
}

const opened: Stream[] = []
const follow = () =>
  followStream(() => {
    const stream = new Stream()
    opened.push(stream)
    return stream as unknown as EventSource
  })
beforeEach(() => {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that the server refused is asked for again after half a minute to a minute, as often as it is refused', () => {
  follow()
  for (let refused = 1; refused <= 3; refused++) {
    opened.at(-1)!.refuse()
    vi.advanceTimersByTime(29_999)
    expect(opened).toHaveLength(refused)
    vi.advanceTimersByTime(30_001)
    expect(opened).toHaveLength(refused + 1)
  }
})

test('a stream that was lost is left to the browser', () => {
  follow()
  opened[0]!.lose()
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(1)
})

test('after stopping, no other stream is opened', () => {
  const stop = follow()
  opened[0]!.refuse()
  stop()
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(1)
  follow()()
  expect(opened[1]!.readyState).toBe(Stream.CLOSED)
})
