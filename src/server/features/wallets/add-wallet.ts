import type { Input } from '#contract/endpoint'
import { addWallet } from '#contract/money/wallets'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { plainCardNumber, walletsMost } from '#core/rules/money/wallet'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { type Context, handlePrepared } from '../../services/calls/handle.ts'
import { keyedHash, seal } from '../../world/secrets/sealed.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { checkPaymentPassword } from '../accounts/payment-password.ts'
import { takeNotice } from '../../services/guard/own-counts.ts'
import { lockPlayer, readPhone } from '../../services/people/find-player.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { isAddress, isRoutingNumber } from '#core/rules/money/check-digits'
import { certifiedName } from '../certifications/certified-name.ts'
import { nameDiffers, sealedFor, walletsOf } from './queries.ts'

export const addWalletHandler = handlePrepared(
  addWallet,
  async (context) => {
    const { input, caller, beacon } = context
    // By a clock that is behind, the wallet could be used at once.
    requireConfirmedClock(beacon)
    await checkPaymentPassword(context, { playerId: caller.playerId, password: input.paymentPassword })
    await takeNotice(context, caller.playerId, 'wallets')
  },
  async (context) => {
    const { caller, tx, nowMs, random, key, config, refuse } = context
    const player = await lockPlayer(tx, caller.playerId)
    // A wallet is only used for withdrawing, so whoever may withdraw may add one.
    const refusal = actionRefusal(player.status as AccountStatus, 'withdraw')
    if (refusal) return refuse(refusal)
    const destination = readDestination(context)
    const known = await walletsOf(tx, player.id)
    if (known.length >= walletsMost) return refuse('wallets_too_many', { max: String(walletsMost) })
    const { walletWaitMs } = await currentSettings(tx, nowMs)
    const usableFrom = nowMs + walletWaitMs
    const row = columnsOf(destination, { id: key, pepper: config.pepper })
    const added = await tx
      .insertInto('wallet')
      .values({
        id: key,
        player_id: player.id,
        ...row,
        is_default: known.length === 0,
        usable_from: new Date(usableFrom),
        created_at: new Date(nowMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('wallet_known')
    const about = { time: new Date(usableFrom).toISOString() }
    await queueSecurityNotice(tx, player, { change: 'wallet_added', about, nowMs, random })
    return { id: key, usableFrom, nameDiffers: nameDiffers(row, await certifiedName(tx, player.id)) }
  },
)

type Given = Input<typeof addWallet>
type Destination =
  | Extract<Given, { kind: 'digital' }>
  | (Omit<Extract<Given, { kind: 'bank' }>, 'cardPhone'> & { readonly cardPhone: string })

/** The destination as typed, with its check digits verified. */
function readDestination({ input, refuse }: Context<typeof addWallet, void>): Destination {
  if (input.kind === 'digital') {
    return isAddress(input.network, input.address) ? input : refuse('address_malformed', { field: 'address' })
  }
  if (!isRoutingNumber(input.routing)) return refuse('routing_malformed', { field: 'routing' })
  const cardPhone = readPhone(input.phoneCountry, input.cardPhone)
  return cardPhone ? { ...input, cardPhone } : refuse('phone_malformed', { field: 'cardPhone' })
}

function columnsOf(given: Destination, { id, pepper }: { id: string; pepper: Secret }) {
  if (given.kind === 'digital') {
    const { kind, network, address } = given
    return { kind, network, address, cardholder: null, fingerprint: fingerprint(`${network} ${address}`, pepper) }
  }
  const number = plainCardNumber(given.cardNumber)
  return {
    kind: given.kind,
    bank_name: given.bankName,
    bank_address: given.bankAddress,
    card_sealed: seal({ text: number, about: sealedFor(id), pepper }),
    card_end: number.slice(-4),
    card_phone: given.cardPhone,
    routing: given.routing,
    cardholder: given.cardholder,
    contact: given.contact,
    fingerprint: fingerprint(`bank ${number}`, pepper),
  }
}

function fingerprint(text: string, pepper: Secret): Buffer {
  return keyedHash({ text, use: 'wallets', pepper })
}
