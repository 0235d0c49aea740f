import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../../i18n/words.ts'

type Props = { url: string; onClose: () => void; onSend: () => void }

/** A preview of a picture before it is sent. */
export function PicturePreview({ url, onClose, onSend }: Props) {
  const { t } = useWords()
  return (
    <Sheet title={t('chat.sendPicture')} onClose={onClose}>
      <img src={url} alt={t('chat.picture')} className="max-h-[50dvh] w-full object-contain" />
      <p className="text-sm text-quiet">{t('chat.pictureHint')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={onSend}>{t('chat.send')}</Button>
      </div>
    </Sheet>
  )
}
