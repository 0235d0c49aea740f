import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { parseCents } from '#core/money/cents'
import { plainReference } from '#core/rules/money/deposit'
import { printHeight, printWidth } from '#core/rules/money/voucher'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { keyedHash, seal } from '../../world/secrets/sealed.ts'
import { greyPixels } from '../../services/uploads/grey-pixels.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'
import { sealedFor as sealedForCertification } from '../certifications/sealed-for.ts'
import { makeInvitation } from '../invitations/make-invitation.ts'
import { recordStep } from '../reviews/steps.ts'
import { sealedFor } from '../wallets/queries.ts'

const dayMs = 24 * 3_600_000

/** Addresses whose twenty bytes spell "CLEARBALL DEMO ONLY!": every wallet accepts them, and nobody has their key. */
const addresses = {
  TRC20: 'TG73eHEx4EDi2tbHn3XmUmZmvr2q8eFwLd',
  ERC20: '0x434C45415242414c4C2044454d4f204F4e4C5921',
} as const

const bank = {
  bank_name: 'Demo Bank (play money)',
  bank_address: '1 Example Street, New York',
  routing: '021000021',
} as const
const demoCard = '4000000000000002'

type Picture = { readonly name: string; readonly bytes: Buffer }
type DemoPictures = { readonly voucher: Picture; readonly photo: Picture }

