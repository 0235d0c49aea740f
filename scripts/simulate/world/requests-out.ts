import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { inPlace } from './context.ts'

/** Answers what nodes ask of other machines. */
export type Elsewhere = { answer(url: string, body: string): Promise<Response> }

/** Sends what code inside nodes fetches to `elsewhere`. Code outside keeps the real network. */
export function installRequestsOut(elsewhere: () => Elsewhere): void {
  const realFetch = globalThis.fetch
  globalThis.fetch = async (address, given = {}) => {
    const place = inPlace.getStore()
    if (!place) return realFetch(address, given)
    if (place.isDead) return new Promise(() => {})
    const { signal, body } = given
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      elsewhere()
        .answer(address instanceof Request ? address.url : address.toString(), typeof body === 'string' ? body : '')
        .then(resolve, reject)
    })
  }
}

type Asked = { readonly signal?: AbortSignal }

/** The same for what they post by `node:https`, where the answer is a status alone. */
export function installPosts(elsewhere: () => Elsewhere): void {
  const realRequest = https.request as (...args: unknown[]) => unknown
  const request = (address: string | URL, given: Asked, onAnswer: (answer: IncomingMessage) => void) => {
    const place = inPlace.getStore()
    if (!place) return realRequest(address, given, onAnswer)
    const sent = Object.assign(new EventEmitter(), {
      end: () => {
        given.signal?.addEventListener('abort', () => void sent.emit('error', given.signal!.reason))
        if (place.isDead) return sent
        void elsewhere()
          .answer(address.toString(), '')
          .then(
            ({ status }) => onAnswer(Object.assign(Readable.from([]), { statusCode: status }) as never),
            (error: Error) => void sent.emit('error', error),
          )
        return sent
      },
    })
    return sent
  }
  Object.assign(https, { request })
  syncBuiltinESMExports()
}
