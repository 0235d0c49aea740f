import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Send, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { sayTyping } from '#contract/service/chat'
import { type ServiceTopic, messageLengthMost } from '#core/service/conversation'
import { pictureMostSide } from '#core/rules/picture'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { preparePicture } from '../../../state/picture.ts'
import { PicturePreview } from './PicturePreview.tsx'
import { type OwnPicture, queueMessage } from './outbox.ts'
import { useKeyboardHeight } from './keyboard.ts'

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  isPlayer: boolean
  topic: ServiceTopic | null
  onTopic: (topic: ServiceTopic | null) => void
}

const typingEveryMs = 3_000

/** The field for a message. It stays above the keyboard and keeps what was typed when the page is left. */
export function Composer({ ref, isPlayer, topic, onTopic }: Props) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  useKeyboardHeight(box)
  useTypingSigns(text)
  const send = () => {
    const trimmed = text.trim()
    if (!trimmed) return
    queueMessage(queries, { text: trimmed, picture: null, topic })
    setText('')
    onTopic(null)
    ref.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A phone's Enter begins a line, as does Enter within a word that is still being composed.
    const isPlain = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isPlain || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <div
      ref={box}
      className="sticky bottom-0 z-10 flex flex-col gap-1 border-t border-line bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {topic ? <TopicChip topic={topic} onRemove={() => onTopic(null)} /> : null}
      <form
        className="flex items-end gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {isPlayer ? (
          <PictureButton onPicture={(picture) => queueMessage(queries, { text: null, picture, topic: null })} />
        ) : null}
        <textarea
          ref={ref}
          rows={1}
          value={text}
          maxLength={messageLengthMost}
          aria-label={t('chat.write')}
          placeholder={t('chat.write')}
          enterKeyHint="send"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-card border border-line bg-background px-3 py-2 text-base text-text placeholder:text-quiet"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          disabled={!text.trim()}
          className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand text-brand-text disabled:opacity-60"
        >
          <Send aria-hidden className="size-5" />
        </button>
      </form>
    </div>
  )
}

/** Tells the other side now and then that something is being written. */
function useTypingSigns(text: string): void {
  const toldAtMs = useRef(0)
  useEffect(() => {
    if (!text || Date.now() - toldAtMs.current < typingEveryMs || !navigator.onLine) return
    toldAtMs.current = Date.now()
    // A sign that is lost is not missed.
    void call(sayTyping, {}).catch(() => undefined)
  }, [text])
}

const topicKeys: Readonly<Record<ServiceTopic, Key>> = {
  top_up: 'pay.topUp',
  withdrawal: 'pay.withdraw',
  account: 'chat.topicAccount',
  certification: 'my.certification',
  game: 'page.game',
  complaint: 'chat.topicComplaint',
  other: 'chat.topicOther',
}

function TopicChip({ topic, onRemove }: { topic: ServiceTopic; onRemove: () => void }) {
  const { t } = useWords()
  return (
    <p className="flex items-center gap-1 px-1 text-sm text-quiet">
      <span className="min-w-0 flex-1">
        <strong className="font-semibold text-text">{t(topicKeys[topic])}</strong>
        {topic === 'complaint' ? ` · ${t('chat.complaintHint')}` : ''}
      </span>
      <button
        type="button"
        aria-label={t('common.remove')}
        onClick={onRemove}
        className="flex size-11 shrink-0 items-center justify-center"
      >
        <X aria-hidden className="size-4" />
      </button>
    </p>
  )
}

/** Takes a picture, makes it small and shows it before it is sent. */
function PictureButton({ onPicture }: { onPicture: (picture: OwnPicture) => void }) {
  const { t, problem } = useWords()
  const [chosen, setChosen] = useState<OwnPicture | null>(null)
  const prepare = (file: File) => {
    preparePicture(file, { side: pictureMostSide }).then(
      (small) => setChosen({ file: small, url: URL.createObjectURL(small) }),
      (error: unknown) => toast(problem(error), 'bad'),
    )
  }
  return (
    <>
      <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full text-brand has-focus-visible:outline-2 has-focus-visible:outline-(--focus)">
        <ImagePlus aria-hidden className="size-6" />
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('chat.choosePicture')}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) prepare(file)
          }}
        />
      </label>
      {chosen ? (
        <PicturePreview
          url={chosen.url}
          onClose={() => {
            URL.revokeObjectURL(chosen.url)
            setChosen(null)
          }}
          onSend={() => {
            setChosen(null)
            onPicture(chosen)
          }}
        />
      ) : null}
    </>
  )
}