/** Nodes that start together seed one after the other; the second finds it done. */
export async function lockDemo(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('the demonstration'))`.execute(tx)
}

/** Stored before any row refers to them; unreferenced files do no harm. */
export async function storeDemoPictures(app: App): Promise<DemoPictures> {
  const pictures = { voucher: await drawPicture(app, '#1d7f74'), photo: await drawPicture(app, '#8a8f98') }
  const storage = openStorage(app.config, app.clock.nowMs())
  for (const { name, bytes } of Object.values(pictures)) await storage.put(name, bytes)
  return pictures
}

/**
 * What the demonstration needs for deposits and withdrawals: a place to pay to, a certified player with wallets, and a
 * top-up that waits for review.
 */
export async function seedDemoMoney(tx: Tx, app: App, given: { playerId: string; pictures: DemoPictures }) {
  const { playerId, pictures } = given
  const now = new Date(app.clock.nowMs())
  const rows = Object.entries(addresses).map(([network, address]) => ({ network, address }))
  await tx
    .insertInto('receiving_account')
    .values(rows.map((row) => ({ ...row, id: app.random.uuid(), kind: 'usdt', valid_from: now })))
    .execute()
  await giveCard(tx, app, playerId)
  await certify(tx, app, { playerId, photo: pictures.photo })
  await addWallets(tx, app, playerId)
  await addTopUp(tx, app, { playerId, voucher: pictures.voucher })
}

/** The demonstration's card expires after a week; the next start then gives the player a new one. */
export async function keepDemoCard(app: App): Promise<void> {
  await transaction(app.db, app.random, async (tx) => {
    await lockDemo(tx)
    const last = await tx
      .selectFrom('receiving_account')
      .innerJoin('given_card', 'given_card.receiving_id', 'receiving_account.id')
      .select(['player_id', 'valid_until', 'retired_at'])
      .where('card_number', '=', demoCard)
      .orderBy('valid_until', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && !last.retired_at && last.valid_until!.getTime() <= app.clock.nowMs())
      await giveCard(tx, app, last.player_id)
  })
}

async function giveCard(tx: Tx, { random, clock }: App, playerId: string): Promise<void> {
  const id = random.uuid()
  const now = new Date(clock.nowMs())
  const cardholder = 'Clearball Demo'
  const validUntil = new Date(clock.nowMs() + 7 * dayMs)
  await tx
    .insertInto('receiving_account')
    .values({ id, kind: 'bank', ...bank, card_number: demoCard, cardholder, valid_from: now, valid_until: validUntil })
    .execute()
  const support = await operatorId(tx, 'support')
  await tx
    .insertInto('given_card')
    .values({ player_id: playerId, receiving_id: id, given_by: support, given_at: now })
    .execute()
}

async function operatorId(tx: Tx, account: string): Promise<string> {
  const operator = await tx.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirstOrThrow()
  return operator.id
}

async function certify(tx: Tx, app: App, { playerId, photo }: { playerId: string; photo: Picture }): Promise<void> {
  const { random, clock, config } = app
  const [id, now, pepper] = [random.uuid(), new Date(clock.nowMs()), config.pepper]
  const photoId = await addPicture(tx, app, { playerId, purpose: 'identity', picture: photo })
  await tx
    .insertInto('certification')
    .values({
      id,
      player_id: playerId,
      legal_name: 'Demo Player',
      born_on: '1990-01-01',
      country: 'VN',
      document_kind: 'passport',
      document_sealed: seal({ text: 'DEMO 0001', about: sealedForCertification(id), pepper }),
      document_hash: keyedHash({ text: 'VN passport DEMO0001', use: 'documents', pepper }),
      photo_id: photoId,
      status: 'passed',
      decided_by: await operatorId(tx, 'reviewer'),
      decided_at: now,
      created_at: now,
    })
    .execute()
  await makeInvitation(tx, { playerId }, { random, nowMs: now.getTime() })
}

/** Usable at once, unlike ordinary new wallets, because a demonstration cannot wait a day. */
async function addWallets(tx: Tx, { random, clock, config }: App, playerId: string): Promise<void> {
  const { pepper } = config
  const now = new Date(clock.nowMs())
  const fingerprint = (text: string) => keyedHash({ text, use: 'wallets', pepper })
  const own = { player_id: playerId, usable_from: now, created_at: now }
  const cardId = random.uuid()
  const card = '4000000000000010'
  await tx
    .insertInto('wallet')
    .values([
      {
        ...own,
        id: random.uuid(),
        kind: 'digital',
        network: 'TRC20',
        address: addresses.TRC20,
        fingerprint: fingerprint(`TRC20 ${addresses.TRC20}`),
        is_default: true,
      },
      {
        ...own,
        ...bank,
        id: cardId,
        kind: 'bank',
        card_sealed: seal({ text: card, about: sealedFor(cardId), pepper }),
        card_end: card.slice(-4),
        card_phone: '+84900000000',
        cardholder: 'Demo Player',
        contact: 'Telegram: @demo',
        fingerprint: fingerprint(`bank ${card}`),
        is_default: false,
      },
    ])
    .execute()
}

async function addTopUp(tx: Tx, app: App, { playerId, voucher }: { playerId: string; voucher: Picture }) {
  const { random, clock } = app
  const now = new Date(clock.nowMs())
  const id = random.uuid()
  const reference = Buffer.from(random.bytes(32)).toString('hex')
  const voucherId = await addPicture(tx, app, { playerId, purpose: 'voucher', picture: voucher })
  const sha256 = createHash('sha256').update(voucher.bytes).digest()
  const receiving = await tx
    .selectFrom('receiving_account')
    .select('id')
    .where('network', '=', 'TRC20')
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('deposit')
    .values({
      id,
      player_id: playerId,
      receiving_id: receiving.id,
      currency: 'usdt',
      amount: parseCents('250.00')!,
      reference,
      plain_reference: plainReference('usdt', reference),
      voucher_id: voucherId,
      voucher_sha256: sha256,
      voucher_original_sha256: sha256,
      created_at: now,
    })
    .execute()
  await recordStep({ tx, nowMs: now.getTime() }, id, 'asked')
}

/** A plain sheet of colour with grey lines: enough to look at, too little to be mistaken for a receipt. */
async function drawPicture({ random }: App, background: string): Promise<Picture> {
  const [width, height] = [540, 960]
  const line = { create: { width: 380, height: 22, channels: 3, background: '#ffffff' } } as const
  const lines = Array.from({ length: 7 }, (_, at) => ({ input: line, left: 80, top: 160 + at * 100 }))
  // A random offset makes each picture different, because no picture is accepted as a voucher twice.
  const left = 80 + random.below(380)
  const mark = { create: { width: 4, height: 60, channels: 3, background: '#000000' } } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .composite([...lines, { input: mark, left, top: 60 }])
    .jpeg({ quality: 85 })
    .toBuffer()
  return { name: random.uuid(), bytes }
}

type Addition = { playerId: string; purpose: 'voucher' | 'identity'; picture: Picture }

async function addPicture(tx: Tx, { random, clock }: App, { playerId, purpose, picture }: Addition): Promise<string> {
  const now = new Date(clock.nowMs())
  const sha256 = createHash('sha256').update(picture.bytes).digest()
  const id = random.uuid()
  await tx
    .insertInto('upload')
    .values({
      id,
      player_id: playerId,
      purpose,
      storage_name: picture.name,
      mime_type: 'image/jpeg',
      width: 540,
      height: 960,
      bytes: picture.bytes.length,
      sha256,
      original_sha256: sha256,
      created_at: now,
      stored_at: now,
      attached_at: now,
    })
    .execute()
  if (purpose === 'voucher') {
    const pixels = await greyPixels(picture.bytes, { width: printWidth, height: printHeight })
    await tx.insertInto('voucher_print').values({ upload_id: id, pixels }).execute()
  }
  return id
}
