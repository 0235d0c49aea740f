import { readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alarmKinds, handbookPath } from '#contract/console/desk'
import { payDueRebates } from '#server/features/bets/rebates/pay-rebates'
import { bet, periodNow } from '#server/testing/draws/betting'
import { type WitnessedHouse, openWitnessedHouse } from '#server/testing/draws/witnesses'
import { settingNames } from '#server/world/config'
import { serveCosigner } from '../verify/cosigner/serve.ts'

let house: WitnessedHouse
let scraped: string
beforeAll(async () => {
  house = await openWitnessedHouse(serveCosigner, {})
  const an = await house.player({ balance: '100.00', certified: true })
  await bet(an, await periodNow(an, 'speed_racing'), { bets: ['pk10.sum12_big_small big 1.00'] })
  await house.pass(120)
  await payDueRebates(house.app)
  await fetch(`${house.playerUrl}/api/v1/me`)
  // A request is counted when its answer is out, and figures of the house that come late are left out.
  scraped = await vi.waitFor(async () => {
    const text = await (await fetch(`${house.metricsUrl}/metrics`)).text()
    expect(text).toContain('code="not_signed_in"')
    expect(text).toContain('clearball_draws_waiting{')
    return text
  }, 20_000)
}, 180_000)
afterAll(() => house.close())

const rules = await readFile('deploy/prometheus/clearball.rules.yml', 'utf8')
const dashboard = await readFile('deploy/grafana/clearball.json', 'utf8')
const namesIn = (text: string) => [...new Set(text.match(/\b(clearball|nodejs|process)_\w+/g))]

test.each([
  ['rules', rules],
  ['dashboard', dashboard],
])('every metric of the %s has a value in a scrape of a house that takes bets', (_, text) => {
  const names = namesIn(text)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !new RegExp(`^${name}(\\{.*\\})? -?[0-9]`, 'm').test(scraped))).toEqual([])
})

test('every metric of ours is on the dashboard and in the operating guide', async () => {
  const guide = await readFile('docs/operating.md', 'utf8')
  const ours = [...scraped.matchAll(/^# TYPE (clearball_\w+)/gm)].map(([, name]) => name!)
  expect(ours.length).toBeGreaterThan(25)
  expect(ours.filter((name) => !dashboard.includes(name))).toEqual([])
  expect(ours.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

describe('alert rules', () => {
  test('name sections of the handbook that exist', async () => {
    const handbook = await readFile('docs/alarms.md', 'utf8')
    const sections = [...handbook.matchAll(/^## (.+)$/gm)].map(([, name]) => name)
    const named = [...rules.matchAll(/runbook_url: '(.+)'/g)].map(([, url]) => url!)
    expect(named).toHaveLength([...rules.matchAll(/alert: /g)].length)
    for (const url of named) {
      const [path, anchor] = url.split('#')
      expect(path).toBe(`https://console.example${handbookPath}`)
      if (anchor !== '{{ $labels.kind }}') expect(sections).toContain(anchor)
    }
  })

  test('take every kind of alarm once: to page somebody, or for the morning', () => {
    const [paging, others] = [/kind=~"([^"]+)"/, /kind!~"([^"]+)"/].map((pattern) =>
      pattern.exec(rules)![1]!.split('|'),
    )
    expect(others).toEqual(paging)
    expect(paging!.filter((kind) => !alarmKinds.some((each) => each === kind))).toEqual([])
  })

  test('name labels that the metrics have', () => {
    for (const [, steps] of rules.matchAll(/step=~?"([^"]+)"/g))
      for (const step of steps!.split('|')) expect(scraped).toContain(`step="${step}"`)
    expect(scraped).toContain('{call="bets.place"')
  })
})

test('units and configurations name only settings that exist', async () => {
  const files = ['systemd', 'nginx', 'caddy', 'container'].map((folder) => `deploy/${folder}`)
  const texts = await Promise.all(
    files.map(async (folder) => {
      const names = await readdir(folder)
      return Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
    }),
  )
  const named = texts.flat().flatMap((text) => [...text.matchAll(/\b([A-Z]+_[A-Z_]+|HOST)=/g)].map(([, name]) => name!))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => name !== 'NODE_ENV' && !settingNames.includes(name))).toEqual([])
})
