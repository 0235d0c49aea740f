import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { locales } from '#contract/locales'
import { announcements } from '#contract/site'
import { Instant } from '#contract/wire'
import { handlePrepared } from '../../http/handle.ts'

/** All nine languages or none: nobody is to read less than others. */
const Announcement = z.strictObject({ from: Instant, until: Instant, texts: z.record(z.enum(locales), z.string()) })
const Announcements = z.array(Announcement)

/** A file of the data folder, read anew each time: whoever edits it sees it at once. Without it there is nothing to say. */
async function readAnnouncements(dataFolder: string): Promise<z.output<typeof Announcements>> {
  const file = await readFile(join(dataFolder, 'announcements.json'), 'utf8').catch(() => null)
  return file === null ? [] : z.decode(Announcements, JSON.parse(file) as never)
}

export const announcementsHandler = handlePrepared(
  announcements,
  ({ config }) => readAnnouncements(config.dataFolder),
  async ({ input, nowMs, prepared }) => ({
    items: prepared
      .filter(({ from, until }) => from <= nowMs && nowMs < until)
      .sort((one, other) => other.from - one.from)
      .map(({ from, texts }) => ({ from, text: texts[input.locale] })),
  }),
)
