import { type Page, expect } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Text of which the contrast was judged in this run, by a hash of the elements that it lies in; a file, for all processes. */
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
  expect(await page.evaluate(judge, { unjudged, more })).toEqual([])
  await appendFile(judgedFile(), unjudged.map((text) => `${text}\n`).join(''))
}

/**
 * Text in equal elements, all the way up, has equal colours, and judging contrast is most of the work. So each text is named by the
 * elements that it lies in, with whatever may select a style, and only new names are judged.
 */
function findTexts(): { texts: string[]; hasAxe: boolean } {
  const page = window as Judging
  const content =
    /^(d|href|src|alt|title|lang|id|for|name|value|placeholder|datetime|aria-(?!disabled|selected|current|pressed|checked|invalid|expanded).*)$/
  const hashes = new Map<Element, number>()
  // FNV-1a, with the parent's hash where it begins; twice 32 bits of it name a text.
  const hashOf = (element: Element): number => {
    const known = hashes.get(element)
    if (known !== undefined) return known
    const own = [...element.attributes].filter(({ name }) => !content.test(name))
    const said = `${element.localName} ${own.map((each) => `${each.name}=${each.value}`).join(' ')}`
    let hash = element.parentElement ? hashOf(element.parentElement) : 0x811c9dc5
    for (let at = 0; at < said.length; at++) hash = Math.imul(hash ^ said.charCodeAt(at), 0x01000193)
    hashes.set(element, hash)
    return hash
  }
  const nameOf = (element: Element) =>
    `${element.localName}.${element.className}:${(hashOf(element) >>> 0).toString(36)}:${(hashOf(element.parentElement!) >>> 0).toString(36)}`
  page.texts = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element && walker.currentNode.nodeValue?.trim() && element.checkVisibility())
      page.texts.set(nameOf(element), element)
  }
  for (const field of document.querySelectorAll('input, textarea, select'))
    if (field.checkVisibility()) page.texts.set(nameOf(field), field)
  return { texts: [...page.texts.keys()], hasAxe: 'axe' in window }
}

/** Everything but contrast in the light, because roles and names are the same in the dark; contrast in both. */
async function judge({ unjudged, more }: { unjudged: string[]; more: string | undefined }): Promise<string[]> {
  const { axe: judging, texts } = window as Judging
  const except = more ? { exclude: [more] } : {}
  const said: string[] = []
  const look = async (theme: string, context: object, options: RunOptions) => {
    const { violations } = await judging!.run(context, { resultTypes: ['violations'], ...options })
    for (const { id, nodes } of violations) said.push(`${theme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }
  await look('light', { include: [document], ...except }, { rules: { 'color-contrast': { enabled: false } } })
  const include = unjudged
    .map((text) => texts!.get(text)!)
    .filter((element) => element.isConnected && !(more && element.closest(more)))
  for (const theme of include.length > 0 ? ['light', 'dark'] : []) {
    document.documentElement.classList.toggle('dark', theme === 'dark')
    await look(theme, { include, ...except }, { runOnly: ['color-contrast'] })
  }
  document.documentElement.classList.remove('dark')
  return said
}
