import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { Empty } from '../Empty.tsx'

/** Where only customer service can say where to pay to. */
export function AskSupport({ text }: { text: string }) {
  const { t } = useWords()
  return (
    <Empty picture="talk" text={text}>
      <Link to="/kefu/kefu" className={buttonClass('brand')}>
        {t('page.support')}
      </Link>
    </Empty>
  )
}
