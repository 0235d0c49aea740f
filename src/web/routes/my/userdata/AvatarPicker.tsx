import { useMutation } from '@tanstack/react-query'
import { addressOf } from '#contract/client'
import { editProfile } from '#contract/people/profile'
import { viewUpload } from '#contract/uploads'
import { Button } from '#ui/Button'
import { PictureChooser } from '#ui/PictureChooser'
import { ProgressBar } from '#ui/ProgressBar'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { useRefreshMe } from '../../../queries/person.ts'
import { Avatar } from '../../../shell/Avatar.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { usePictureUpload } from '../../../state/upload.ts'

/** More than the largest circle it is shown in, on the sharpest screen. */
const shape = { side: 512, isSquare: true } as const

export function AvatarPicker({ nickname, avatarId }: { nickname: string; avatarId: string | null }) {
  const { t } = useWords()
  const refreshMe = useRefreshMe()
  const change = useMutation({
    mutationFn: (next: string | null) => call(editProfile, { avatarId: next }),
    onSuccess: async () => {
      await refreshMe()
      toast(t('success.modified'))
    },
  })
  const { upload, progress, preview } = usePictureUpload('avatar', shape, ({ id }) => change.mutate(id))
  const isBusy = upload.isPending || change.isPending
  const kept = avatarId && addressOf(viewUpload, { id: avatarId })
  const src = isBusy && upload.variables && change.variables !== null ? preview : kept
  return (
    <section className="flex flex-col gap-1 rounded-card bg-surface shadow-card px-4 pt-4 pb-1">
      <div className="flex items-center gap-4">
        <Avatar nickname={nickname} {...(src && { src })} />
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">
          <PictureChooser
            label={t('profile.changePicture')}
            disabled={isBusy}
            onChoose={(file) => {
              change.reset()
              upload.mutate(file)
            }}
          />
          {avatarId ? (
            <Button look="quiet" disabled={isBusy} onClick={() => change.mutate(null)}>
              {t('profile.removePicture')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="min-h-2">
        {upload.isPending ? <ProgressBar label={t('common.uploading')} value={progress} /> : null}
      </div>
      {upload.error || change.error || upload.failureCount > 0 ? <Outcome of={upload.error ? upload : change} /> : null}
    </section>
  )
}
