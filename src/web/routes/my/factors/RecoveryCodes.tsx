import { useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { selectText, useCopy } from '../../../shell/fields/copying.ts'

/** Shows recovery codes the one time they can be seen. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useWords()
  const copy = useCopy()
  const list = useRef<HTMLUListElement>(null)
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <h2 className="text-lg font-semibold">{t('factors.codes')}</h2>
      <p className="text-quiet">{t('factors.codesAbout')}</p>
      <ul ref={list} className="grid justify-center gap-1 rounded-card bg-surface shadow-card p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={() => void copy(text, () => selectText(list.current))}>
          {t('common.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Clearball\n${text}\n`)}`}
          download="clearball-recovery-codes.txt"
          className={buttonClass('quiet')}
        >
          {t('factors.download')}
        </a>
      </div>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-brand"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        <span>{t('factors.kept')}</span>
      </label>
      <Button disabled={!isKept} onClick={onKept}>
        {t('common.done')}
      </Button>
    </main>
  )
}
