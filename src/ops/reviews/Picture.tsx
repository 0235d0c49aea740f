import { useState } from 'react'
import { addressOf } from '#contract/client'
import { viewUploadAsOperator } from '#contract/uploads'
import { t } from '../i18n/words.ts'

const sizes = ['100%', '200%', '400%'] as const

/** A player's picture as large as there is room, larger with a click; what is larger than its frame can be scrolled. */
export function Picture({ id, name, className = 'max-h-[440px]' }: { id: string; name: string; className?: string }) {
  const [size, setSize] = useState(0)
  return (
    <div className={`overflow-auto rounded-lg border border-line ${className}`}>
      <button
        type="button"
        aria-label={`${name}: ${t('picture.zoom')}`}
        className={`block min-w-full ${size === 0 ? 'cursor-zoom-in' : ''}`}
        style={{ width: sizes[size] }}
        onClick={() => setSize((size + 1) % sizes.length)}
      >
        <img src={addressOf(viewUploadAsOperator, { id })} alt={name} className="w-full" />
      </button>
    </div>
  )
}
