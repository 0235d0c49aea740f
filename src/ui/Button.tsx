import type { ButtonHTMLAttributes } from 'react'

type Look = 'brand' | 'quiet'

const looks: Record<Look, string> = {
  brand: 'bg-brand text-brand-text',
  quiet: 'border border-line bg-surface text-text',
}

/** Shared by buttons and links that look like one; at least 44 px high for a thumb. */
export function buttonClass(look: Look): string {
  return `inline-flex min-h-11 min-w-0 items-center justify-center gap-2 rounded-card px-4 py-1 text-center text-base leading-snug font-semibold disabled:opacity-60 ${looks[look]}`
}

export function Button({
  look = 'brand',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  return <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />
}
