import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalHash, type Json } from '#core/fairness/canonical'
import { recordToSee } from '#core/fairness/check/witnessed'
import type { Entry } from '#core/fairness/log'
import { layout, readRules } from '../public-files.ts'
import { mostBytesOfList, Unreadable, unreadable, type Source } from '../source.ts'
import { isEnding, type DrawRecords } from './days.ts'
import { save } from './folder.ts'

type Places = { readonly source: Source; readonly folder: Source }

/** Keeps a file of the site; false where the site has none. */
async function keep({ source, folder }: Places, path: string, mostBytes?: number): Promise<boolean> {
  const bytes = await source.readBytes(path, mostBytes)
  if (bytes) await save(folder.name, path, bytes)
  return bytes !== null
}

/** Of the files of a draw those that the site should have and does not show, and why one of them could not be read. */
export type ShownFiles = { readonly missing: readonly string[]; readonly unread: Unreadable | null }

/** Keeps the rules, bets and cosignatures of draws. Where one of them cannot be read, those of the other draws are kept all the same. */
export async function keepDrawFiles(places: Places, draws: readonly DrawRecords[]): Promise<Map<string, ShownFiles>> {
  const shown = new Map<string, ShownFiles>()
  // One after the other, since most draws share their rules, and several lists of bets at a time could fill the memory.
  for (const draw of draws) {
    const missing = await keepRulesAndBets(places, draw).catch(unreadable)
    const isRead = !(missing instanceof Unreadable)
    shown.set(draw.drawId, isRead ? { missing, unread: null } : { missing: [], unread: missing })
  }
  await Promise.all(
    draws.map(async ({ drawId, about }) => {
      const toSee = recordToSee(about)
      const seen = toSee && (await keep(places, layout.seen(toSee.index)).catch(unreadable))
      if (seen instanceof Unreadable) shown.set(drawId, { missing: [], unread: seen })
    }),
  )
  return shown
}

/** Returns the files that the site should have and does not show. */
async function keepRulesAndBets(places: Places, { drawId, about }: DrawRecords): Promise<string[]> {
  const missing: string[] = []
  const hash = rulesHashOf(about)
  if (hash && !(await hasRules(places.folder, hash)) && !(await keep(places, layout.rules(hash))))
    missing.push(layout.rules(hash))
  const bets = layout.bets(drawId)
  // Bets do not change after a draw ended; what was shown first is what is checked.
  if (
    about.some(isEnding) &&
    !(await isFile(join(places.folder.name, bets))) &&
    !(await keep(places, bets, mostBytesOfList))
  )
    missing.push(bets)
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
