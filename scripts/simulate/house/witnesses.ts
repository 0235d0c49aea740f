import { ed25519 } from '@noble/curves/ed25519.js'
import { hexBytes, packHash } from '#core/fairness/pack'
import { cosign, verifyEd25519 } from '#core/fairness/signatures'
import { type NoteKey, formatKey, noteKey } from '#core/fairness/tlog/note'
import { type Seen, judgeCheckpoint } from '#core/fairness/tlog/witness'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { RelayMood } from './relays.ts'

const names = ['north', 'south', 'west'] as const
type WitnessName = (typeof names)[number]
export const witnessNames: readonly WitnessName[] = names

const usualMostMs = 400
/** Longer than a node waits for an answer. */
const lateMs = 8_000

type Given = {
  readonly time: VirtualTime
  readonly dice: Dice
  readonly log: NoteKey
  /** Called where the log signed two contents of one size. */
  onFork(words: string): void
}

/** The witnesses of the public log. Each remembers what it cosigned, and sees the true time. */
export class Witnesses {
  readonly #given: Given
  readonly #seen = new Map<WitnessName, Seen>()
  readonly moods = new Map<WitnessName, RelayMood>()

  constructor(given: Given) {
    this.#given = given
  }

  /** The file that tells a node whom to ask: two of three are enough. */
  static policy(): string {
    const lines = names.map((name) => `witness ${name} ${formatKey(keyOf(name))} http://${name}.example/`)
    return `${lines.join('\n')}\ngroup two 2 ${names.join(' ')}\nquorum two\n`
  }

  /** What the witness at this address answers; never, where it is gone. */
  async answer(url: string, body: string): Promise<Response> {
    const { time, dice } = this.#given
    const name = names.find((each) => url === `http://${each}.example/add-checkpoint`)
    if (!name) throw new TypeError(`nothing is at ${url}`)
    const mood = this.moods.get(name) ?? 'well'
    if (mood === 'gone') return new Promise(() => {})
    await time.sleep(dice.below(usualMostMs) + (mood === 'late' ? lateMs : 0))
    const answer = this.#judge(name, body)
    await time.sleep(dice.below(usualMostMs))
    // A signature that does not fit what it is said to sign.
    const text = mood === 'lying' ? answer.text.replace(/.{20}$/m, 'A'.repeat(20)) : answer.text
    return new Response(text, { status: answer.status })
  }

  #judge(name: WitnessName, body: string): { status: number; text: string } {
    const { log, time, onFork } = this.#given
    const judged = judgeCheckpoint(body, {
      logs: [log],
      seen: () => this.#seen.get(name) ?? null,
      verify: verifyEd25519,
    })
    if (judged.status === 409) {
      if (judged.isFork) onFork(`the log signed two contents of size ${judged.size}, and witness ${name} saw both`)
      return { status: 409, text: `${judged.size}\n` }
    }
    if (judged.status !== 200) return { status: judged.status, text: '' }
    this.#seen.set(name, judged.checkpoint)
    const seconds = Math.floor(time.nowMs / 1_000)
    const line = cosign(judged.text, { witness: keyOf(name), seconds, secretKey: secretOf(name) })
    return { status: 200, text: `${line}\n` }
  }
}

const secretOf = (name: WitnessName) => packHash('witness', name)
const keyOf = (name: WitnessName) => noteKey(`${name}.example`, 4, ed25519.getPublicKey(hexBytes(secretOf(name), 32)))
