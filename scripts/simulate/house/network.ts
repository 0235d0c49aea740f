import type { Audience } from '#server/edges/http/server'
import { inPlace } from '../world/context.ts'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { SimNode } from './node.ts'

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type Answer = { readonly status: number; readonly body: unknown; readonly cookies: readonly string[] }

/** What happens to messages, each so many times out of a thousand. */
type NetworkFaults = {
  readonly lostRequest: number
  readonly lostAnswer: number
  readonly duplicate: number
  readonly delay: number
}

const usualMostMs = 40
const slowMostMs = 12_000

type Sending = {
  readonly request: Request
  /** Called whenever a copy of the request arrives at a node that is up. */
  onArrive(): void
  /** Called where the network makes a copy of the request. */
  onCopy(): void
  /** Gets every answer besides the first. */
  onRepeat(answer: Answer): void
}

/** Carries requests to nodes and answers back, and loses, repeats and delays some of them. */
export class Network {
  readonly nodes = new Map<string, SimNode>()
  /** How many clients wait for an answer. */
  awaited = 0
  /** So long a client waits for an answer. */
  patienceMs = 15_000
  readonly #time: VirtualTime
  readonly #dice: Dice
  faults: NetworkFaults = { lostRequest: 0, lostAnswer: 0, duplicate: 0, delay: 0 }
  /** Counts each fault by its kind. */
  onFault: (kind: keyof NetworkFaults, request: Request) => void = () => {}

  constructor(time: VirtualTime, dice: Dice) {
    this.#time = time
    this.#dice = dice
  }

  /** The answer, or null where none came in time. `onRepeat` gets the answers to further copies of the request. */
  async exchange(to: string, audience: Audience, given: Sending): Promise<Answer | null> {
    const { request, onRepeat, onCopy, onArrive } = given
    this.awaited++
    return new Promise((resolve) => {
      let isAnswered = false
      const end = (answer: Answer | null) => {
        isAnswered = true
        this.awaited--
        this.#time.clear(patience)
        resolve(answer)
      }
      const patience = this.#time.set(this.patienceMs, () => end(null))
      if (this.#happens('lostRequest', request)) return
      const isLost = this.#happens('lostAnswer', request)
      void this.#carry(to, audience, { request, onArrive }).then((answer) => {
        if (!answer || isLost) return
        // The client gave up and asked again; what comes now must agree with the other answer.
        if (isAnswered) return onRepeat(answer)
        end(answer)
      })
      if (!this.#happens('duplicate', request)) return
      onCopy()
      void this.#carry(this.#dice.pick(['A', 'B']), audience, { request, onArrive }).then(
        (answer) => void (answer && onRepeat(answer)),
      )
    })
  }

  #happens(kind: keyof NetworkFaults, request: Request): boolean {
    if (!this.#dice.chance(this.faults[kind], 1_000)) return false
    this.onFault(kind, request)
    return true
  }

  async #carry(
    to: string,
    audience: Audience,
    { request, onArrive }: Pick<Sending, 'request' | 'onArrive'>,
  ): Promise<Answer | null> {
    await this.#pause(request)
    const node = this.nodes.get(to)
    if (!node || node.place.isDead) return null
    onArrive()
    const { method, url, headers, body } = request
    // The request begins where it is awaited, so it is awaited inside the node.
    const reply = await inPlace.run(
      node.place,
      async () =>
        await node[audience].inject({
          method,
          url,
          headers: { ...headers },
          ...(body !== undefined && { payload: body }),
        }),
    )
    await this.#pause(request)
    const cookies = [reply.headers['set-cookie'] ?? []].flat()
    const isJson = /json/.test(String(reply.headers['content-type']))
    return { status: reply.statusCode, body: isJson ? JSON.parse(reply.body) : null, cookies }
  }

  #pause(request: Request): Promise<void> {
    const mostMs = this.#happens('delay', request) ? slowMostMs : usualMostMs
    return this.#time.sleep(this.#dice.below(mostMs))
  }
}
