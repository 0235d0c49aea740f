import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint'
import type { myConversation } from '#contract/service/chat'
import { timeText } from '#core/writing/time-text'
import { useNow } from '#ui/browser/now.ts'
import { useWords } from '../../../i18n/words.ts'
import { typingQuery } from '../../../queries/chat.ts'

/** How long somebody counts as typing after the last event about it. */
const typingMs = 5_000

/** Whether customer service is open, the place in the queue, and when a complaint will be answered. */
export function ServiceStatus({ conversation, desk }: Output<typeof myConversation>) {
  const { t, locale } = useWords()
  const { data: typedAt } = useQuery(typingQuery)
  const isTyping = useNow(1_000) - typedAt < typingMs
  const open = conversation?.cases.find(({ resolvedAt }) => resolvedAt === null)
  return (
    <div className="mt-auto flex flex-col items-center gap-1 pt-2 text-center text-sm text-quiet">
      {open ? <p>{t('chat.caseOpen', { number: open.number, time: timeText(open.dueAt, locale) })}</p> : null}
      <p aria-live="polite" className="flex min-h-5 items-center gap-2">
        {isTyping ? (
          <>
            <Dots />
            {t('chat.typing')}
          </>
        ) : (
          stateText()
        )}
      </p>
    </div>
  )

  function stateText(): string {
    if (!desk.isOpen && desk.changesAt !== null)
      return t('chat.officeClosed', { time: timeText(desk.changesAt, locale) })
    if (desk.place !== null && desk.isStaffed) return t('chat.place', { place: desk.place })
    if (desk.place !== null) return t('chat.placeUnstaffed', { place: desk.place })
    return t(desk.isStaffed ? 'chat.staffed' : 'chat.unstaffed')
  }
}

function Dots() {
  return (
    <span aria-hidden className="flex gap-1">
      {[0, 1, 2].map((dot) => (
        <span key={dot} className="size-1.5 rounded-full bg-brand motion-safe:animate-pulse" />
      ))}
    </span>
  )
}
