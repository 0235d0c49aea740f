import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { FetchError } from '../../shell/FetchError.tsx'

type Listed<Item> = {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
}
type Group<Item> = { readonly key: string; readonly head: ReactNode; readonly items: readonly Item[] }
type Props<Item> = {
  of: Listed<Item>
  empty: ReactNode
  children: (item: Item) => ReactNode
  /** Puts the rows into several cards, each under a head; `isWhole` says that no further page follows. */
  groups?: (items: readonly Item[], isWhole: boolean) => readonly Group<Item>[]
}

/**
 * A list that goes on as one scrolls: grey rows until it comes, what to do when it is empty, a button for who cannot
 * scroll.
 */
export function Pages<Item>({ of: listed, empty, children, groups }: Props<Item>) {
  const { t } = useWords()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = listed
  const end = useRef<HTMLDivElement>(null)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || error) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error])
  if (!data) {
    return error ? (
      <FetchError error={error} onRetry={listed.refetch} />
    ) : (
      <output aria-label={t('common.loading')} className="flex flex-col gap-2">
        {[0, 1, 2, 3].map((row) => (
          <span key={row} className="h-18 rounded-card bg-surface" />
        ))}
      </output>
    )
  }
  if (items.length === 0) return empty
  return (
    <>
      {groups ? (
        groups(items, !hasNextPage).map((group) => (
          <section key={group.key}>
            {group.head}
            <Card>{group.items.map(children)}</Card>
          </section>
        ))
      ) : (
        <Card>{items.map(children)}</Card>
      )}
      <div ref={end} className="flex min-h-11 justify-center">
        {error ? <FetchError error={error} onRetry={hasNextPage ? fetchNextPage : listed.refetch} /> : null}
        {hasNextPage && !error ? (
          <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isFetchingNextPage ? 'common.loading' : 'money.more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function Card({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card">{children}</ul>
}
