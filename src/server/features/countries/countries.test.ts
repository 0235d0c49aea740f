import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCountries, proposeCountries } from '#contract/console/countries'
import { approveProposal } from '#contract/console/settings'
import { applyForCertification } from '#contract/people/certifications'
import { servedCountries } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, application, registration } from '../../testing/person.ts'

let house: House
let admin: Visitor
let risk: Visitor
beforeAll(async () => {
  house = await openHouse({ countriesNotServed: ['KP'] })
  admin = await house.operator('admin')
  risk = await house.operator('risk')
})
afterAll(() => house.close())

const reason = 'our licence says so'
const notServed = async () => (await house.visitor().call(servedCountries, {})).notServed

async function change(countries: string[], isServed: boolean, effectiveAt?: number): Promise<string> {
  const asked = { countries, isServed, reason, ...(effectiveAt && { effectiveAt }) }
  return (await admin.call(proposeCountries, asked)).proposalId
}

test('K1: a country is withdrawn by two people, and from then on nobody from there registers or is certified', async () => {
  const an = await house.player()
  const form = await application(an)
  const id = await change(['VN', 'TH', 'VN'], false)
  expect(await notServed()).toEqual(['KP'])
  await expect(admin.call(approveProposal, { id })).rejects.toMatchObject({ code: 'same_person' })
  await risk.call(approveProposal, { id })
  expect(await notServed()).toEqual(['KP', 'TH', 'VN'])
  await expect(house.visitor().register(registration('late_one'))).rejects.toMatchObject({
    code: 'country_not_served',
    facts: { field: 'country' },
  })
  await expect(an.call(applyForCertification, form, randomUUID())).rejects.toMatchObject({
    code: 'country_not_served',
  })
  await risk.call(approveProposal, { id: await change(['VN'], true) })
  expect(await notServed()).toEqual(['KP', 'TH'])
  await house.visitor().register(registration('late_one'))
  const { history, fixed } = await admin.call(listCountries, {})
  expect(fixed).toEqual(['KP'])
  expect(history.map((each) => [each.country, each.isServed, each.proposedBy, each.approvedBy])).toEqual([
    ['VN', true, 'admin', 'risk'],
    ['VN', false, 'admin', 'risk'],
    ['TH', false, 'admin', 'risk'],
  ])
})

test('a change takes effect at the proposed time', async () => {
  const effectiveAt = house.clock.nowMs() + 3_600_000
  await risk.call(approveProposal, { id: await change(['FR'], false, effectiveAt) })
  expect(await notServed()).not.toContain('FR')
  house.clock.to(effectiveAt)
  expect(await notServed()).toContain('FR')
  admin = await house.operator('admin')
})

test('countries excluded by configuration cannot be served again, and unknown country codes are refused', async () => {
  await expect(change(['KP'], true)).rejects.toMatchObject({ code: 'country_not_served' })
  await expect(change(['XX'], false)).rejects.toMatchObject({ code: 'kind_unknown' })
  await expect(change([], false)).rejects.toMatchObject({ code: 'kind_unknown' })
  await change(['DE', 'AT'], false)
  await expect(change(['AT', 'DE'], false)).rejects.toMatchObject({ code: 'already_proposed' })
})
