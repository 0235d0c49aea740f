import { expect, test } from 'vitest'
import { nextStep, stepsOf } from './steps.ts'

const states = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).map(({ state }) => state)
const nothing = { certification: 'none', hasMoney: false, hasBet: false } as const

test('each step is ticked by what was done, not by being shown', () => {
  expect(states(nothing)).toEqual(['open', 'open', 'open'])
  expect(states({ ...nothing, certification: 'under_review' })).toEqual(['waiting', 'open', 'open'])
  expect(states({ ...nothing, certification: 'rejected' })).toEqual(['open', 'open', 'open'])
  expect(states({ ...nothing, certification: 'passed', hasMoney: true })).toEqual(['done', 'done', 'open'])
})

test('who has staked everything has topped up all the same', () => {
  expect(states({ certification: 'passed', hasMoney: false, hasBet: true })).toEqual(['done', 'done', 'done'])
})

test('the next step is one that the player can take', () => {
  expect(nextStep(stepsOf(nothing))).toBe('certify')
  expect(nextStep(stepsOf({ ...nothing, certification: 'waiting' }))).toBe(null)
  expect(nextStep(stepsOf({ ...nothing, certification: 'passed' }))).toBe('topUp')
  expect(nextStep(stepsOf({ certification: 'passed', hasMoney: true, hasBet: false }))).toBe('bet')
  expect(nextStep(stepsOf({ certification: 'passed', hasMoney: true, hasBet: true }))).toBe(null)
})
