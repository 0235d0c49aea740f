/** The cursor of a list's next page; the first page has none. */
export const nextPage = {
  initialPageParam: {} as { after?: string },
  getNextPageParam: ({ next }: { readonly next: string | null }) => (next === null ? null : { after: next }),
}
