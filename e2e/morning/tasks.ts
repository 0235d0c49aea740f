import type { Hand } from './hand.ts'
import type { Planted } from './plant.ts'

/** One thing that an operator does in the morning, from the page where the task before ended. */
export type Task = { readonly what: string; readonly does: (hand: Hand, planted: Planted) => Promise<void> }

const shiftNote = 'Two people still wait for their bank.'

/** The note of the last shift is read. */
export const readNote: Task = {
  what: 'Read the note of the last shift',
  does: async ({ page, sees, click }) => {
    await sees(page.getByText('The network was slow all night.'))
    await click(page.getByRole('button', { name: 'Read', exact: true }))
    await sees(page.getByText('No new notes.'))
  },
}

/** The note for the next one is written. */
export const leaveNote: Task = {
  what: 'Leave a note for the next shift',
  does: async ({ page, sees, click, press, write }) => {
    await press('g', 'h')
    await click(page.getByRole('button', { name: 'Leave a note' }))
    await write(page.getByLabel('For the next shift of your role'), shiftNote)
    await click(page.getByRole('button', { name: 'Leave it' }))
    await sees(page.getByText('The next shift sees it first'))
  },
}

/** Opens what the search over everything finds first. */
export async function find({ page, sees, press, type }: Hand, text: string): Promise<void> {
  await press('/')
  await type(text)
  await sees(page.getByRole('region', { name: 'What was found' }).getByRole('link'))
  await press('Enter')
}

/** Takes the case that waits longest, by keyboard: one key looks at it, the same key takes it. */
export async function takeOldest({ page, sees, press }: Hand): Promise<void> {
  await sees(page.getByRole('list', { name: 'Cases' }))
  await press('Enter')
  await sees(page.getByText('Nobody has this case in hand.'))
  await press('Enter')
  await sees(page.getByText('In your hands until'))
}

/** Whose wallet an address is, as an operator is asked by a colleague. */
export const findWalletUsers: Task = {
  what: 'Find who uses a wallet address',
  does: async (hand, { sharedAddress }) => {
    await find(hand, sharedAddress)
    await hand.sees(hand.page.getByRole('navigation', { name: 'Parts of the file' }))
  },
}
