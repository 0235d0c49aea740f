import { t } from '../../i18n/words.ts'
import { PageHead } from '../../parts/Panel.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Factors } from './Factors.tsx'

/** An operator's own password and second factors. */
export function OwnPage() {
  return (
    <>
      <PageHead title={t('own.title')} />
      <div className="grid max-w-4xl grid-cols-2 items-start gap-4">
        <ChangePassword />
        <Factors />
      </div>
    </>
  )
}
