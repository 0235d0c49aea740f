import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type Ref, use, useRef } from 'react'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Choice, Form, TextArea } from '../parts/Form.tsx'
import { Panel } from '../parts/Panel.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { CaseInHand, CaseIsOver } from './in-hand.tsx'

type Given = Readonly<Record<string, string>>

type Way = {
  readonly name: string
  readonly look: 'brand' | 'quiet'
  readonly run: (given: Given) => Promise<unknown>
  readonly said: string
}

type Props<Reason extends string> = {
  /** The fields that passing needs; the key P focuses the first of them. */
  renderFields: (first: Ref<HTMLInputElement>) => ReactNode
  /** The buttons that pass a case, the usual one first. */
  ways: readonly Way[]
  reasons: Readonly<Record<Reason, string>>
  reject: (given: { reason: Reason; text?: string }) => Promise<unknown>
  onDone: (said: string) => void
}

/** The decision form for a case that the operator has taken; otherwise a note that it has to be taken first. */
export function Decision<Reason extends string>(props: Props<Reason>) {
  const isOver = use(CaseIsOver)
  if (isOver) return null
  if (use(CaseInHand)) return <Deciding {...props} />
  return (
    <Panel title={t('case.decide')}>
      <p className="text-sm text-quiet">{t('case.takeFirst')}</p>
    </Panel>
  )
}

/**
 * Pass or reject, each with a shortcut. A rejection has a reason from the list, and a text where the reason is `other`.
 */
function Deciding<Reason extends string>({ renderFields, ways, reasons, reject, onDone }: Props<Reason>) {
  const first = useRef<HTMLInputElement>(null)
  const usual = useRef<HTMLButtonElement>(null)
  const chosen = useRef(0)
  const reason = useRef<HTMLSelectElement>(null)
  const pass = useMutation({
    mutationFn: async (given: Given) => {
      const way = ways[chosen.current]!
      await way.run(given)
      return way.said
    },
    onSuccess: onDone,
  })
  const refuse = useMutation({
    mutationFn: ({ reason, text }: Given) => reject({ reason: reason as Reason, ...(text?.trim() && { text }) }),
    onSuccess: () => onDone(t('case.rejected')),
  })
  useShortcuts({ p: () => (first.current ?? usual.current)?.focus(), r: () => reason.current?.focus() })
  const isBusy = pass.isPending || refuse.isPending
  return (
    <Panel title={t('case.decide')}>
      <div className="flex flex-col gap-4">
        <Form label={t('case.pass')} error={pass.error} onSend={(given) => pass.mutate(given)}>
          {renderFields(first)}
          <div className="flex flex-wrap gap-2">
            {ways.map((way, at) => (
              <Button
                key={way.name}
                type="submit"
                ref={at === 0 ? usual : null}
                look={way.look}
                disabled={isBusy}
                {...(at === 0 && { hint: 'P' })}
                onClick={() => {
                  chosen.current = at
                }}
              >
                {way.name}
              </Button>
            ))}
          </div>
        </Form>
        <Form label={t('case.reject')} error={refuse.error} onSend={(given) => refuse.mutate(given)}>
          <Choice
            ref={reason}
            label={t('case.reason')}
            name="reason"
            required
            options={[['', '–'], ...Object.entries<string>(reasons)]}
          />
          <TextArea label={t('case.text')} name="text" maxLength={500} rows={2} />
          <div>
            <Button type="submit" look="danger" hint="R" disabled={isBusy}>
              {t('case.reject')}
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  )
}
