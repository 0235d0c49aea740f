import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listMessages, myConversation, quickAnswers } from '#contract/service/chat'
import { call } from '../client.ts'

/** Everything about the conversation is asked for anew when the server says that something changed. */
export const conversationQuery = queryOptions({
  queryKey: ['chat', 'conversation'],
  queryFn: () => call(myConversation, {}),
  // The place in the queue changes as others are served, and customer service opens and closes.
  refetchInterval: 20_000,
})

export const messagesQuery = infiniteQueryOptions({
  queryKey: ['chat', 'messages'],
  queryFn: ({ pageParam }) => call(listMessages, pageParam),
  initialPageParam: {},
  getNextPageParam: ({ next }) => (next === null ? null : { after: next }),
})

export const quickAnswersQuery = (locale: string) =>
  queryOptions({
    queryKey: ['quick-answers', locale],
    queryFn: () => call(quickAnswers, {}),
    staleTime: 10 * 60_000,
  })

/** When the other side was last heard to be writing. It is pushed, never fetched. */
export const typingQuery = queryOptions({
  queryKey: ['typing'],
  queryFn: () => 0,
  initialData: 0,
  enabled: false,
  staleTime: Infinity,
})
