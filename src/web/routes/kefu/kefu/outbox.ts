import type { QueryClient } from '@tanstack/react-query'
import { Refused } from '#contract/client'
import type { Output } from '#contract/endpoint'
import { type listMessages, sendMessage } from '#contract/service/chat'
import type { ServiceTopic } from '#core/service/conversation'
import { createStore } from '#ui/store.ts'
import { Unanswered, call } from '../../../client.ts'
import { isRefusedAs, meQuery } from '../../../queries/accounts.ts'
import { conversationQuery, messagesQuery } from '../../../queries/chat.ts'
import { waitForUnsent } from '../../../shell/reach/reload.ts'
import { solveCaptcha } from '../../../state/captcha.ts'
import { uploadWithProgress } from '../../../state/upload.ts'

/** A picture of this browser's, and the address it is shown from. */
export type OwnPicture = { readonly file: Blob; readonly url: string }

type Draft = {
  readonly text: string | null
  readonly picture: OwnPicture | null
  readonly topic: ServiceTopic | null
}

/** A message on its way. Its key is made once, so however often it is sent, it arrives once. */
export type Pending = Draft & {
  readonly key: string
  /** Who wrote it: somebody else who logs in here must not send it. Null until it is known who is here. */
  readonly owner: string | null
  readonly atMs: number
  readonly state: 'sending' | 'waiting' | 'refused'
  readonly error: unknown
}

/** In memory alone: what people write is kept in no storage of the browser. */
const outbox = createStore<readonly Pending[]>([])
export const usePending = outbox.use
// A refused message waits for who wrote it, for however long.
waitForUnsent(() => outbox.get().filter(({ state }) => state !== 'refused').length)

/** The owner of messages written by somebody who is not logged in. */
export const visitor = 'visitor'

function ownerNow(queries: QueryClient): string | null {
  const me = queries.getQueryData(meQuery.queryKey)
  return me === undefined ? null : (me?.id ?? visitor)
}

/**
 * Puts a message into the outbox and begins to send; messages leave one after the other, in the order they were
 * written.
 */
export function queueMessage(queries: QueryClient, draft: Draft): void {
  const message = { ...draft, key: crypto.randomUUID(), owner: ownerNow(queries), atMs: Date.now() }
  outbox.set([...outbox.get(), { ...message, state: 'sending', error: null }])
  void run(queries)
}

/** Tries a refused message again, under the same key. */
export function retryMessage(queries: QueryClient, key: string): void {
  change(key, { state: 'sending', error: null })
  void run(queries)
}

export function discardMessage(key: string): void {
  const gone = outbox.get().find((each) => each.key === key)
  if (gone?.picture) URL.revokeObjectURL(gone.picture.url)
  outbox.set(outbox.get().filter((each) => each.key !== key))
  remembered.delete(key)
}

/** Forgets messages of another owner; messages written before the owner was known are assigned to this one. */
export function keepOwn(owner: string): void {
  const named = outbox.get().map((each) => (each.owner === null ? { ...each, owner } : each))
  const own = named.filter((each) => each.owner === owner)
  if (own.some((each, at) => each !== outbox.get()[at]) || own.length !== outbox.get().length) outbox.set(own)
}

function change(key: string, to: Pick<Pending, 'state' | 'error'>): void {
  outbox.set(outbox.get().map((each) => (each.key === key ? { ...each, ...to } : each)))
}

/** Results for a message (a captcha, an uploaded picture) that its next try reuses. */
type Remembered = { pictureId?: string; captcha?: string; failures: number }
const remembered = new Map<string, Remembered>()

let isRunning = false

async function run(queries: QueryClient): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (;;) {
    const owner = ownerNow(queries)
    if (owner === null) {
      await queries.ensureQueryData(meQuery).catch(() => pause(1_000))
      continue
    }
    keepOwn(owner)
    const next = outbox.get().find(({ state }) => state !== 'refused')
    if (!next) break
    const pauseMs = navigator.onLine ? await attempt(queries, next) : 60_000
    if (pauseMs === 0) continue
    change(next.key, { state: 'waiting', error: null })
    await pause(pauseMs)
    change(next.key, { state: 'sending', error: null })
  }
  isRunning = false
}

/** Waits, but no longer than until the connection is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
  })
}

/** Sends one message; answers how long to wait before it is tried again, or 0 when it is decided. */
async function attempt(queries: QueryClient, message: Pending): Promise<number> {
  const memory = remembered.get(message.key) ?? { failures: 0 }
  remembered.set(message.key, memory)
  try {
    addToList(queries, await deliver(queries, message, memory))
    discardMessage(message.key)
    void queries.invalidateQueries({ queryKey: ['chat'] })
    return 0
  } catch (error) {
    memory.failures++
    if (error instanceof Unanswered) return Math.min(1_000 * 2 ** memory.failures, 8_000)
    if (error instanceof Refused && isRefusedAs(error, 'too_many_requests', 'busy')) {
      return Number(error.facts.seconds ?? 3) * 1_000
    }
    change(message.key, { state: 'refused', error })
    return 0
  }
}

async function deliver(queries: QueryClient, { key, text, picture, topic, owner }: Pending, memory: Remembered) {
  const isVisitor = owner === visitor
  if (picture) memory.pictureId ??= (await uploadWithProgress('chat', picture.file, () => undefined)).id
  if (isVisitor && !queries.getQueryData(conversationQuery.queryKey)?.conversation) {
    memory.captcha ??= await solveCaptcha('service')
  }
  const send = () =>
    call(
      sendMessage,
      {
        ...(text !== null && { text }),
        ...(memory.pictureId && { pictureId: memory.pictureId }),
        ...(topic && { topic }),
        ...(memory.captcha && { captcha: memory.captcha }),
      },
      key,
    )
  try {
    return await send()
  } catch (error) {
    // Players are never asked for a captcha: a player who is has been logged out, and did not mean to write as a visitor.
    if (!isVisitor || !isRefusedAs(error, 'captcha_required', 'captcha_invalid')) throw error
    memory.captcha = await solveCaptcha('service')
    return send()
  }
}

type Listed = Output<typeof listMessages>

/** Shows it in its place at once; the list itself is asked for right after. */
function addToList(queries: QueryClient, message: Listed['items'][number]): void {
  queries.setQueryData(messagesQuery.queryKey, (list) => {
    const [first, ...rest] = list?.pages ?? []
    if (!list || !first || first.items.some(({ id }) => id === message.id)) return list
    return { ...list, pages: [{ ...first, items: [message, ...first.items] }, ...rest] }
  })
}
