import type { ReactNode } from 'react'
import { PlayerGlance } from './PlayerGlance.tsx'

type Props = { picture: ReactNode; playerId: string; children: ReactNode }

/** A case with a picture. What is asked and decided stands beside the picture, or right below it on a tablet; then comes who asks. */
export function PictureCase({ picture, playerId, children }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
      {picture}
      <div className="flex min-w-0 flex-col gap-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">{children}</div>
      <PlayerGlance playerId={playerId} />
    </div>
  )
}
