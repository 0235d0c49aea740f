import type { ButtonHTMLAttributes } from 'react'

type Look = 'brand' | 'quiet' | 'light'

const looks: Record<Look, string> = {
  brand: 'bg-brand text-brand-text',
  quiet: 'border border-line bg-surface text-text',
  /** On the head of home, which is dark in both themes. */
  light: 'bg-white text-[#0b6e69]',
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
