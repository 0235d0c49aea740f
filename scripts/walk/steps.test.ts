import { expect, test } from 'vitest'
import { shrunk, stepsOf, tooLittle } from './steps.ts'

const weights = { look: 3, buy: 1, never: 0 }

test('a seed always gives the same steps, another seed others, and a move without weight never comes', () => {
  const steps = stepsOf(7, 400, weights)
  expect(stepsOf(7, 400, weights)).toEqual(steps)
  expect(stepsOf(8, 400, weights)).not.toEqual(steps)
  const looks = steps.filter(({ move }) => move === 'look').length
  expect(looks).toBeGreaterThan(250)
  expect(looks).toBeLessThan(350)
  expect(steps.some(({ move }) => move === 'never')).toBe(false)
  expect(new Set(steps.map(({ tab }) => tab))).toEqual(new Set([0, 1]))
})

test('a failing walk is shrunk to the steps that it needs to fail', async () => {
  const steps = Array.from({ length: 40 }, (_, at) => at)
  const needed = [3, 17, 18, 39]
  const fails = async (fewer: readonly number[]) => needed.every((each) => fewer.includes(each))
  expect(await shrunk(steps, fails, 1_000)).toEqual(needed)
  expect(await shrunk([5], async () => true, 1_000)).toEqual([5])
})

test('shrinking ends after the tries that it is given, with steps that still fail', async () => {
  const steps = Array.from({ length: 64 }, (_, at) => at)
  let tries = 0
  const fails = async (fewer: readonly number[]) => {
    tries++
    return fewer.includes(50)
  }
  const left = await shrunk(steps, fails, 3)
  expect(tries).toBe(3)
  expect(left).toContain(50)
  expect(left.length).toBeLessThan(64)
})

test('a walk on which hardly anything was possible, or no balance was compared, has shown nothing', () => {
  expect(tooLittle({ done: 6, balances: 1 }, 12)).toEqual([])
  expect(tooLittle({ done: 5, balances: 1 }, 12)).toEqual(['only 5 of 12 moves were possible, so little was tried'])
  expect(tooLittle({ done: 12, balances: 0 }, 12)).toEqual(['no balance was compared with the ledger'])
})
