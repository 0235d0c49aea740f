import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalHash, type Json } from '#core/fairness/canonical'
import { recordToSee } from '#core/fairness/check/witnessed'
import type { Entry } from '#core/fairness/log'
import { layout, readRules } from '../public-files.ts'
import { mostBytesOfList, type Source } from '../source.ts'
import { isEnding } from './days.ts'
import { save } from './folder.ts'
import type { DrawRecords } from './judge.ts'

type Places = { readonly source: Source; readonly folder: Source }

/** Keeps a file of the site; false where the site has none. */
async function keep({ source, folder }: Places, path: string, mostBytes?: number): Promise<boolean> {
  const bytes = await source.readBytes(path, mostBytes)
  if (bytes) await save(folder.name, path, bytes)
  return bytes !== null
}

/** Keeps the rules, bets and cosignatures of draws. Returns the files that the site should have and does not show, by draw. */
export async function keepDrawFiles(places: Places, draws: readonly DrawRecords[]): Promise<Map<string, string[]>> {
  const missing = new Map<string, string[]>()
  const miss = (drawId: string, path: string) => missing.set(drawId, [...(missing.get(drawId) ?? []), path])
  // One after the other, since most draws share their rules, and several lists of bets at a time could fill the memory.
  for (const { drawId, about } of draws) {
    const hash = rulesHashOf(about)
    if (hash && !(await hasRules(places.folder, hash)) && !(await keep(places, layout.rules(hash))))
      miss(drawId, layout.rules(hash))
    const bets = layout.bets(drawId)
    if (!about.some(isEnding)) continue
    // Bets do not change after a draw ended; what was shown first is what is checked.
    if (!(await isFile(join(places.folder.name, bets))) && !(await keep(places, bets, mostBytesOfList)))
      miss(drawId, bets)
  }
  await Promise.all(
    draws.map(async ({ about }) => {
      const toSee = recordToSee(about)
      if (toSee) await keep(places, layout.seen(toSee.index))
    }),
  )
  return missing
}

function rulesHashOf(about: readonly Entry[]): string | null {
  const schedule = about.find(({ record }) => record.type === 'schedule')?.record
  return schedule?.type === 'schedule' ? schedule.body.rulesHash : null
}

/** Whether the true rules are there: false ones are asked for again, since many draws need them. */
async function hasRules(folder: Source, hash: string): Promise<boolean> {
  const rules = await readRules(folder, hash)
  return rules !== null && hashOf(rules) === hash
}

function hashOf(rules: Json): string | null {
  try {
    return canonicalHash(rules)
  } catch {
    return null
  }
}

async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
