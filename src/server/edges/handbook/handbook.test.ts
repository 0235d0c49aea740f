import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmKinds, handbookPage } from '#contract/console/desk'
import { type House, openHouse } from '../../testing/open-house.ts'
import { renderHandbook } from './render.ts'
import { handbookFile } from './serve-handbook.ts'

let house: House
let page: string
beforeAll(async () => {
  house = await openHouse()
  page = await (await fetch(`${house.consoleUrl}/api/handbook`)).text()
})
afterAll(() => house.close())

describe('the handbook at the console’s address', () => {
  test.each(alarmKinds)(
    'has a section on %s: what it means, what to look at, what to do, how it ends',
    async (kind) => {
      const anchor = handbookPage(kind).split('#')[1]!
      expect(page).toContain(`<h2 id="${anchor}">`)
      const text = await readFile(handbookFile, 'utf8')
      const section = text.split(/^## /m).find((each) => each.startsWith(`${kind}\n`))!
      for (const part of ['**What it means.**', '**Look at**', '**Do.**', '**It ends**'])
        expect(section).toContain(part)
    },
  )

  test('leads only to sections that it has', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => !ids.has(link))).toEqual([])
    // Nothing of the source is left over.
    expect(page).not.toMatch(/\]\(|\*\*|^#/m)
  })

  test('is not at the players’ address', async () => {
    expect((await fetch(`${house.playerUrl}/api/handbook`)).status).toBe(404)
  })
})

test('what is written becomes no markup that was not meant', () => {
  expect(renderHandbook('## a_b\n\n- <b> `x_y_z` and **so**\n- _it_ [here](#a_b), [there](ledger.md#x)')).toBe(
    '<h2 id="a_b">a_b</h2>\n<ul><li>&#60;b&#62; <code>x_y_z</code> and <strong>so</strong></li>' +
      '<li><em>it</em> <a href="#a_b">here</a>, there (<code>docs/ledger.md</code>)</li></ul>',
  )
})
