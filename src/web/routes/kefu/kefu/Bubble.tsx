import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { addressOf } from '#contract/client'
import { viewUpload } from '#contract/uploads'
import { hasLink } from '#core/service/message-text'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../../i18n/words.ts'
import { GivenCard } from './GivenCard.tsx'
import type { Message } from './message.ts'
import { type Pending, discardMessage, retryMessage } from './outbox.ts'

/** One message. `fate` says whether one's own message was sent or read. */
export function Bubble({ message, fate }: { message: Message; fate: string | null }) {
  const { t, locale } = useWords()
  const { from, text, picture, card, notice, caseNumber, at } = message
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
  if (notice) {
    return (
      <li className="self-center rounded-card bg-surface px-3 py-1 text-center text-sm text-quiet">
        {t(noticeKeys[notice], { number: caseNumber ?? '' })} · {time}
      </li>
    )
  }
  const isOwn = from === 'player'
  return (
    <Side isOwn={isOwn} foot={[time, fate].filter(Boolean).join(' · ')}>
      {text === null ? null : <Words text={text} isOwn={isOwn} />}
      {picture ? <Picture src={addressOf(viewUpload, { id: picture.id })} size={picture} /> : null}
      {card ? <GivenCard card={card} /> : null}
    </Side>
  )
}

const noticeKeys = {
  case_opened: 'chat.noticeOpened',
  case_resolved: 'chat.noticeResolved',
  closed: 'chat.noticeClosed',
} as const

/** A message that has not arrived yet. */
export function PendingBubble({ message }: { message: Pending }) {
  const { t, problem } = useWords()
  const queries = useQueryClient()
  const { key, text, picture, state, error } = message
  const foot =
    state === 'refused' ? (
      <span role="alert" className="flex flex-wrap items-center justify-end gap-x-3 text-danger">
        {problem(error)}
        <button type="button" className="min-h-11 font-semibold underline" onClick={() => retryMessage(queries, key)}>
          {t('common.retry')}
        </button>
        <button type="button" className="min-h-11 font-semibold underline" onClick={() => discardMessage(key)}>
          {t('common.remove')}
        </button>
      </span>
    ) : (
      t(state === 'waiting' ? 'chat.waiting' : 'chat.sending')
    )
  return (
    <Side isOwn foot={foot}>
      {text === null ? null : <Words text={text} isOwn />}
      {picture ? <Picture src={picture.url} /> : null}
    </Side>
  )
}

function Side({ isOwn, foot, children }: { isOwn: boolean; foot: ReactNode; children: ReactNode }) {
  return (
    <li className={`flex max-w-[85%] min-w-0 flex-col gap-0.5 ${isOwn ? 'items-end self-end' : 'items-start'}`}>
      {children}
      <div className="px-1 text-xs text-quiet">{foot}</div>
    </li>
  )
}

/** What somebody wrote, as plain text: nothing in it can be pressed, and what looks like a link carries a warning. */
function Words({ text, isOwn }: { text: string; isOwn: boolean }) {
  const { t } = useWords()
  const look = isOwn
    ? 'rounded-br-sm bg-brand text-brand-text'
    : 'rounded-bl-sm border border-line bg-surface text-text'
  return (
    <>
      <p dir="auto" className={`max-w-full rounded-card px-3 py-2 wrap-anywhere whitespace-pre-wrap ${look}`}>
        {text}
      </p>
      {hasLink(text) ? (
        <p className="flex items-start gap-1 px-1 text-xs text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {t('chat.link')}
        </p>
      ) : null}
    </>
  )
}

type PictureProps = { src: string; size?: { width: number; height: number } }

/** A picture in the size of a stamp that opens large. */
function Picture({ src, size }: PictureProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={t('chat.openPicture')}
        onClick={() => setOpen(true)}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        <img src={src} alt={t('chat.picture')} {...size} className="h-auto max-h-60 w-auto max-w-full" />
      </button>
      {isOpen ? (
        <Sheet title={t('chat.picture')} onClose={() => setOpen(false)}>
          <img src={src} alt={t('chat.picture')} className="max-h-[75dvh] w-full object-contain" />
        </Sheet>
      ) : null}
    </>
  )
}
