import type { ReactNode } from 'react'
import { EmptyPicture, type PictureName } from './EmptyPicture.tsx'

type Props = { picture: PictureName; text: string; about?: ReactNode; children?: ReactNode }

/** Says that a list holds nothing yet, when it fills, and what to do about it. */
export function Empty({ picture, text, about, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card bg-surface px-6 py-8 text-center shadow-card">
      <EmptyPicture name={picture} />
      <p className="font-semibold text-balance">{text}</p>
      {about ? <p className="text-sm text-balance text-quiet">{about}</p> : null}
      {children ? <div className="pt-2">{children}</div> : null}
    </div>
  )
}
