import { amountText } from '#core/money/amount-text'
import { type Books, counted, readBooks } from './books.ts'
import { noteOutcomes } from './follow.ts'
import { gameShown } from './moves/betting.ts'
import { type Sight, look } from './sight.ts'
import type { Write } from './wire.ts'
import { isSaidIn } from './sayings.ts'
import type { World } from './world.ts'

/** What must hold after every step. What comes a moment later is waited for; what then still does not hold is returned. */
export async function problemsAfter(world: World): Promise<string[]> {
  for (let problems: string[], until = performance.now() + 25_000; ;) {
    problems = await problemsNow(world).catch(loadsAgain)
    if (problems.length === 0 || performance.now() > until) return problems
    await world.tabs[0].waitForTimeout(200)
  }
}

/** A page that is connected again loads itself again, also while it is looked at; one that never ends doing so is a problem. */
function loadsAgain(error: Error): string[] {
  if (!error.message.includes('Execution context was destroyed')) throw error
  return ['a page loads itself again and again']
}

async function problemsNow(world: World): Promise<string[]> {
  noteOutcomes(world)
  const says = world.words[world.model.locale]
  const words = {
    balance: says.home!.balance!,
    tabs: says.page!.tabs!,
    back: says.page!.back!,
    loading: says.common!.loading!,
  }
  const [books, ...sights] = await Promise.all([readBooks(world), ...world.tabs.map((page) => look(page, words))])
  return [
    ...booksProblems(world, books),
    ...toastProblems(world),
    ...complaintsOf(world),
    ...sights.flatMap((sight, tab) =>
      screenProblems(world, { sight, books, tab: tab as 0 | 1 }).map(
        (each) => `${tab === 0 ? 'first' : 'second'} tab, ${sight.path}: ${each}`,
      ),
    ),
  ]
}

const distinct = (writes: readonly Write[]) => new Set(writes.map(({ key }) => key))
const isAccepted = ({ status }: Write) => status !== null && status < 300

/** Refusals from before the server looks up the key: they say nothing about an earlier try. */
const atTheDoor = ['not_signed_in', 'session_broken', 'too_many_requests', 'busy']

/** What the server said yes to is in the books, once, and nothing else is. */
function booksProblems({ wire, model }: World, books: Books): string[] {
  const problems: string[] = []
  const slips = wire.writes.filter(({ call }) => call === 'POST /bets')
  for (const { key, body, status, code } of slips) {
    const [there, sent] = [books.betsByKey.get(key) ?? 0, (JSON.parse(body) as { bets: unknown[] }).bets.length]
    if (status !== null && status < 300 && there !== sent)
      problems.push(`a slip of ${sent} was accepted and ${there} bets of it are in the books`)
    if (there > 0 && status !== null && status >= 400 && !atTheDoor.includes(code!))
      problems.push(`a slip was refused as ${code} and is in the books`)
  }
  const unknown = [...books.betsByKey.keys()].filter((key) => !slips.some((each) => each.key === key))
  if (unknown.length > 0) problems.push(`${unknown.length} slips are in the books that no tab sent`)
  const bought = books.betsByKey.size
  if (bought > (model.meant.get('POST /bets') ?? 0))
    problems.push(`${bought} slips are in the books, ${model.meant.get('POST /bets') ?? 0} were meant`)
  for (const call of counted) {
    const all = wire.writes.filter((each) => each.call === call)
    const accepted = distinct(all.filter(isAccepted)).size
    const mayBe = distinct(all.filter(({ status }) => status === null)).size
    const rows = books.rows[call]
    const meant = model.meant.get(call) ?? 0
    if (rows < accepted || rows > accepted + mayBe)
      problems.push(`${call}: ${accepted} were accepted, and ${rows} are in the books`)
    if (rows > meant) problems.push(`${call}: ${rows} are in the books, ${meant} were meant`)
  }
  return problems
}

/** A message of success belongs to an answer that the tab got. */
const successes: readonly { group: string; name: string; calls: readonly string[] }[] = [
  { group: 'success', name: 'purchased', calls: ['POST /bets', 'POST /repeat-orders'] },
  { group: 'topUp', name: 'sent', calls: ['POST /deposits'] },
  { group: 'withdrawal', name: 'asked', calls: ['POST /withdrawals'] },
  { group: 'success', name: 'added', calls: ['POST /wallets'] },
  { group: 'success', name: 'signed_in', calls: ['POST /session'] },
]

