import { expect, expectAccessible, go, signInAs, test } from '../journey.ts'

test('a page that was judged before is judged again where it looks different', async ({ page, house }) => {
  await signInAs(page, house, await house.player())
  await page.goto(house.playerUrl)
  await go(page, '/my/my')
  await expectAccessible(page)
  await expectAccessible(page)
  /** Changes the first text of the page, or takes the change back. */
  const spoil = (css: string) =>
    page.evaluate((text) => {
      const isShown = (element: Element) => element.checkVisibility() && element.textContent.trim() !== ''
      const main = [...document.querySelectorAll('main')].find(isShown)!
      const [first] = [...main.querySelectorAll<HTMLElement>('p, a, button')].filter(isShown)
      first!.style.cssText = text
    }, css)
  const judged = () => expectAccessible(page).then(() => 'accepted', String)
  await spoil('color: #888; background: #999')
  expect(await judged()).toMatch(/light: color-contrast[^]*dark: color-contrast/)
  await spoil('color: #fff; background: light-dark(#000, #eee)')
  const inDark = await judged()
  expect(inDark).toContain('dark: color-contrast')
  expect(inDark).not.toContain('light: color-contrast')
  await spoil('')
  // A state that no attribute tells: the label of a box looks another way once the box is ticked.
  await page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].find((each) => each.checkVisibility())!
    const label = document.createElement('label')
    label.append(document.createElement('input'), 'Agreed')
    label.querySelector('input')!.type = 'checkbox'
    main.append(label)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('label:has(> :checked) { color: #999; background: #888 }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  expect(await judged()).toBe('accepted')
  await page.getByLabel('Agreed').check()
  expect(await judged()).toContain('color-contrast')
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
    for (const label of document.querySelectorAll('main label')) label.replaceWith(document.createElement('button'))
  })
  expect(await judged()).toContain('button-name')
})
