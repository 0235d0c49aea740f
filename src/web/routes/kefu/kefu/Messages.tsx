import { Fragment } from 'react'
import { Button } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Bubble, PendingBubble } from './Bubble.tsx'
import type { Message } from './message.ts'
import type { Pending } from './outbox.ts'

type Listed = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}
type Props = {
  of: Listed
  messages: readonly Message[]
  pending: readonly Pending[]
  readByDesk: number
}

/** A conversation: the messages fetched so far, oldest first, then those being sent, with a line between days. */
export function Messages({ of: listed, messages, pending, readByDesk }: Props) {
  const { t, locale } = useWords()
  const day = (ms: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(ms)
  // Only the newest of one's own messages shows its state: it holds for those above as well.
  const lastOwn = pending.length > 0 ? null : messages.findLast(({ from }) => from === 'player')?.id
  const showEarlier = async () => {
    const restPx = document.documentElement.scrollHeight - scrollY
    await listed.fetchNextPage()
    requestAnimationFrame(() => scrollTo(0, document.documentElement.scrollHeight - restPx))
  }
  return (
    <>
      {listed.hasNextPage ? (
        <Button
          look="quiet"
          className="self-center"
          disabled={listed.isFetchingNextPage}
          onClick={() => void showEarlier()}
        >
          {t(listed.isFetchingNextPage ? 'common.loading' : 'chat.earlier')}
        </Button>
      ) : null}
      <ol aria-label={t('page.support')} className="flex flex-col gap-2">
        {messages.map((message, at) => {
          const [before, now] = [messages[at - 1], day(message.at)]
          return (
            <Fragment key={message.id}>
              {!before || day(before.at) !== now ? (
                <li className="pt-2 text-center text-xs text-quiet">{now}</li>
              ) : null}
              <Bubble message={message} fate={fateOf(message)} />
            </Fragment>
          )
        })}
        {pending
          .filter(({ key }) => !messages.some(({ id }) => id === key))
          .map((each) => (
            <PendingBubble key={each.key} message={each} />
          ))}
      </ol>
    </>
  )

  function fateOf({ id, number }: Message): string | null {
    if (id !== lastOwn) return null
    return t(number <= readByDesk ? 'chat.read' : 'chat.sent')
  }
}
