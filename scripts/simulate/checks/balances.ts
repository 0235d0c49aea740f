import type { Person } from '../people/person.ts'

type Page = { items: Record<string, unknown>[]; next: string | null }

/** Somebody who may read something could not. */
class Unread extends Error {}

/** Reads a whole list as its player sees it. */
async function whole(
  person: Person,
  call: 'bets.list' | 'deposits.list' | 'withdrawals.list' | 'repeatOrders.list' | 'statement.list',
) {
  const items: Record<string, unknown>[] = []
  for (let after: string | null = null; ;) {
    const told = await person.call(call, after === null ? {} : { after })
    if (told.outcome !== 'ok') throw new Unread(`${call}: ${told.outcome}`)
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

async function balanceOf(person: Person): Promise<string> {
  const told = await person.call('accounts.me', {})
  if (told.outcome !== 'ok') throw new Unread(`accounts.me: ${told.outcome}`)
  return (told.answer as { balance: string }).balance
}

/** Everything that a player is shown, of one moment. */
async function allShown(person: Person) {
  for (let reading = 1; ; reading++) {
    const before = await balanceOf(person)
    const [bets, deposits, withdrawals, orders, statement] = [
      await whole(person, 'bets.list'),
      await whole(person, 'deposits.list'),
      await whole(person, 'withdrawals.list'),
      await whole(person, 'repeatOrders.list'),
      await whole(person, 'statement.list'),
    ]
    const balance = await balanceOf(person)
    // A rebate may be paid between two of the answers.
    if (before === balance || reading === readingsMost)
      return { balance, bets, deposits, withdrawals, orders, statement }
  }
}

/** Checks the balance of a player who may log in; whoever may and is not shown all of it is a finding. */
export async function checkBalance(
  person: Person,
  given: { opening: string; payouts: Map<string, string> },
): Promise<string[]> {
  try {
    return compare(person, await allShown(person), given)
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return [`${person.identity.name} may log in and cannot read ${error.message}`]
  }
}

/**
 * Compares a player's balance with everything else that the player is shown: with the statement, and with a plain model made from the
 * lists of bets, repeat orders, top-ups and withdrawals. Adds to `payouts` what each bet is shown to have paid.
 */
function compare(
  person: Person,
  shown: Awaited<ReturnType<typeof allShown>>,
  { opening, payouts }: { opening: string; payouts: Map<string, string> },
): string[] {
  const { balance, bets, deposits, withdrawals, orders, statement } = shown
  const { name } = person.identity
  for (const { id, payout } of bets) payouts.set(String(id), String(payout))
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
