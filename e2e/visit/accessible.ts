import { type Page, expect } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The texts whose contrast was judged in this run, by name; a file, so that all processes share it. */
const judgedFile = () => process.env.JUDGED_TEXTS!

/** What a page has of axe, and what the two functions below leave for each other. */
type Judging = {
  axe?: { run(context: object, options: RunOptions): Promise<AxeResults> }
  texts?: Map<string, Element>
}

/** No accessibility violation on the page as it is now, in both themes. `more` names what is only more of the same. */
export async function expectAccessible(page: Page, more?: string): Promise<void> {
  const { texts, hasAxe } = await page.evaluate(findTexts)
  if (!hasAxe) await page.evaluate(await axe)
  const judged = new Set((await readFile(judgedFile(), 'utf8')).split('\n'))
  const unjudged = texts.filter((text) => !judged.has(text))
  const { said, seen } = await page.evaluate(judge, { unjudged, more })
  expect(said).toEqual([])
  await appendFile(judgedFile(), seen.map((text) => `${text}\n`).join(''))
}

/**
 * Judging contrast is most of the work, and text with equal colours on equal backgrounds in equal elements has equal contrast. So each
 * text is named by what it and the elements around it look like now, in both themes, and only new names are judged.
 */
function findTexts(): { texts: string[]; hasAxe: boolean } {
  const page = window as Judging
  const names = new Map<Element, string>()
  const nameIn = (element: Element): string => {
    const known = names.get(element)
    if (known !== undefined) return known
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(element)
    const look = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join(' ')
    const said = `${element.localName} ${element.getAttribute('class')} ${look}`
    // FNV-1a, begun with the parent's: two lists of ancestors with one hash would also need equal elements at their ends.
    let hash = element.parentElement ? parseInt(nameIn(element.parentElement), 36) : 0x811c9dc5
    for (let at = 0; at < said.length; at++) hash = Math.imul(hash ^ said.charCodeAt(at), 0x01000193)
    const name = `${(hash >>> 0).toString(36)} ${said}`
    names.set(element, name)
    return name
  }
  const found: Element[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) found.push(walker.currentNode.parentElement!)
  found.push(...document.querySelectorAll('input, textarea, select'))
  const shown = [...new Set(found)].filter((element) => element.checkVisibility())
  const light = shown.map(nameIn)
  names.clear()
  document.documentElement.classList.add('dark')
  const dark = shown.map(nameIn)
  document.documentElement.classList.remove('dark')
  page.texts = new Map(shown.map((element, at) => [`${light[at]} | ${dark[at]}`, element]))
  return { texts: [...page.texts.keys()], hasAxe: 'axe' in window }
}

/** Everything but contrast in the light, because roles and names are the same in the dark; contrast in both. */
async function judge({ unjudged, more }: { unjudged: string[]; more: string | undefined }) {
  const { axe: judging, texts } = window as Judging
  const except = more ? { exclude: [more] } : {}
  const said: string[] = []
  const look = async (theme: string, context: object, options: RunOptions) => {
    const { violations } = await judging!.run(context, { resultTypes: ['violations'], ...options })
    for (const { id, nodes } of violations) said.push(`${theme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }
  await look('light', { include: [document], ...except }, { rules: { 'color-contrast': { enabled: false } } })
  let seen = unjudged.filter((text) => !(more && texts!.get(text)!.closest(more)))
  for (const theme of ['light', 'dark']) {
    // A page that is live takes elements away; what is gone by now waits for the next page that shows it.
    seen = seen.filter((text) => texts!.get(text)!.isConnected)
    if (seen.length === 0) break
    document.documentElement.classList.toggle('dark', theme === 'dark')
    await look(theme, { include: seen.map((text) => texts!.get(text)!), ...except }, { runOnly: ['color-contrast'] })
  }
  document.documentElement.classList.remove('dark')
  return { said, seen }
}
