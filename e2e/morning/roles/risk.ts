import { type Task, find, findWalletUsers, leaveNote, readNote } from '../tasks.ts'

export const risk: readonly Task[] = [
  readNote,
  {
    what: 'See what the next draws could cost at worst',
    does: ({ page, sees }) =>
      sees(page.getByRole('region', { name: 'What the next draws could cost' }).getByRole('cell', { name: /^\$/ })),
  },
  {
    what: 'Take the case that is due first, and see who is linked',
    does: async ({ page, press, sees }) => {
      await press('g', 'r')
      await sees(page.getByRole('link', { name: 'Case 1' }))
      await press('j', 'Enter')
      await sees(page.getByRole('figure', { name: 'Linked accounts as a picture' }))
      await press('Enter')
      await sees(page.getByRole('button', { name: 'I have looked at it' }))
    },
  },
  {
    what: 'Close it with an outcome',
    does: async ({ page, choose, write, click, sees }) => {
      await choose(page.getByLabel('What to do'), 'close')
      await choose(page.getByLabel('Outcome'), 'explained')
      await write(page.getByLabel('What you found or want to say'), 'Four brothers; papers seen.')
      await click(page.getByRole('button', { name: 'Close the case' }))
      await sees(page.getByText('Closed by'))
    },
  },
  findWalletUsers,
  {
    what: 'Find a player by account and see who else uses the same browser, wallet or card',
    does: async (hand, { ring }) => {
      const { page, click, sees } = hand
      await find(hand, ring[1]!.account)
      const parts = page.getByRole('navigation', { name: 'Parts of the file' })
      await click(parts.getByRole('link', { name: 'Linked accounts' }))
      await sees(page.getByText('same wallet'))
    },
  },
  {
    what: 'Freeze this account with a reason',
    does: async ({ page, choose, write, click, sees }) => {
      await click(page.getByRole('navigation', { name: 'Parts of the file' }).getByRole('link', { name: 'File' }))
      await choose(page.getByLabel('Status', { exact: true }), 'frozen')
      await write(page.getByLabel('Reason, for the log'), 'Phone stolen, told by telephone.')
      await click(page.getByRole('button', { name: 'Change' }))
      await sees(page.getByText('Changed; the player was told'))
    },
  },
  {
    what: 'See all bets of $100 and more, and their total',
    does: async ({ page, press, write, sees }) => {
      await press('g', 'l')
      await sees(page.getByText('Rows:'))
      await write(page.getByLabel('Stake from'), '100')
      await press('Enter')
      await sees(page.getByText('Rows: 2 · Stake: $500.00'))
      await sees(page.getByRole('cell', { name: 'Odd or even · Champion' }))
    },
  },
  {
    what: 'Stop a game',
    does: async ({ page, press, click, write, sees }) => {
      // The field of the filter is left first.
      await press('Escape', 'g', 'd')
      await click(page.getByRole('button', { name: 'Stop: Speed racing' }))
      await write(page.getByLabel('Reason, for colleagues and the log'), 'Wrong numbers on a screen.')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }))
      await sees(page.getByRole('button', { name: 'Reopen: Speed racing' }))
    },
  },
  leaveNote,
]
