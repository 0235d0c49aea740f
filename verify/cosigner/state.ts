import { open, readFile, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import type { Seen } from '#core/fairness/tlog/witness'
import { lockFolder } from '#server/world/work/folder-lock'
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
  const { isHeld, release: unlock } = await lockFolder(resolve(file))
  if (!isHeld) throw new Unreadable(`a witness with the state ${file} is running already`)
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

/** Replaces a file so that a power failure leaves the old content or the new one, and the new one once this returns. */
async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  // The new name is on the disk only when the folder is. Windows cannot open a folder, and writes names through by itself.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
