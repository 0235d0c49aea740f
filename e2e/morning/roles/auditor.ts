import { type Task, find } from '../tasks.ts'

export const auditor: readonly Task[] = [
  {
    what: 'Read what finance did today',
    does: async ({ page, press, write, sees }) => {
      await press('g', 'a')
      await write(page.getByLabel('Operator', { exact: true }), 'finance')
      await press('Enter')
      await sees(page.getByRole('cell', { name: 'withdrawals.pass' }))
    },
  },
  { what: 'Save it as a file', does: ({ page, saves }) => saves(page.getByRole('button', { name: 'CSV' })) },
  {
    what: 'See who looked at one player',
    does: async (hand, { ring }) => {
      const { page, click, sees } = hand
      await find(hand, ring[0]!.account)
      const parts = page.getByRole('navigation', { name: 'Parts of the file' })
      await click(parts.getByRole('link', { name: 'Operators’ actions' }))
      await sees(page.getByRole('cell', { name: 'auditor' }))
    },
  },
  {
    what: 'Read the player’s whole story in one time line',
    does: async ({ page, click, sees }) => {
      const parts = page.getByRole('navigation', { name: 'Parts of the file' })
      await click(parts.getByRole('link', { name: 'Time line' }))
      await sees(page.locator('main').getByRole('row').nth(1))
    },
  },
  {
    what: 'Compare what is owed with the balances',
    does: async ({ page, press, sees }) => {
      await press('g', 'f')
      await sees(page.getByText('Difference (zero, or money stands still)'))
    },
  },
  {
    what: 'Read by which rules players are looked at',
    does: async ({ page, press, click, sees }) => {
      await press('g', 'r')
      await click(page.getByRole('link', { name: 'Rules' }))
      await sees(page.getByText('A signal is a question, not a verdict.'))
    },
  },
  {
    what: 'List the bets of one player',
    does: async ({ page, press, write, sees }, { ring }) => {
      await press('g', 'l')
      await sees(page.getByText('Rows:'))
      await write(page.getByRole('textbox', { name: 'Account' }), ring[0]!.account)
      await press('Enter')
      await sees(page.getByText('Rows: 2'))
    },
  },
]
