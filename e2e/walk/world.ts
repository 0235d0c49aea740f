import type { Browser, BrowserContext, Page } from '@playwright/test'
import { locales, type Locale } from '#contract/locales'
import type { GameCode } from '#core/games/catalogue'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { publishAddress, withdrawer } from '#server/testing/money'
import type { Player } from '#server/testing/person'
import { enter, listen, wordsOf } from '../journey.ts'
import { letTimeRun } from '../play/playing.ts'
import { type Sayings, sayingsOf } from './sayings.ts'
import { type Wire, tapWire } from './wire.ts'

/** The games that a walk plays: a slow one, one whose draws end while it lasts, and one with other markets. */
export const played = ['k3_10m', 'speed_racing', 'k3_5m'] as const satisfies readonly GameCode[]
export type Played = (typeof played)[number]

type Words = Awaited<ReturnType<typeof wordsOf>>

/** What the player did, kept in the plainest form; the screens and the books are compared with it. */
type Model = {
  locale: Locale
  /** The language before it was changed last: what was said before may still stand there for a moment. */
  formerLocale: Locale
  isDark: boolean
  /** What is chosen on each game, by tab; a game that is missing is one of which this is not known. */
  readonly chosen: readonly [Map<Played, Set<string>>, Map<Played, Set<string>>]
  /** How often the player meant to do what a call does. */
  readonly meant: Map<string, number>
}

/** A message that a screen showed for a moment. */
type Told = { readonly tab: number; readonly step: number; readonly text: string }

/** A player with two tabs of one browser in a house of their own. */
export type World = {
  readonly house: DrawHouse
  readonly player: Player
  readonly context: BrowserContext
  readonly tabs: readonly [Page, Page]
  readonly wire: Wire
  readonly model: Model
  readonly told: readonly Told[]
  readonly complaints: string[]
  readonly words: Readonly<Record<Locale, Words>>
  readonly sayings: Readonly<Record<Locale, Sayings>>
  /** The words of the language that the player chose. */
  says(group: string, name: string): string
  /** The number of the step that is being done. */
  step: number
  /** How often a balance on a screen was compared with the ledger. */
  balances: number
  /** Lets the house live on for a while, drawing what is due. */
  live(ms: number): Promise<void>
  close(): Promise<void>
}

const startBalance = '300.00'

export async function openWorld(browser: Browser): Promise<World> {
  const house = await openDrawHouse()
  const context = await browser.newContext()
  try {
    return await settleIn(house, context)
  } catch (error) {
    await context.close()
    await house.abandon()
    throw error
  }
}

async function settleIn(house: DrawHouse, context: BrowserContext): Promise<World> {
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const player = await withdrawer(house, startBalance)
  const tabs = [await context.newPage(), await context.newPage()] as const
  const words = Object.fromEntries(
    await Promise.all(locales.map(async (each) => [each, await wordsOf(each)] as const)),
  ) as Record<Locale, Words>
  const model = newModel()
  const [told, complaints]: [Told[], string[]] = [[], []]
  let stop = letTimeRun(house)
  const wire = await tapWire(context, { tabs, step: () => world.step })
  const world: World = {
    house,
    player,
    context,
    tabs,
    wire,
    model,
    told,
    complaints,
    words,
    sayings: Object.fromEntries(locales.map((each) => [each, sayingsOf(words[each])])) as Record<Locale, Sayings>,
    says: (group, name) => words[model.locale][group]![name]!,
    step: 0,
    balances: 0,
    live: async (ms) => {
      stop()
      await house.liveUntil(house.clock.nowMs() + ms)
      stop = letTimeRun(house)
    },
    close: async () => {
      stop()
      await context.close()
      // Audits the ledger first.
      await house.close()
    },
  }
  await followToasts(world, told)
  await setPhones(context, house)
  for (const [tab, page] of tabs.entries()) {
    listen(page, complaints)
    // A page that is loaded anew, by whomever, has nothing chosen.
    page.on('load', () => model.chosen[tab]!.clear())
    await enter(page, player, { path: '/', locale: model.locale, url: house.playerUrl })
  }
  return world
}

const newModel = (): Model => ({
  locale: 'en',
  formerLocale: 'en',
  isDark: false,
  chosen: [new Map(), new Map()],
  meant: new Map(),
})

/** Every message that is shown for a moment is written down, however short the moment. */
async function followToasts(world: World, told: Told[]): Promise<void> {
  await world.context.exposeBinding('noteToast', ({ page }, text: string) => {
    told.push({ tab: world.tabs.findIndex((each) => each === page), step: world.step, text })
  })
}

/** The phone's clock is right, and the tour was seen before. */
async function setPhones(context: BrowserContext, { clock }: DrawHouse): Promise<void> {
  await context.addInitScript((aheadMs) => {
    if (location.protocol === 'http:') localStorage.setItem('clearball.tour', 'seen')
    const RealDate = Date
    const now = () => RealDate.now() + aheadMs
    globalThis.Date = new Proxy(RealDate, {
      construct: (of, given) => Reflect.construct(of, given.length === 0 ? [now()] : given) as Date,
      get: (of, name) => (name === 'now' ? now : (Reflect.get(of, name) as unknown)),
    })
    let shown = ''
    new MutationObserver(() => {
      const text = document.querySelector('output[popover] p')?.textContent ?? ''
      if (text && text !== shown) (globalThis as unknown as { noteToast(text: string): void }).noteToast(text)
      shown = text
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, clock.nowMs() - Date.now())
}
