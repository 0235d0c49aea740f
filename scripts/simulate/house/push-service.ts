import { publicKeyOf } from '#server/world/push-settings'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** How a push service behaves: as it should, silent, behind, or refusing everything. */
type PushMood = 'well' | 'gone' | 'late' | 'refusing'

const origin = 'https://push.example/'
const usualMostMs = 300
/** Longer than a node waits for an answer. */
const lateMs = 12_000

type Given = { readonly time: VirtualTime; readonly dice: Dice }

/** The push service of all browsers. It keeps which endpoint was asked and when. */
export class PushService {
  readonly #given: Given
  readonly asked: { readonly endpoint: string; readonly atMs: number }[] = []
  mood: PushMood = 'well'

  constructor(given: Given) {
    this.#given = given
  }

  /** A subscription as a browser gives it: an endpoint that nobody had before, and keys. */
  static subscription(dice: Dice): { endpoint: string; p256dh: string; auth: string } {
    return { endpoint: `${origin}${dice.uuid()}`, p256dh: browserKey, auth: Buffer.alloc(16, 7).toString('base64url') }
  }

  static isAt(url: string): boolean {
    return url.startsWith(origin)
  }

  /** The answer to a notification; never, where the service is gone. */
  async answer(endpoint: string): Promise<Response> {
    const { time, dice } = this.#given
    this.asked.push({ endpoint, atMs: time.nowMs })
    if (this.mood === 'gone') return new Promise(() => {})
    const status = this.mood === 'refusing' ? 503 : 201
    await time.sleep(dice.below(usualMostMs) + (this.mood === 'late' ? lateMs : 0))
    return new Response(null, { status })
  }
}

/** The public key of a browser; nobody decrypts here what was sent to it. */
const browserKey = publicKeyOf(Buffer.alloc(32, 9).toString('base64url'))!
