import { paymentPassword, transactionId, tronAddress, voucherPicture } from '#server/testing/money'
import { type At, type Move, chosenBy, goTo, means, press, screen, seen, sheet, stands, type } from './hands.ts'

/** Opens a page for players, with no sheet over it; false where the app led elsewhere. */
async function openPage({ page }: At, path: string): Promise<boolean> {
  await goTo(page, path)
  return new URL(page.url()).pathname === path && (await sheet(page).count()) === 0
}

export const topUp: Move = async (at) => {
  const { world, page, pick } = at
  if (!(await openPage(at, '/pay/recharge'))) return null
  const reference = transactionId()
  const amount = chosenBy(pick, ['10', '25.50', '9.99'])
  if (!(await type(page.getByLabel(world.says('topUp', 'amount')), amount))) return null
  if (!(await type(page.getByLabel(world.says('topUp', 'transaction')), reference))) return null
  const file = { name: 'voucher.png', mimeType: 'image/png', buffer: await voucherPicture(reference) }
  await page.locator('main:visible input[type=file]').setInputFiles(file)
  const isThere = await seen(page.getByText(world.says('topUp', 'voucherReplace')), 6_000)
  await page
    .waitForFunction(() => !document.querySelector('[role=progressbar]'), null, { timeout: 6_000 })
    .catch(() => undefined)
  const send = screen(page).getByRole('button', { name: world.says('topUp', 'send') })
  if (!(await press(send, pick % 3 === 0 ? 'twice' : 'once'))) return `fills in a top-up of ${amount}`
  means(world, 'POST /deposits')
  return `asks for a top-up of ${amount}${isThere ? '' : ', without its picture'}${pick % 3 === 0 ? ', with a double tap' : ''}`
}

export const withdraw: Move = async (at) => {
  const { world, page, pick } = at
  if (!(await openPage(at, '/pay/withdraw'))) return null
  const amount = chosenBy(pick, ['20', '30', '0.01', '100000'])
  if (!(await type(screen(page).getByLabel(world.says('withdrawal', 'amount')), amount))) return null
  if (!(await press(screen(page).getByRole('button', { name: world.says('common', 'continue') })))) return null
  const said = `asks for a withdrawal of ${amount}`
  return (await giveMoneyPassword(at, 'POST /withdrawals')) ? said : `${said}, which the form refuses`
}

export const addWallet: Move = async (at) => {
  const { world, page } = at
  if (!(await openPage(at, '/pay/bankadd'))) return null
  if (!(await type(screen(page).getByLabel(world.says('wallet', 'address')), tronAddress()))) return null
  if (!(await press(screen(page).getByRole('button', { name: world.says('common', 'continue') })))) return null
  return (await giveMoneyPassword(at, 'POST /wallets')) ? 'adds a wallet' : null
}

/** Types the payment password into the sheet that asks for it, once wrongly in eight, and confirms. */
async function giveMoneyPassword({ world, page, pick }: At, call: string): Promise<boolean> {
  const isRight = (pick >>> 5) % 8 !== 0
  const field = sheet(page).getByLabel(world.says('account', 'payment'), { exact: true })
  if (!(await type(field, isRight ? paymentPassword : 'not this one'))) return false
  const button = sheet(page).getByRole('button', { name: world.says('common', 'confirm') })
  if (!(await press(button, (pick >>> 3) % 3 === 0 ? 'twice' : 'once'))) return false
  means(world, call)
  await stands(page)
  return true
}

export const setLimit: Move = async (at) => {
  const { world, page, pick } = at
  if (!(await openPage(at, '/my/limits'))) return null
  const rows = screen(page).getByRole('listitem').getByRole('button')
  if (!(await seen(rows)) || !(await press(rows.first()))) return null
  const amount = chosenBy(pick, ['500', '800', 'some'])
  if (!(await type(page.getByLabel(world.says('limits', 'amount')), amount))) return null
  await press(
    sheet(page).getByRole('button', { name: world.says('common', 'save') }),
    pick % 2 === 0 ? 'twice' : 'once',
  )
  return `sets a deposit limit of ${amount}`
}
