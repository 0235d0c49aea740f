import { type KeyObject, createPrivateKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type BetLeaf, betLeafContent } from '#core/fairness/bets'
import { formatInstant } from '#core/fairness/instant'
import type { LogHead } from '#core/fairness/log'
import { leafHash } from '#core/fairness/merkle'
import { type Receipt, type SignedReceipt, receiptHash } from '#core/fairness/receipt'
import { type Bet, stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import type { App } from '../../world/app.ts'
import { sha256 } from '../../services/fairness/sha256.ts'
import { dashed } from '../../world/random.ts'
import type { Secret } from '../../world/secrets/secret.ts'

/** An accepted bet: everything that its leaf consists of. */
export type TakenBet = {
  readonly drawId: string
  readonly seq: number
  readonly bet: Bet
  readonly atMs: number
  /** A uuid, because that is how the database stores sixteen bytes best. */
  readonly salt: string
}

/** Sixteen random bytes that only the player learns. */
export function saltFrom({ random }: Pick<App, 'random'>): string {
  return dashed(Buffer.from(random.bytes(16)).toString('hex'))
}

/** The id by which a player asks for a bet. */
export function betId(drawId: string, seq: number): string {
  return `${drawId}:${seq}`
}

export function leafOf({ drawId, seq, bet, atMs, salt }: TakenBet): BetLeaf {
  return {
    v: 1,
    drawId,
    seq,
    betId: betId(drawId, seq),
    play: playCode(bet.market, bet.position),
    sel: bet.key,
    stake: Number(stakeOf(bet)),
    odds: bet.oddsHundredths * 10,
    at: formatInstant(atMs),
    salt: salt.replaceAll('-', ''),
  }
}

const signElsewhere = promisify(sign)

/** The same signature as core's own, made by OpenSSL off the event loop, because every bet needs one. */
export async function signBet(taken: TakenBet, head: LogHead, key: KeyObject): Promise<SignedReceipt> {
  const bet = leafOf(taken)
  const leaf = bytesToHex(leafHash(betLeafContent(bet), sha256))
  const receipt: Receipt = { v: 1, drawId: bet.drawId, seq: bet.seq, bet, leaf, head }
  const sig = await signElsewhere(null, Buffer.from(receiptHash(receipt, sha256), 'hex'), key)
  return { receipt, sig: sig.toString('hex') }
}

/** The fixed DER prefix before the 32 bytes of an Ed25519 private key (RFC 8410). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The operator's key in the form that OpenSSL takes, built once. */
export function signingKey({ config, memory }: Pick<App, 'config' | 'memory'>): KeyObject {
  memory.signingKey ??= privateKeyOf(config.operatorKey)
  return memory.signingKey
}

export function privateKeyOf(operatorKey: Secret): KeyObject {
  const der = Buffer.concat([keyPrefix, Buffer.from(operatorKey.reveal(), 'hex')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}
