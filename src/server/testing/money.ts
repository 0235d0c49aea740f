import { randomBytes, randomUUID } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { Client } from 'pg'
import sharp from 'sharp'
import { approveProposal, proposeSetting } from '#contract/console/settings'
import { publishReceiving } from '#contract/console/receiving'
import type { Input } from '#contract/endpoint'
import { depositOptions, type requestDeposit } from '#contract/money/deposits'
import { addWallet } from '#contract/money/wallets'
import { setPaymentPassword } from '#contract/people/profile'
import { uploadPicture } from '#contract/uploads'
import { type Cents, parseCents } from '#core/money/cents'
import type { MoneySettingName } from '#core/rules/money/settings'
import type { House } from './open-house.ts'
import type { Player, Visitor } from './person.ts'

export const paymentPassword = 'only for payments'

export const dayMs = 24 * 3_600_000

export const money = (text: string): Cents => parseCents(text)!

/** A valid address of Tron's main network; nobody has its key. */
export function tronAddress(): string {
  return createBase58check(sha256).encode(Uint8Array.from([0x41, ...randomBytes(20)]))
}

/** The same for Ethereum, in the mixed case that encodes its checksum. */
export function ethereumAddress(): string {
  const digits = randomBytes(20).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${digits
    .split('')
    .map((digit, at) => (hash[at]! >= '8' ? digit.toUpperCase() : digit))
    .join('')}`
}

/** A transaction hash as a network shows it. */
export const transactionId = () => randomBytes(32).toString('hex')

/** A valid form for a bank wallet, which a test may change. */
export function bankForm(): Extract<Input<typeof addWallet>, { kind: 'bank' }> {
  return {
    kind: 'bank',
    bankName: 'First Example Bank',
    bankAddress: '1 Example Street, New York',
    cardNumber: String(10n ** 15n + (BigInt(`0x${randomBytes(6).toString('hex')}`) % 10n ** 15n)),
    phoneCountry: 'VN',
    cardPhone: '0912345678',
    routing: '021000021',
    cardholder: 'Nguyen Van An',
    contact: 'Zalo: an',
    paymentPassword,
  }
}

export function digitalForm(address = tronAddress()): Extract<Input<typeof addWallet>, { kind: 'digital' }> {
  return { kind: 'digital', currency: 'USDT', network: 'TRC20', address, paymentPassword }
}

/** A player with a payment password and a wallet that can be used at once. */
export async function withdrawer(house: House, balance: string): Promise<Player & { walletId: string }> {
  const player = await house.player({ balance, certified: true })
  await player.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
  const { id } = await player.call(addWallet, digitalForm(), randomUUID())
  const past = new Date(house.clock.nowMs() - 1)
  await asOwner(house, (client) => client.query('update wallet set usable_from = $1 where id = $2', [past, id]))
  return { ...player, walletId: id }
}

/** Changes tables as their owner, for a test that would otherwise wait for days. */
async function asOwner(house: House, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Changes settings through a proposal and its approval. */
export async function changeSettings(house: House, changes: Partial<Record<MoneySettingName, string>>): Promise<void> {
  const [finance, risk] = [await house.operator('finance'), await house.operator('risk')]
  for (const [name, value] of Object.entries(changes) as [MoneySettingName, string][]) {
    const { proposalId } = await finance.call(proposeSetting, { name, value, reason: 'agreed this morning' })
    await risk.call(approveProposal, { id: proposalId })
  }
}

/** Publishes a TRC20 address through a proposal and its approval. */
export async function publishAddress(finance: Visitor, second: Visitor, address = tronAddress()): Promise<string> {
  const form = { kind: 'usdt', network: 'TRC20', address, reason: 'the monthly change' } as const
  const { proposalId } = await finance.call(publishReceiving, form)
  await second.call(approveProposal, { id: proposalId })
  return address
}

/** Uploads a picture of a receipt, with a new number unless a file is given. */
export async function uploadVoucher(player: Player, file?: Buffer): Promise<string> {
  const picture = file ?? (await voucherPicture(randomBytes(12).toString('hex')))
  const { id } = await player.call(
    uploadPicture,
    { purpose: 'voucher', file: new Blob([new Uint8Array(picture)], { type: 'image/png' }) },
    randomUUID(),
  )
  return id
}

/** A valid request to top up through the current address, which a test may change. */
export async function depositForm(player: Player, file?: Buffer): Promise<Input<typeof requestDeposit>> {
  const { usdt } = await player.call(depositOptions, {})
  return {
    receivingId: usdt[0]!.receivingId,
    amount: money('50.00'),
    reference: transactionId(),
    voucherId: await uploadVoucher(player, file),
  }
}

/** Digits as rows of five dots: enough to make receipts of one layout differ as real ones do. */
const glyphs: Readonly<Record<string, string>> = {
  0: '111101101101111',
  1: '010110010010111',
  2: '111001111100111',
  3: '111001111001111',
  4: '101101111001001',
  5: '111100111001111',
  6: '111100111101111',
  7: '111001001001001',
  8: '111101111101111',
  9: '111101111001111',
  a: '010101111101101',
  b: '110101110101110',
  c: '011100100100011',
  d: '110101101101110',
  e: '111100110100111',
  f: '111100110100100',
  '.': '000000000000010',
  ' ': '000000000000000',
}

/** A receipt as the picture file of a phone. */
export async function voucherPicture(number: string, amount = '50.00'): Promise<Buffer> {
  return drawVoucher(number, amount).png({ compressionLevel: 1 }).toBuffer()
}

/** A receipt in one bank's layout: the frame and headings are always the same, the amount and number are its own. */
export function drawVoucher(number: string, amount = '50.00') {
  const [width, height] = [540, 960]
  const pixels = Buffer.alloc(width * height, 250)
  const fill = (box: { x: number; y: number; w: number; h: number }, shade: number) => {
    for (let y = box.y; y < box.y + box.h; y++) pixels.fill(shade, y * width + box.x, y * width + box.x + box.w)
  }
  fill({ x: 0, y: 0, w: width, h: 140 }, 90)
  for (let row = 0; row < 8; row++) fill({ x: 40, y: 200 + row * 90, w: 120, h: 18 }, 160)
  const write = (text: string, { x, y, dot }: { x: number; y: number; dot: number }) => {
    for (const [place, char] of text.split('').entries()) {
      for (const [at, bit] of (glyphs[char] ?? glyphs[' ']!).split('').entries()) {
        const left = x + place * dot * 4 + (at % 3) * dot
        if (bit === '1') fill({ x: left, y: y + Math.floor(at / 3) * dot, w: dot, h: dot }, 20)
      }
    }
  }
  write(amount, { x: 60, y: 40, dot: 12 })
  for (let row = 0; row < 6; row++) write(number.slice(row * 4, row * 4 + 14), { x: 200, y: 195 + row * 90, dot: 5 })
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}
