import { useMutation } from '@tanstack/react-query'
import { CircleHelp, Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { exportConversation } from '#contract/service/chat'
import type { ServiceTopic } from '#core/service/conversation'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { saveFile } from '#ui/browser/save-file.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { QuickAnswers } from './QuickAnswers.tsx'

const tool = 'flex min-h-11 items-center gap-2 px-1 text-sm font-semibold text-brand disabled:opacity-60'

/** Above a conversation: the standing warning, the quick answers, and the button that saves the conversation. */
export function Tools({ onTopic, hasMessages }: { onTopic: (topic: ServiceTopic) => void; hasMessages: boolean }) {
  const { t, problem } = useWords()
  const [isAsking, setAsking] = useState(false)
  const save = useMutation({
    mutationFn: () => call(exportConversation, {}),
    onSuccess: ({ name, text }) => saveFile({ name, text, type: 'text/plain;charset=utf-8' }),
    onError: (error) => toast(problem(error), 'bad'),
  })
  return (
    <header className="flex flex-col gap-1">
      <p className="flex items-start gap-2 rounded-card bg-brand-soft px-3 py-2 text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-brand" />
        {t('chat.warning')}
      </p>
      {hasMessages ? (
        <div className="flex flex-wrap justify-between gap-x-4">
          <button type="button" className={tool} onClick={() => setAsking(true)}>
            <CircleHelp aria-hidden className="size-4" />
            {t('chat.quickAnswers')}
          </button>
          <button type="button" className={tool} disabled={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden className="size-4" />
            {t('chat.save')}
          </button>
        </div>
      ) : null}
      {isAsking ? (
        <Sheet title={t('chat.quickAnswers')} onClose={() => setAsking(false)}>
          <div className="max-h-[65dvh] overflow-y-auto">
            <QuickAnswers
              onTopic={(topic) => {
                setAsking(false)
                onTopic(topic)
              }}
            />
          </div>
        </Sheet>
      ) : null}
    </header>
  )
}
