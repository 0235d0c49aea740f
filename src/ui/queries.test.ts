import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { Queries } from './queries.ts'

/** A page that shows what it asked for; each answer comes when the test gives it. */
function shows(queries: Queries, key = 'money') {
  const answers: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => void answers.push(answer))
  const observer = new QueryObserver(queries, { queryKey: [key], queryFn, retry: false })
  observer.subscribe(() => undefined)
  return { answers, shown: () => observer.getCurrentResult().data }
}

test('what changes during the first request is asked for again, since its answer may be older', async () => {
  const queries = new Queries()
  const { answers, shown } = shows(queries)
  const done = queries.invalidateQueries({ queryKey: ['money'] })
  answers[0]!('before')
  await expect.poll(() => answers.length).toBe(2)
  expect(shown()).toBe('before')
  answers[1]!('after')
  await done
  expect([shown(), answers.length]).toEqual(['after', 2])
})

test('two changes during the first request are asked about once, and another request that takes long delays neither', async () => {
  const queries = new Queries()
  const { answers, shown } = shows(queries)
  const slow = shows(queries, 'reports')
  const changes = [queries.invalidateQueries(), queries.invalidateQueries({ queryKey: ['money'] })]
  answers[0]!('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('after')
  await changes[1]
  expect([shown(), answers.length, slow.shown()]).toEqual(['after', 2, undefined])
})

test('what changes later is asked for once, and what another page asks for not at all', async () => {
  const queries = new Queries()
  const { answers, shown } = shows(queries)
  await queries.invalidateQueries({ queryKey: ['bets'] })
  answers[0]!('before')
  await expect.poll(shown).toBe('before')
  const done = queries.invalidateQueries({ queryKey: ['money'] })
  answers[1]!('after')
  await done
  expect([shown(), answers.length]).toEqual(['after', 2])
})
