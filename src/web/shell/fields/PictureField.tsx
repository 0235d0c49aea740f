import type { UploadPurpose } from '#contract/uploads'
import { PictureChooser } from '#ui/PictureChooser'
import { ProgressBar } from '#ui/ProgressBar'
import { type Key, useWords } from '../../i18n/words.ts'
import { usePictureUpload } from '../../state/upload.ts'
import { Outcome } from '../Outcome.tsx'

/** Large enough to keep small print readable. */
const shape = { side: 2000 }

type Props = {
  purpose: UploadPurpose
  words: { label: Key; about: Key; choose: Key; replace: Key }
  error: string | undefined
  onChange: (id: string) => void
}

/** A field for a picture as proof: choose, upload with progress, show, replace. */
export function PictureField({ purpose, words, error, onChange }: Props) {
  const { t } = useWords()
  const { upload, progress, preview } = usePictureUpload(purpose, shape, ({ id }) => onChange(id))
  return (
    <section aria-label={t(words.label)} className="flex flex-col gap-2">
      <p className="text-sm font-medium text-quiet">{t(words.label)}</p>
      {preview ? (
        <img
          src={preview}
          alt={t(words.label)}
          className={`h-64 w-full rounded-card border border-line bg-surface object-contain ${upload.isError ? 'opacity-40' : ''}`}
        />
      ) : (
        <p className="rounded-card border border-dashed border-line bg-surface p-4 text-sm text-quiet">
          {t(words.about)}
        </p>
      )}
      <div className="min-h-2">
        {upload.isPending ? <ProgressBar label={t('common.uploading')} value={progress} /> : null}
      </div>
      <PictureChooser
        label={t(preview ? words.replace : words.choose)}
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
