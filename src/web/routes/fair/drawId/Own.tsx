import { Download, ScrollText } from 'lucide-react'
import { fill } from '#contract/texts'
import { Button } from '#ui/Button'
import { saveFile } from '#ui/browser/save-file.ts'
import { useWords } from '../../../i18n/words.ts'
import type { Checked } from './check-draw.ts'
import type { VerifyTexts } from './verify-texts.ts'

type Props = { says: VerifyTexts; checked: Checked; onReadLog: () => void }

/** For those who do not trust this page: the raw proof, and the command that checks it elsewhere. */
export function Own({ says, checked, onReadLog }: Props) {
  const { locale } = useWords()
  const { file, stretch, isLogRead } = checked
  const save = () =>
    saveFile({ name: `clearball-${file.drawId.replaceAll(':', '-')}.json`, text: JSON.stringify(file) })
  return (
    <section className="flex flex-col gap-3">
      {isLogRead ? null : (
        <Button look="quiet" onClick={onReadLog}>
          <ScrollText aria-hidden className="size-5 shrink-0" />
          {fill(says.wholeLog, { records: new Intl.NumberFormat(locale).format(stretch) })}
        </Button>
      )}
      <Button look="quiet" onClick={save}>
        <Download aria-hidden className="size-5 shrink-0" />
        {says.download}
      </Button>
      <h2 className="text-lg font-semibold">{says.ownTitle}</h2>
      <p className="text-sm text-quiet">{says.own}</p>
      <code className="rounded-card bg-surface p-3 text-sm wrap-anywhere">
        npm run verify -- {location.origin}/fair/{file.drawId} --key {file.operatorKey}
      </code>
    </section>
  )
}
