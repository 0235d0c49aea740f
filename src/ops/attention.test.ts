import { afterEach, expect, test, vi } from 'vitest'
import { unattendedHeader } from '#contract/client'
import { attention, watchAttention } from './attention.ts'

afterEach(() => void vi.useRealTimers())

test.each(['keydown', 'pointermove', 'click'])(
  'ten minutes after the last %s the console says that nobody is there',
  (use) => {
    vi.useFakeTimers()
    const page = new EventTarget()
    watchAttention(page)
    page.dispatchEvent(new Event(use))
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect(attention()).toEqual({})
    vi.setSystemTime(Date.now() + 1)
    expect(attention()).toEqual({ [unattendedHeader]: '1' })
    page.dispatchEvent(new Event(use))
    expect(attention()).toEqual({})
  },
)
