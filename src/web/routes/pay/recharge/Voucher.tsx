import { PictureChooser } from '#ui/PictureChooser'
import { ProgressBar } from '#ui/ProgressBar'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { usePictureUpload } from '../../../state/upload.ts'

/** Small print stays readable. */
const shape = { side: 2000 }

type Props = { error: string | undefined; onChange: (id: string) => void }

/** The proof of payment: chosen, sent with its progress, shown, and replaced as often as one likes. */
export function Voucher({ error, onChange }: Props) {
  const { t } = useWords()
  const { upload, progress, preview } = usePictureUpload('voucher', shape, ({ id }) => onChange(id))
  return (
    <section aria-label={t('topUp.voucher')} className="flex flex-col gap-2">
      <p className="text-sm font-medium text-quiet">{t('topUp.voucher')}</p>
      {preview ? (
        <img
          src={preview}
          alt={t('topUp.voucher')}
          className={`h-64 w-full rounded-card border border-line bg-surface object-contain ${upload.isError ? 'opacity-40' : ''}`}
        />
      ) : (
        <p className="rounded-card border border-dashed border-line bg-surface p-4 text-sm text-quiet">
          {t('topUp.voucherAbout')}
        </p>
      )}
      <div className="min-h-2">
        {upload.isPending ? <ProgressBar label={t('common.uploading')} value={progress} /> : null}
      </div>
      <PictureChooser
        label={t(preview ? 'topUp.voucherReplace' : 'topUp.voucherChoose')}
        disabled={upload.isPending}
        onChoose={(file) => {
          onChange('')
          upload.mutate(file)
        }}
      />
      {upload.error || upload.failureCount > 0 ? <Outcome of={upload} /> : null}
      <p role="alert" className="min-h-5 text-sm text-danger">
        {upload.error ? null : error}
      </p>
    </section>
  )
}
