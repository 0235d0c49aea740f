import type { Person } from '../people/person.ts'

type Page = { items: Record<string, unknown>[]; next: string | null }

/** Reads a whole list as its player sees it; null where it cannot be read. */
async function whole(
  person: Person,
  call: 'bets.list' | 'deposits.list' | 'withdrawals.list' | 'repeatOrders.list' | 'statement.list',
) {
  const items: Record<string, unknown>[] = []
  for (let after: string | null = null; ;) {
    const told = await person.call(call, after === null ? {} : { after })
    if (told.outcome !== 'ok') return null
    const page = told.answer as Page
    items.push(...page.items)
    if (page.next === null) return items
    after = page.next
  }
}

const cents = (amount: unknown) => BigInt(String(amount).replace('.', ''))
const sum = (items: readonly Record<string, unknown>[], value: (item: Record<string, unknown>) => bigint) =>
  items.reduce((total, item) => total + value(item), 0n)

const readingsMost = 5

/** Everything that a player is shown, of one moment; null where the account may not log in and is shown nothing. */
async function allShown(person: Person) {
  for (let reading = 1; ; reading++) {
    const before = await person.call('accounts.me', {})
    const [bets, deposits, withdrawals, orders, statement] = [
      await whole(person, 'bets.list'),
      await whole(person, 'deposits.list'),
      await whole(person, 'withdrawals.list'),
      await whole(person, 'repeatOrders.list'),
      await whole(person, 'statement.list'),
    ]
    const after = await person.call('accounts.me', {})
    if (before.outcome !== 'ok' || after.outcome !== 'ok') return null
    if (!bets || !deposits || !withdrawals || !orders || !statement) return null
    const { balance } = after.answer as { balance: string }
    // A rebate may be paid between two of the answers.
    const isOfOneMoment = (before.answer as { balance: string }).balance === balance
    if (isOfOneMoment || reading === readingsMost) return { balance, bets, deposits, withdrawals, orders, statement }
  }
}

/**
 * Compares a player's balance with everything else that the player is shown: with the statement, and with a plain model made from the
 * lists of bets, repeat orders, top-ups and withdrawals.
 */
export async function checkBalance(person: Person, opening: string): Promise<string[]> {
  const shown = await allShown(person)
  if (!shown) return []
  const { balance, bets, deposits, withdrawals, orders, statement } = shown
  const { name } = person.identity
  const own = statement.filter(({ account }) => account === 'available')
  const problems: string[] = []
  const moved = sum(own, ({ amount }) => cents(amount))
  if (moved !== cents(balance))
    problems.push(`${name} is told a balance of ${balance}, and the statement adds up to ${moved}`)
  if (own[0] && own[0].after !== balance)
    problems.push(`${name} is told a balance of ${balance}, and the statement ends at ${String(own[0].after)}`)
  const played = sum(bets, ({ payout, rebate, stake }) => cents(payout) + cents(rebate) - cents(stake))
  const toppedUp = sum(deposits, ({ status, actual, reversedAt }) =>
    status === 'passed' && !reversedAt ? cents(actual) : 0n,
  )
  const withdrawn = sum(withdrawals, ({ status, amount }) => (status === 'rejected' ? 0n : cents(amount)))
  const held = sum(orders, (order) => cents(order.held))
  const expected = cents(opening) + played + toppedUp - withdrawn - held
  const wasReversed = deposits.some(({ reversedAt }) => reversedAt)
  // What a reversal could not take back stays with the house, so the model has only an upper bound then.
  if (wasReversed ? cents(balance) > expected : cents(balance) !== expected)
    problems.push(`${name} is told a balance of ${balance}; bets, orders, top-ups and withdrawals make it ${expected}`)
  return problems
}