function toastProblems({ wire, told, words }: World): string[] {
  return successes.flatMap(({ group, name, calls }) => {
    const texts = new Set(Object.values(words).map((each) => each[group]![name]!))
    return [0, 1].flatMap((tab) => {
      const said = told.filter((each) => each.tab === tab && texts.has(each.text)).length
      const heard = wire.writes.filter((each) => each.tab === tab && calls.includes(each.call) && isAccepted(each))
      return said > heard.filter(({ isHeard }) => isHeard).length
        ? [`“${[...texts][0]}” was shown ${said} times after ${heard.length} such answers`]
        : []
    })
  })
}

/** A page that is left or offline drops what it was fetching. */
const lostConnection =
  /Failed to fetch dynamically imported module|ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|FAILED|ABORTED|ADDRESS_UNREACHABLE)/
/** What a 503 said is known from the wire. */
const refusedCall = /status of (401|403|409|422|423|429|503)\b/

/** What the browser's console says beyond lost connections and refusals, and what the server logged as its own mistake. */
function complaintsOf({ complaints, house, wire }: World): string[] {
  return [
    ...complaints
      .filter((each) => !lostConnection.test(each) && !refusedCall.test(each))
      .map((each) => `the console says: ${each}`),
    ...wire.failures.map((each) => `the server answered ${each}`),
    ...house.logged.filter((line) => line.includes('"msg":"fault"')).map((line) => `the server logged ${line}`),
  ]
}

type Looked = { readonly sight: Sight; readonly books: Books; readonly tab: 0 | 1 }

function screenProblems(world: World, { sight, books, tab }: Looked): string[] {
  const { model, wire, words } = world
  const problems: string[] = []
  const isOnline = !wire.weather.isOffline
  if (!sight.isUp) return isOnline ? ['the app is not up'] : []
  if (sight.lang !== model.locale) problems.push(`the page says ${sight.lang}, ${model.locale} is chosen`)
  if (sight.isDark !== model.isDark) problems.push(`the theme is ${sight.isDark ? 'dark' : 'light'}`)
  if (sight.tooWidePx > 0) problems.push(`the page is ${sight.tooWidePx} px too wide`)
  if (!sight.hasWayBack) problems.push('no way leads on from here')
  if (sight.texts.includes(words[model.locale].page!.brokenText!)) problems.push('the page stopped working')
  if (isOnline && sight.isWaiting && wire.quietMs() > 3_000)
    problems.push('something is waited for that nobody asked for')
  const wanted = amountText(books.balance, model.locale)
  const isCompared = isOnline && sight.balance !== null
  if (isCompared) world.balances++
  if (isCompared && sight.balance !== wanted)
    problems.push(`the balance shown is ${sight.balance}, the ledger has ${wanted}`)
  const game = gameShown(world.tabs[tab])
  const chosen = game && model.chosen[tab].get(game)
  if (chosen && sight.path.startsWith('/play/') && String([...chosen].sort()) !== String([...sight.pressed].sort()))
    problems.push(`chosen on ${game} is [${[...sight.pressed].join(', ')}], it should be [${[...chosen].join(', ')}]`)
  if (isOnline && sight.wallets !== null && !sight.isWaiting && sight.wallets !== Math.max(books.wallets, 0))
    problems.push(`${sight.wallets} wallets are shown, there are ${books.wallets}`)
  if (sight.path === '/kefu/kefu') problems.push(...chatProblems(sight, books))
  const spoken = [world.sayings[model.locale], world.sayings[model.formerLocale]]
  const foreign = sight.alerts.filter((text) => !spoken.some((each) => isSaidIn(each, text)))
  for (const text of foreign) problems.push(`“${text}” is not said in ${model.locale}`)
  return problems
}

/** No message stands there twice. */
function chatProblems({ messages }: Sight, books: Books): string[] {
  const own = messages.filter((text) => text.startsWith('Message '))
  const twice = own.filter((text, at) => own.indexOf(text) !== at)
  const inBooks = books.messages.filter((text, at) => books.messages.indexOf(text) !== at)
  return [...twice, ...inBooks].map((text) => `“${text}” is there twice`)
}
