import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { Notice } from './Notice.tsx'

/** Why something was rejected, in the reader's language and in the reviewer's own words, and whom to ask. */
export function Rejection({ sentence, text }: { sentence: string | null; text: string | null }) {
  const { t } = useWords()
  return (
    <Notice tone="danger">
      <p className="font-semibold">{t('review.reason')}</p>
      {sentence ? <p>{sentence}</p> : null}
      {text ? <p>{text}</p> : null}
      <Link to="/kefu/kefu" className="inline-block py-1 font-semibold underline">
        {t('page.support')}
      </Link>
    </Notice>
  )
}
