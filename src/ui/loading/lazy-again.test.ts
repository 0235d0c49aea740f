import { type ComponentType, Suspense, createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyAgain } from './lazy-again.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What a page with this part shows, or why it cannot. */
async function shown(Part: ComponentType<{ name: string }>): Promise<string> {
  let problem = ''
  const page = createElement(Suspense, null, createElement(Part, { name: 'An' }))
  const stream = await renderToReadableStream(page, { onError: (error) => void (problem = (error as Error).message) })
  await stream.allReady
  return problem || /<p>.*<\/p>/.exec((await new Response(stream).text()).replaceAll('<!-- -->', ''))![0]
}

/** A part whose first fetches fail. */
function failing(times: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new Error('lost')
    return ({ name }: { name: string }) => createElement('p', null, 'Hello ', name)
  })
  return { load, Part: lazyAgain(load) }
}

test('a part that could not be fetched is fetched again when it is shown again, and then no more', async () => {
  const { load, Part } = failing(2)
  for (const times of [1, 2]) {
    expect(await shown(Part)).toBe('lost')
    expect(load).toHaveBeenCalledTimes(times)
    vi.runAllTimers()
  }
  for (const _ of [1, 2]) expect(await shown(Part)).toBe('<p>Hello An</p>')
  expect(load).toHaveBeenCalledTimes(3)
})

test('React may render a part again before it gives it up: the failure is the same, and nothing is fetched meanwhile', async () => {
  const { load, Part } = failing(1)
  expect([await shown(Part), await shown(Part)]).toEqual(['lost', 'lost'])
  expect(load).toHaveBeenCalledTimes(1)
})
