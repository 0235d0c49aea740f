import type { ReactNode } from 'react'
import { Button } from '#ui/Button'
import { Notice } from '../Notice.tsx'

type Props = { text: string; showText: string; onShow: (() => void) | null; children: ReactNode }

/** In place of an account that no more money should go to: the way to the new one, or `children` where there is none. */
export function FormerAccount({ text, showText, onShow, children }: Props) {
  return (
    <>
      <Notice tone="danger">
        <p role="alert">{text}</p>
      </Notice>
      {onShow ? (
        <Button look="quiet" onClick={onShow}>
          {showText}
        </Button>
      ) : (
        children
      )}
    </>
  )
}
