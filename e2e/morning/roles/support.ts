import { type Task, find, leaveNote, readNote } from '../tasks.ts'

export const support: readonly Task[] = [
  readNote,
  {
    what: 'Answer who waits longest',
    does: async ({ page, press, type, sees }, { askers }) => {
      await press('g', 'k')
      await sees(page.getByRole('button', { name: askers[0]!.account }))
      await press('Enter')
      await sees(page.getByText('Has my withdrawal been paid yet?'))
      await press('Enter')
      await type('It was paid this morning.')
      await press('Control+Enter')
      await sees(page.getByRole('listitem').filter({ hasText: 'It was paid this morning.' }))
    },
  },
  {
    what: 'Give the next one the card of the day',
    does: async ({ page, click, sees }, { askers }) => {
      await click(page.getByRole('button', { name: askers[1]!.account }))
      await click(page.getByRole('button', { name: 'Give', exact: true }))
      await sees(page.getByText(/^Card ending in/))
    },
  },
  {
    what: 'Find a complaint by its number',
    does: async (hand, { askers }) => {
      await find(hand, '100001')
      await hand.sees(hand.page.locator('main').getByRole('link', { name: askers[2]!.account }))
    },
  },
  {
    what: 'Find a player by email and read the file',
    does: async (hand, { payers }) => {
      const { account } = payers[0]!
      await find(hand, `${account}@players.example`)
      await hand.sees(hand.page.getByRole('heading', { name: account, level: 1 }))
    },
  },
  {
    what: 'End all conversations that are answered',
    does: async ({ page, press, click, choose, sees }) => {
      await press('g', 'k')
      await click(page.getByRole('link', { name: 'All', exact: true }))
      await sees(page.getByText('Rows:'))
      await choose(page.getByRole('form', { name: 'Filters' }).getByLabel('State', { exact: true }), 'open')
      await click(page.getByRole('button', { name: 'Apply' }))
      await sees(page.getByRole('cell', { name: 'Answered' }))
      await click(page.getByLabel('Mark all rows of this page'))
      await click(page.getByRole('button', { name: 'End answered conversations' }))
      await sees(page.getByText(/Done: \d+\. Not done: 0\./))
    },
  },
  leaveNote,
]
