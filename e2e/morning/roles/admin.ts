import { type Task, find, leaveNote, readNote } from '../tasks.ts'

export const admin: readonly Task[] = [
  readNote,
  {
    what: 'Read a proposal with what it changes, and approve it',
    does: async ({ page, press, sees }) => {
      await press('g', 'o')
      await sees(page.getByText('$24.99 is refused, $25.00 is taken.'))
      await press('j', 'Enter')
      await sees(page.getByRole('dialog', { name: 'Put this into effect?' }))
      await press('Enter')
      await sees(page.getByText('Nothing here.'))
    },
  },
  {
    what: 'Make an invitation for twenty people',
    does: async ({ page, press, write, click, sees }) => {
      await press('g', 'i')
      await write(page.getByLabel('Uses'), '20')
      await click(page.getByRole('button', { name: 'Make', exact: true }))
      await sees(page.getByText('The code:'))
    },
  },
  {
    what: 'See who came by a code',
    does: async ({ page, click, sees }, { code }) => {
      await click(page.getByRole('link', { name: code }))
      await sees(page.getByRole('link', { name: 'mai_ly_88' }))
    },
  },
  {
    what: 'Revoke the code',
    does: async ({ page, click, write, sees }, { code }) => {
      await click(page.getByRole('link', { name: 'All invitations' }))
      const row = page.getByRole('row').filter({ hasText: code })
      await click(row.getByText('Revoke').first())
      await write(row.getByLabel('Reason'), 'Passed on in public.')
      await click(row.getByRole('button', { name: 'Revoke' }))
      await sees(row.getByText('revoked'))
    },
  },
  {
    what: 'Announce something and see it in all languages before',
    does: async ({ page, press, write, date, click, sees }) => {
      await press('g', 'n')
      await write(page.getByLabel('Simplified Chinese'), '今晚停机维护')
      await write(page.getByLabel('Vietnamese'), 'Bảo trì tối nay')
      await date(page.getByLabel('Until'), '2026-12-01T08:00')
      await click(page.getByRole('button', { name: 'Preview in all languages' }))
      await sees(page.getByRole('dialog').getByText('not written; shown in Simplified Chinese'))
      await click(page.getByRole('dialog').getByRole('button', { name: 'Announce' }))
      await sees(page.getByRole('region', { name: 'What was announced' }).getByText('Bảo trì tối nay'))
    },
  },
  {
    what: 'Find a player by the beginning of the account and see every action about them',
    does: async (hand, { payers }) => {
      const { page, click, sees } = hand
      await find(hand, payers[0]!.account)
      const parts = page.getByRole('navigation', { name: 'Parts of the file' })
      await click(parts.getByRole('link', { name: 'Operators’ actions' }))
      await sees(page.getByRole('cell', { name: 'admin' }))
    },
  },
  leaveNote,
]
