import type { BeaconSource } from '#server/world/members/beacon'
import { replayBeacon } from '#server/testing/draws/replay-beacon'
import { inPlace } from '../world/context.ts'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** How the relays behave: as they should, silent, behind by a minute, or with rounds that are not the ones they are said to be. */
export type RelayMood = 'well' | 'gone' | 'late' | 'lying'

const addresses = ['http://first-relay.example', 'http://second-relay.example'] as const

const usualMostMs = 300
const lateRounds = 20

type Given = { readonly time: VirtualTime; readonly dice: Dice }

/** The relays of the beacon, as each node reaches them. What they send is checked by the nodes alone. */
export class Relays {
  readonly #given: Given
  readonly #beacon: BeaconSource
  /** By the name of the node that asks. */
  readonly moods = new Map<string, RelayMood>()
  /** How many answers were not what they were said to be. */
  lies = 0
  static readonly addresses: readonly string[] = addresses

  constructor(given: Given) {
    const { time } = given
    this.#given = given
    this.#beacon = replayBeacon({ clock: { nowMs: () => time.nowMs, steadyMs: () => time.nowMs } })
  }

  static isAt(url: string): boolean {
    return addresses.some((each) => url.startsWith(`${each}/`))
  }

  get chain() {
    return this.#beacon.chain
  }

  /** The answer of the relay at this address to the node that asks; never, where it is gone. */
  async answer(url: string): Promise<Response> {
    const { time, dice } = this.#given
    const mood = this.moods.get(inPlace.getStore()!.name) ?? 'well'
    if (mood === 'gone') return new Promise(() => {})
    await time.sleep(dice.below(usualMostMs))
    const newest = (await this.#beacon.newest())! - (mood === 'late' ? lateRounds : 0)
    const wanted = url.slice(url.lastIndexOf('/') + 1)
    const round = wanted === 'latest' ? newest : Number(wanted)
    if (round > newest) return new Response(null, { status: 404 })
    // The first relay always lies, so that the other one now and then has to be enough.
    const isLying = mood === 'lying' && (url.startsWith(addresses[0]) || dice.chance(1, 2))
    return Response.json(isLying ? await this.#lie(round) : await this.#genuine(round))
  }

  async #genuine(asked: number) {
    const { round, signature } = (await this.#beacon.fetch(asked))!
    return { round, signature }
  }

  /** A genuine signature of another round: said to be of this round, of one to come, or of the round that it is of. */
  async #lie(asked: number) {
    const { dice } = this.#given
    this.lies++
    const other = await this.#genuine(asked - 1)
    return { ...other, round: dice.pick([asked, asked, asked + 3, other.round]) }
  }
}
