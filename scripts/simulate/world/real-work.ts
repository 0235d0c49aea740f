import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import files from 'node:fs'
import promises from 'node:fs/promises'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { devNull } from 'node:os'
import threads from 'node:worker_threads'
import zlib from 'node:zlib'
import { type Activity, inPlace } from './context.ts'

type Work = (...args: never[]) => unknown
type Members = Record<string, Work>

/** Makes the scheduler wait for each of these functions, which work on threads or in the operating system. */
function count(activity: Activity, of: object, names: readonly string[]): void {
  const members = of as Members
  for (const name of names) {
    const original = members[name]!
    members[name] = function (this: unknown, ...args: never[]) {
      if (!activity.isArmed || !inPlace.getStore()) return original.apply(this, args)
      // Outside of the node, because some of these call each other: the inner one would wait for its turn behind the outer one.
      const result = inPlace.exit(() => original.apply(this, args))
      return result instanceof Promise ? activity.during(name, result) : result
    }
  }
}

/** Those that give a stream or never end. */
const endless = [
  'constructor',
  'createReadStream',
  'createWriteStream',
  'glob',
  'opendir',
  'readableWebStream',
  'readLines',
  'watch',
]

/** Those that call back when a thread or the system is done. */
const calledBack: readonly (readonly [object, readonly string[]])[] = [
  [zlib, ['brotliCompress', 'brotliDecompress', 'gzip', 'gunzip', 'deflate', 'inflate', 'deflateRaw', 'inflateRaw']],
  [crypto, ['pbkdf2', 'scrypt', 'hkdf', 'randomFill', 'generateKey', 'generateKeyPair', 'sign', 'verify']],
  [files, ['access', 'close', 'fstat', 'lstat', 'open', 'read', 'readFile', 'readdir', 'realpath', 'stat', 'write']],
]

/** The functions that an object has itself. */
const functionsOf = (of: object) =>
  Object.entries(Object.getOwnPropertyDescriptors(of)).flatMap(([name, { value }]) =>
    typeof value === 'function' && !endless.includes(name) ? [name] : [],
  )

/** Waits for files, hashes and worker threads before anything else goes on, so that it does not matter how long they take. */
export async function installRealWork(activity: Activity): Promise<void> {
  const handle = await promises.open(devNull)
  const handles = Object.getPrototypeOf(handle) as object
  count(activity, handles, functionsOf(handles))
  await handle.close()
  count(activity, promises, functionsOf(promises))
  const keys = Object.getPrototypeOf(crypto.webcrypto.subtle) as object
  count(activity, keys, functionsOf(keys))
  // The library has to be changed before the server imports it.
  const passwords = createRequire(import.meta.url)('@node-rs/argon2') as object
  count(activity, passwords, ['hash', 'verify'])
  // Imported as the server imports it: the library that `require` gives is another one.
  const { default: pictures } = await import('sharp')
  count(activity, pictures.prototype, ['metadata', 'stats', 'toBuffer'])
  for (const [of, names] of calledBack) for (const name of names) countCallback(activity, of, name)
  installThreads(activity)
  syncBuiltinESMExports()
}

const threadClock = new URL('./thread-clock.ts', import.meta.url)

/** Threads work in no time, and whoever waits for one is waited for. */
function installThreads(activity: Activity): void {
  const { Worker } = threads
  class SimulatedThread extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(file, { ...options, execArgv: ['--import', threadClock.href] })
    }
  }
  Object.assign(threads, { Worker: SimulatedThread })
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: threads.Worker, ...args: Parameters<typeof postMessage>) {
    if (inPlace.getStore()) awaitAnswer(activity, this)
    postMessage.apply(this, args)
  }
}

type Callback = (...result: unknown[]) => void

/** The same for a function that calls back. */
function countCallback(activity: Activity, of: object, name: string): void {
  const members = of as Members
  const original = members[name]!
  const counted = (...args: unknown[]) => {
    const callback = args.at(-1) as Callback
    const isCounted = typeof callback === 'function' && activity.isArmed && inPlace.getStore()
    if (!isCounted) return original(...(args as never[]))
    const called = Promise.withResolvers<void>()
    const result: unknown[] = []
    const keep = (...all: unknown[]) => {
      result.push(...all)
      called.resolve()
    }
    const inContext = AsyncLocalStorage.snapshot()
    activity.await(name, called.promise, () => inContext(() => callback(...result)))
    return inPlace.exit(() => original(...([...args.slice(0, -1), keep] as never[])))
  }
  members[name] = Object.defineProperties(counted, Object.getOwnPropertyDescriptors(original))
}

type Answers = { readonly waiting: ((message: unknown) => void)[]; readonly emit: (...args: unknown[]) => boolean }
const answersOf = new WeakMap<threads.Worker, Answers>()

/** A thread answers its tasks in order; each answer is delivered when it is its turn. */
function awaitAnswer(activity: Activity, worker: threads.Worker): void {
  let answers = answersOf.get(worker)
  if (!answers) {
    const emit = worker.emit.bind(worker) as Answers['emit']
    const own: Answers = { waiting: [], emit }
    answersOf.set(worker, (answers = own))
    worker.emit = ((name: string, ...args: unknown[]) => {
      if (name !== 'message' || own.waiting.length === 0) return emit(name, ...args)
      own.waiting.shift()!(args[0])
      return true
    }) as typeof worker.emit
  }
  const { waiting, emit } = answers
  const answer = Promise.withResolvers<unknown>()
  waiting.push(answer.resolve)
  activity.await('a thread', answer.promise, () => void answer.promise.then((message) => emit('message', message)))
}

/** Lets code inside nodes draw its own random numbers from the node's seed, and code outside from `bytes`. */
export function installRandomness(bytes: (count: number) => Uint8Array): void {
  const seeded = (size: number) => Buffer.from((inPlace.getStore()?.bytes ?? bytes)(size))
  const { randomBytes } = crypto
  const replaced = {
    randomBytes: (size: number, callback?: never) => (callback ? randomBytes(size, callback) : seeded(size)),
    randomUUID: () => {
      const raw = seeded(16)
      raw[6] = (raw[6]! & 0x0f) | 0x40
      raw[8] = (raw[8]! & 0x3f) | 0x80
      return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
  Object.assign(crypto, replaced)
  syncBuiltinESMExports()
}
