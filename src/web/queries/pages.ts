/** Where a list goes on: from its beginning, or after the page before. */
export const nextPage = {
  initialPageParam: {} as { after?: string },
  getNextPageParam: ({ next }: { readonly next: string | null }) => (next === null ? null : { after: next }),
}
