import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDeposit } from '#contract/console/deposits'
import { requestDeposit } from '#contract/money/deposits'
import { alikeBelow, printHeight, printWidth, shareDiffering } from '#core/rules/money/voucher'
import { depositForm, drawVoucher, publishAddress, uploadVoucher, voucherPicture } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { checkPicture } from '../../services/uploads/check-picture.ts'
import { greyPixels } from '../../services/uploads/grey-pixels.ts'
import { timesOf } from '../../testing/soak.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
})
afterAll(() => house.close())

const number = () => randomBytes(12).toString('hex')

/** What people do to turn a picture into another file, and what phones and messengers do by themselves. */
const alterations: ((picture: Buffer) => Promise<Buffer>)[] = [
  (picture) => sharp(picture).jpeg({ quality: 60 }).toBuffer(),
  (picture) => sharp(picture).jpeg({ quality: 30 }).toBuffer(),
  (picture) => sharp(picture).resize(360).jpeg({ quality: 80 }).toBuffer(),
  (picture) => sharp(picture).resize(1080).webp({ quality: 75 }).toBuffer(),
  (picture) => sharp(picture).modulate({ brightness: 1.08 }).png().toBuffer(),
  (picture) => sharp(picture).blur(0.8).jpeg({ quality: 85 }).toBuffer(),
]

/** The fingerprint of a voucher after the same checks as an upload. */
async function print(picture: Buffer): Promise<Buffer> {
  const check = await checkPicture(picture)
  if (!('picture' in check)) throw new Error(check.refusal)
  return greyPixels(check.picture.bytes, { width: printWidth, height: printHeight })
}

const copies = timesOf(200, 60)
const others = timesOf(1_000, 200)
test(`J2: 95 % of ${copies} altered copies are found, and at most 1 % of ${others} other receipts of the same bank are mistaken for copies`, async () => {
  const originals = []
  for (let at = 0; at < 40; at++) {
    const picture = await voucherPicture(number(), `${10 + at}.50`)
    originals.push({ picture, pixels: await print(picture) })
  }
  let found = 0
  for (let at = 0; at < copies; at++) {
    const { picture, pixels } = originals[at % originals.length]!
    const copy = await print(await alterations[at % alterations.length]!(picture))
    if (shareDiffering(pixels, copy) < alikeBelow) found++
  }
  expect(found).toBeGreaterThanOrEqual(copies * 0.95)

  const mistaken = []
  for (let at = 0; at < others; at++) {
    // The same amount on purpose, so that only the number differs.
    const other = await drawVoucher(number(), `${10 + (at % originals.length)}.50`)
      .resize(printWidth, printHeight, { fit: 'fill' })
      .raw()
      .toBuffer()
    const share = shareDiffering(originals[at % originals.length]!.pixels, other)
    if (share < alikeBelow) mistaken.push(share)
  }
  expect(mistaken.length).toBeLessThanOrEqual(others * 0.01)
}, 240_000)

test('J2: the reviewer sees similar vouchers of any account, and no others', async () => {
  const [an, binh, chi] = [
    await house.player({ certified: true }),
    await house.player({ certified: true }),
    await house.player({ certified: true }),
  ]
  const picture = await voucherPicture(number())
  const send = async (player: typeof an, file: Buffer) => {
    const form = { ...(await depositForm(player)), voucherId: await uploadVoucher(player, file) }
    return (await player.call(requestDeposit, form, randomUUID())).id
  }
  const first = await send(an, picture)
  const second = await send(binh, await alterations[2]!(picture))
  const other = await send(chi, await voucherPicture(number()))
  expect((await finance.call(takeDeposit, { id: second })).alike).toMatchObject([{ id: first, account: an.account }])
  expect((await finance.call(takeDeposit, { id: first })).alike).toMatchObject([{ id: second, account: binh.account }])
  expect((await finance.call(takeDeposit, { id: other })).alike).toEqual([])
})
