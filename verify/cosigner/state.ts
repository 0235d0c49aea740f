import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import type { Seen } from '#core/fairness/tlog/witness'
import { Unreadable } from '../source.ts'

/** What a witness has cosigned, by origin: the text of each log's newest checkpoint, and the first that contradicted it. */
export type CosignerState = {
  seen(origin: string): Seen | null
  /** Returns when the text is on the disk. */
  store(origin: string, text: string): Promise<void>
  keepContradiction(origin: string, note: string): Promise<void>
  close(): Promise<void>
}

type Kept = { readonly cosigned: Record<string, string>; readonly contradictions: Record<string, string> }

export async function openState(file: string): Promise<CosignerState> {
  // Two witnesses with one state would each remember their own part, and together cosign a fork.
  const unlock = await lock(`${file}.lock`)
  let kept = await readKept(file).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const write = async (next: Kept) => {
    await writeThrough(file, `${JSON.stringify({ v: 1, ...next }, null, 2)}\n`)
    kept = next
  }
  return {
    seen: (origin) => {
      const text = Object.hasOwn(kept.cosigned, origin) ? kept.cosigned[origin]! : null
      return text === null ? null : parseCheckpoint(text)
    },
    store: (origin, text) => write({ ...kept, cosigned: { ...kept.cosigned, [origin]: text } }),
    keepContradiction: async (origin, note) => {
      if (Object.hasOwn(kept.contradictions, origin)) return
      await write({ ...kept, contradictions: { ...kept.contradictions, [origin]: note } })
    },
    close: unlock,
  }
}

/** Takes a lock file; one that a dead process left behind is taken over. */
async function lock(file: string): Promise<() => Promise<void>> {
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder && isAlive(holder))
    throw new Unreadable(`a witness with this state is running already, as process ${holder}`)
  await rm(file, { force: true })
  await writeFile(file, String(process.pid), { flag: 'wx' }).catch(() => {
    throw new Unreadable(`${file} cannot be written, or another witness was started at the same time`)
  })
  return () => rm(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function readKept(file: string): Promise<Kept> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Unreadable(`${file} cannot be read: ${error.message}`)
  })
  if (text === null) return { cosigned: {}, contradictions: {} }
  // A state that cannot be read is never taken for an empty one: a witness that forgets what it saw can be led to sign a fork.
  try {
    const { v, cosigned, contradictions } = JSON.parse(text) as Kept & { v: number }
    if (v !== 1 || Object.values(cosigned).some((each) => !parseCheckpoint(each))) throw new Error('unknown content')
    return { cosigned, contradictions }
  } catch (cause) {
    throw new Unreadable(`${file} is not the state of a witness`, { cause })
  }
}

/** Replaces a file so that a power failure leaves the old content or the new one. */
async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
