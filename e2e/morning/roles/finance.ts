import { type Task, find, leaveNote, takeOldest } from '../tasks.ts'

export const finance: readonly Task[] = [
  {
    what: 'See today’s turnover, payouts and result',
    does: async ({ page, sees }) => {
      const tiles = page.getByRole('list', { name: 'The house now' })
      await sees(tiles.getByText('Turnover today'))
      await sees(tiles.getByText('Result today'))
    },
  },
  {
    what: 'Credit the top-up that waits longest',
    does: async (hand) => {
      const { page, press, type, sees } = hand
      await press('g', 't')
      await takeOldest(hand)
      await sees(page.getByRole('img', { name: 'Voucher' }))
      await press('p')
      await type('50')
      await press('Enter')
      await sees(page.getByText('Choose a case on the left'))
    },
  },
  {
    what: 'Pay the withdrawal that waits longest',
    does: async (hand) => {
      const { page, press, type, sees } = hand
      await press('g', 'w')
      await takeOldest(hand)
      await press('p')
      await type('VCB-20261102-0001')
      await press('Enter')
      await sees(page.getByText('Choose a case on the left'))
    },
  },
  {
    what: 'See the withdrawals over $1,000 that wait, and their total',
    does: async ({ page, click, choose, write, press, sees }) => {
      await click(page.getByRole('link', { name: 'All', exact: true }))
      await sees(page.getByText('Rows:'))
      await choose(page.getByRole('form', { name: 'Filters' }).getByLabel('Status'), 'waiting')
      await write(page.getByLabel('Amount from'), '1000')
      await press('Enter')
      await sees(page.getByText('Rows: 3 · Amount: $9,900.00'))
    },
  },
  {
    what: 'Save exactly these as a file',
    does: ({ page, saves }) => saves(page.getByRole('button', { name: 'Save as CSV' })),
  },
  {
    what: 'Find a payout by the bank’s reference',
    does: async (hand, { reference }) => {
      await find(hand, reference)
      await hand.sees(hand.page.getByText('$120.00'))
    },
  },
  {
    what: 'Agree to a large withdrawal as the first of two',
    does: async (hand, { payees }) => {
      const { page, press, click, sees } = hand
      await press('g', 'w')
      await click(page.getByRole('list', { name: 'Cases' }).getByRole('button', { name: payees.at(-1)!.account }))
      await click(page.getByRole('button', { name: 'Take it' }))
      await click(page.getByRole('button', { name: 'Agree as the first of two' }))
      await sees(page.getByText('finance agreed'))
    },
  },
  {
    what: 'Compare this week with the week before, by game',
    does: async ({ page, press, date, choose, click, sees }) => {
      await press('g', 'f')
      await sees(page.getByRole('region', { name: 'By game' }))
      await date(page.getByLabel('From'), '2026-10-27')
      await choose(page.getByLabel('Compare with'), 'before')
      await click(page.getByRole('button', { name: 'Show' }))
      await sees(page.getByRole('region', { name: 'By game' }).getByRole('columnheader', { name: 'Change' }))
    },
  },
  leaveNote,
]
