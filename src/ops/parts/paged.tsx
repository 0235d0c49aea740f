import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../i18n/words.ts'
import { Button } from './Button.tsx'

type AnyPage = { readonly items: readonly unknown[]; readonly next: string | null }
type Load<Page extends AnyPage> = (page: { after?: string }) => Promise<Page>

/** A list that is fetched page by page: the items so far, and how to fetch more. */
export function usePages<Page extends AnyPage>(queryKey: readonly unknown[], load: Load<Page>) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam ? { after: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  return {
    first: data?.pages[0],
    items: data?.pages.flatMap<Page['items'][number]>((page) => page.items),
    error,
    more: hasNextPage ? () => void fetchNextPage() : null,
  }
}

export function More({ more }: { more: (() => void) | null }) {
  return more ? (
    <div className="mt-3 flex justify-center">
      <Button onClick={more}>{t('more')}</Button>
    </div>
  ) : null
}
