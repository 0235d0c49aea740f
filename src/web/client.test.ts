import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPaymentPassword } from '#contract/people/profile'
import { recover } from '#contract/people/recovery'
import { currentDraws } from '#contract/play/draws'
import { sendMessage } from '#contract/service/chat'
import { Repeatable, Unanswered, call } from './client.ts'
import { type Words, language } from './i18n/index.ts'

beforeEach(() => {
  language.set({ locale: 'en', words: {} as Words, plurals: () => new Intl.PluralRules('en'), isWhole: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => vi.unstubAllGlobals())

const chosen = { password: 'a-long-password', repeat: 'a-long-password' }

test.each([
  ['reads', () => call(currentDraws, {})],
  ['carries an idempotency key', () => call(sendMessage, { text: 'Hello' }, randomUUID())],
])('a call that %s may be repeated when its answer was lost', async (_, ask) => {
  await expect(ask()).rejects.toBeInstanceOf(Repeatable)
})

test.each([
  ['uses up a code', () => call(recover, { requestId: randomUUID(), code: '12345678', ...chosen })],
  ['sets the first payment password', () => call(setPaymentPassword, chosen)],
])('a call that %s may have been carried out, and is not repeated', async (_, ask) => {
  const error = await ask().catch((lost: unknown) => lost)
  expect(error).toBeInstanceOf(Unanswered)
  expect(error).not.toBeInstanceOf(Repeatable)
})
