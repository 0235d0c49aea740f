import { hash } from 'node:crypto'
import type { BetLeaf } from '#core/fairness/bets'
import { formatInstant } from '#core/fairness/instant'
import { type LogHead, batchText } from '#core/fairness/receipt'
import { type Bet, stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import type { App } from '../../world/app.ts'
import { ourCell } from '../../services/fairness/cells.ts'
import { signNote, signingKey } from '../../services/fairness/sign-note.ts'
import { dashed } from '../../world/random.ts'

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
    cell: ourCell,
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

/**
 * The text of a bet's leaf: `leafOf` in canonical form, written out because every bet needs it. No selection
 * on sale holds quotes or backslashes.
 */
export function leafText({ drawId, seq, bet, salt }: TakenBet, at: string): string {
  const { market, position, key, oddsHundredths, stakePerLine, lines } = bet
  const stake = lines === 1 ? stakePerLine : stakeOf(bet)
  return `{"at":"${at}","betId":"${drawId}:${seq}","cell":${ourCell},"drawId":"${drawId}","odds":${oddsHundredths * 10},"play":"${playCode(market, position)}","salt":"${salt.replaceAll('-', '')}","sel":"${key}","seq":${seq},"stake":${stake},"v":1}`
}

/** Bets that were taken together. */
export type TakenBatch = {
  readonly id: string
  readonly atMs: number
  /** The newest checkpoint of the public log when they were taken. */
  readonly head: LogHead
  readonly bets: readonly TakenBet[]
}

/**
 * The receipts of a batch, in the order of its bets: proof files that end in one signed note. Each hash is computed and written once,
 * though many receipts name it.
 */
export function signBatch(app: Pick<App, 'config' | 'memory'>, { id, atMs, head, bets }: TakenBatch): string[] {
  const at = formatInstant(atMs)
  // A leaf is hashed after a zero byte, and a node after a one, so that neither can be passed off as the other.
  const contents = bets.map((bet) => Buffer.from(`\0${leafText(bet, at)}`))
  const levels = levelsOf(contents.map((content) => hash('sha256', content, 'base64')))
  const batch = { id, size: bets.length, root: Buffer.from(levels.at(-1)![0]!, 'base64'), at, head }
  const note = signNote(batchText(app.config.logOrigin, batch), signingKey(app))
  return contents.map((content, index) => {
    let proof = ''
    for (let level = 0, place = index; level < levels.length - 1; level++, place >>= 1) {
      const sibling = levels[level]![place ^ 1]
      if (sibling) proof += `${sibling}\n`
    }
    return `c2sp.org/tlog-proof@v1\nextra ${content.toString('base64', 1)}\nindex ${index}\n${proof}\n${note}`
  })
}

/** The receipt of a bet that is asked for again: a batch of one, the same every time. */
export function receiptOf(app: Pick<App, 'config' | 'memory'>, bet: TakenBet & { readonly head: LogHead }): string {
  return signBatch(app, { id: bet.salt, atMs: bet.atMs, head: bet.head, bets: [bet] })[0]!
}

/**
 * The hashes of a tree by level, from the leaves to the root, in base64: Node returns a hash as text in a third of the time that it takes
 * to return one as bytes. The last of an odd number goes up as it is.
 */
function levelsOf(leaves: readonly string[]): (readonly string[])[] {
  const levels = [leaves]
  const node = Buffer.alloc(65, 1)
  for (let below = leaves; below.length > 1; below = levels.at(-1)!) {
    const above = []
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = [below[at]!, below[at + 1]]
      if (right === undefined) above.push(left)
      else {
        node.write(left, 1, 'base64')
        node.write(right, 33, 'base64')
        above.push(hash('sha256', node, 'base64'))
      }
    }
    levels.push(above)
  }
  return levels
}
