type Props = { nickname: string; src?: string }

/** A player's picture, or the first letter of their nickname. */
export function Avatar({ nickname, src }: Props) {
  const look = 'flex size-14 shrink-0 items-center justify-center rounded-full bg-brand-soft object-cover'
  if (src) return <img src={src} alt="" className={look} />
  // By grapheme: a Thai or accented letter may be made of several code points.
  const first = [...new Intl.Segmenter().segment(nickname)][0]?.segment ?? ''
  return (
    <span aria-hidden className={`${look} text-2xl font-semibold text-brand uppercase`}>
      {first}
    </span>
  )
}
