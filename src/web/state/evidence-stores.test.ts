import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { evidenceOf } from './evidence.ts'
import { stores } from './evidence-stores.ts'

/** A connection to the browser's database; one that is closed begins no transaction. */
class Connection extends EventTarget {
  isClosed = false
  close = () => void (this.isClosed = true)
  transaction() {
    if (this.isClosed) throw new DOMException('The connection is closed.', 'InvalidStateError')
    return { objectStore: (name: string) => name }
  }
}

/** The connections that were opened, in order; null for one that could not be. */
let opened: (Connection | null)[]
let isBroken: boolean

beforeEach(() => {
  opened = []
  isBroken = false
  vi.stubGlobal('indexedDB', {
    open: () => {
      const connection = isBroken ? null : new Connection()
      opened.push(connection)
      const request = Object.assign(new EventTarget(), {
        result: connection,
        error: new DOMException('', 'UnknownError'),
      })
      queueMicrotask(() => request.dispatchEvent(new Event(connection ? 'success' : 'error')))
      return request
    },
  })
})
afterEach(() => {
  // The next test opens its own.
  opened.at(-1)?.dispatchEvent(new Event('close'))
  vi.unstubAllGlobals()
})

test('a connection serves until it is closed', async () => {
  expect(await stores('readonly')).toMatchObject({ receipts: 'receipts', forks: 'forks' })
  await stores('readwrite')
  expect(opened).toHaveLength(1)
})

test('what the browser closed is opened again for what is kept next', async () => {
  await stores('readonly')
  opened[0]!.isClosed = true
  opened[0]!.dispatchEvent(new Event('close'))
  await stores('readwrite')
  expect(opened).toHaveLength(2)
})

test('the connection is given up for another tab that brings a newer form, and opened again afterwards', async () => {
  await stores('readonly')
  opened[0]!.dispatchEvent(new Event('versionchange'))
  expect(opened[0]!.isClosed).toBe(true)
  await stores('readwrite')
  expect(opened).toHaveLength(2)
})

test('a draw is checked without evidence where none can be read, and with it once it can', async () => {
  isBroken = true
  expect(await evidenceOf('k3_5m:20261101:0001', 'An')).toEqual({ receipts: [], note: null, heads: [] })
  isBroken = false
  await stores('readonly')
  expect(opened).toMatchObject([null, { isClosed: false }])
})
