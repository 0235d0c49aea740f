import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { type Stage, openStage } from '../../testing/attack/stage.ts'
import { type Watch, watchChanges } from '../../testing/attack/watch-changes.ts'
import { describedCalls } from '../../testing/attack/fuzz/described.ts'
import { reasons } from '../../testing/attack/fuzz/cases.ts'
import { type Finding, fuzz } from '../../testing/attack/fuzz/run-fuzz.ts'
import { timesOf } from '../../testing/soak.ts'

/** Spoilt requests to every call, made from the description that the server publishes; `npm run fuzz` sends many more. */

let stage: Stage
let watch: Watch
beforeAll(async () => {
  stage = await openStage()
  watch = await watchChanges(stage.house)
})
afterAll(async () => {
  await watch.close()
  await stage.house.close()
})

const story = ({ call, caller, how, what, sent }: Finding) =>
  `${call} as ${caller}, ${how}: ${what}\n  ${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body).slice(0, 300)}`

describe('requests that are spoilt in one place', () => {
  const name = 'are refused wherever they must be, without a fault, in words, with a listed code, and change nothing'
  test(name, { timeout: 240_000 }, async () => {
    const described = await describedCalls(stage.house)
    const takesJson = Object.entries<Endpoint>(api).filter(([, call]) => call.body !== 'picture')
    expect(described.map(({ name }) => name).sort()).toEqual(takesJson.map(([name]) => name).sort())
    const { findings, requests, refused, hadTo } = await fuzz(stage, watch, { seed: 7, perCall: timesOf(60, 6) })
    expect(findings.map(story)).toEqual([])
    expect(requests).toBeGreaterThan(1_000)
    expect(refused / requests).toBeGreaterThan(0.6)
    for (const why of reasons) expect(hadTo.get(why) ?? 0, `refused for ${why}`).toBeGreaterThan(10)
  })
})
