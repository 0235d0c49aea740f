import { registration } from '#server/testing/person'
import { type Task, find, findWalletUsers, leaveNote, readNote, takeOldest } from '../tasks.ts'

export const reviewer: readonly Task[] = [
  readNote,
  {
    what: 'Pass the certification that waits longest',
    does: async (hand) => {
      await hand.press('g', 'c')
      await takeOldest(hand)
      await hand.sees(hand.page.getByRole('img', { name: 'Document' }))
      await hand.press('p', 'Enter')
      await hand.sees(hand.page.getByText('Choose a case on the left'))
    },
  },
  {
    what: 'Reject the next one with a reason',
    does: async (hand) => {
      const { page, press, choose, write, click, sees } = hand
      await takeOldest(hand)
      await press('r')
      await choose(page.getByLabel('Reason the player is told'), 'photo_unreadable')
      await write(page.getByLabel('In your words'), 'The lower half is dark.')
      await click(page.getByRole('button', { name: 'Reject' }))
      await sees(page.getByText('Choose a case on the left'))
    },
  },
  {
    what: 'Hand the next one over to a colleague, with a word',
    does: async (hand) => {
      const { page, write, click, sees } = hand
      await takeOldest(hand)
      await click(page.getByRole('button', { name: 'Hand over' }))
      await write(page.getByLabel('What the colleague should know'), 'Speaks only Thai.')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Hand over' }))
      await sees(page.locator('main').getByText(/^With reviewer-/))
    },
  },
  {
    what: 'Find a player by phone and open the file',
    does: async (hand, { ring }) => {
      const { account } = ring[0]!
      await find(hand, registration(account).phone)
      await hand.sees(hand.page.getByRole('heading', { name: account, level: 1 }))
    },
  },
  {
    what: 'See which accounts are linked to this player, and why',
    does: async ({ page, click, sees }) => {
      const parts = page.getByRole('navigation', { name: 'Parts of the file' })
      await click(parts.getByRole('link', { name: 'Linked accounts' }))
      await sees(page.getByText('same wallet'))
    },
  },
  findWalletUsers,
  {
    what: 'Count the certifications that were rejected, and read one again',
    does: async ({ page, press, click, choose, sees }, { applicants }) => {
      await press('g', 'c')
      await click(page.getByRole('link', { name: 'All', exact: true }))
      await sees(page.getByText('Rows:'))
      await choose(page.getByRole('form', { name: 'Filters' }).getByLabel('Status'), 'rejected')
      await click(page.getByRole('button', { name: 'Apply' }))
      await sees(page.getByText('Rows: 1'))
      await sees(page.getByRole('link', { name: applicants[1]!.account }))
      await press('j', 'Enter')
      await sees(page.getByText('The lower half is dark.'))
    },
  },
  leaveNote,
]
