import { addressOf } from '#contract/client'
import { viewServicePicture } from '#contract/service/desk'
import { hasLink } from '#core/service/message-text'
import { t } from '../../i18n/words.ts'
import { Moment } from '../../parts/Moment.tsx'
import type { Viewed } from './viewed.ts'

type Message = Viewed['messages']['items'][number]

/** One message as plain text; what looks like a link cannot be pressed and carries a warning. */
export function MessageLine({ message, isRead }: { message: Message; isRead: boolean }) {
  const { from, text, picture, card, notice, caseNumber, by, at } = message
  const isOurs = from === 'operator'
  if (notice) {
    return (
      <li className="self-center text-xs text-quiet">
        {t(`service.notice.${notice}`, { number: caseNumber ?? '' })} · <Moment at={at} />
      </li>
    )
  }
  return (
    <li
      className={`flex max-w-[80%] min-w-0 flex-col gap-0.5 ${isOurs ? 'items-end self-end' : 'items-start self-start'}`}
    >
      {text === null ? null : (
        <p
          dir="auto"
          className={`rounded-lg border px-3 py-1.5 text-sm wrap-break-word whitespace-pre-wrap ${isOurs ? 'border-brand bg-brand-soft' : 'border-line bg-surface'}`}
        >
          {text}
        </p>
      )}
      {text !== null && hasLink(text) ? <p className="text-xs text-warning">{t('service.link')}</p> : null}
      {picture ? (
        <a href={addressOf(viewServicePicture, { id: picture.id })} target="_blank" rel="noreferrer">
          <img
            src={addressOf(viewServicePicture, { id: picture.id })}
            alt={t('service.picture')}
            width={picture.width}
            height={picture.height}
            className="h-auto max-h-72 w-auto max-w-full rounded-lg border border-line"
          />
        </a>
      ) : null}
      {card ? (
        <p className="rounded-lg border border-brand px-3 py-1.5 text-sm">
          {t(card.isValid ? 'service.cardGiven' : 'service.cardOver', { end: card.cardNumber.slice(-4) })}{' '}
          <Moment at={card.validUntil} />
        </p>
      ) : null}
      <span className="text-xs text-quiet">
        <Moment at={at} />
        {by ? ` · ${by}` : ''}
        {isOurs && isRead ? ` · ${t('service.read')}` : ''}
      </span>
    </li>
  )
}
