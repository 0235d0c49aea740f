import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readMessages } from '#contract/service/chat'
import { whenInSight } from '#ui/browser/in-sight.ts'
import { call } from '../../../client.ts'
import { meQuery } from '../../../queries/accounts.ts'

/** Says what has been read while the page is open and in sight, and takes the badge off the tab. */
export function useReadMarks(newest: number, read: number): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (newest <= read) return
    return whenInSight(() => {
      // A read mark that is lost is repeated by the next one.
      void call(readMessages, { upTo: newest })
        .then(() => queries.invalidateQueries({ queryKey: meQuery.queryKey }))
        .catch(() => undefined)
    })
  }, [newest, read, queries])
}
