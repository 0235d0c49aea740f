import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { siteQuery } from '../../../queries/site.ts'
import { compareNow, keepCheckpoint } from '../../../state/evidence.ts'
import { type Asked, type Checked, checkDraw } from './check-draw.ts'

/** Until a draw is over there is more to check every few seconds. */
const everyMs = 5_000

export const isOver = ({ verdict }: Checked): boolean =>
  !verdict.steps.some(({ reason }) => reason === 'not-finished' || reason === 'no-settle')

/** Compares the log that this page was shown with the one that this browser saw before. */
async function compareWith(checkpoint: string): Promise<void> {
  await keepCheckpoint(checkpoint)
  await compareNow()
}

export const verdictQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['verdict', asked],
    queryFn: async ({ client }) => {
      const checked = await checkDraw(asked, client.ensureQueryData(siteQuery))
      // A browser that stores nothing has nothing to compare; that does not affect the verdict.
      compareWith(checked.file.checkpoint).then(
        () => client.invalidateQueries({ queryKey: ['evidence'] }),
        () => undefined,
      )
      return checked
    },
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? everyMs : false),
  })
