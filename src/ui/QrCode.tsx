import { useMemo } from 'react'
import { encode } from 'uqr'

/**
 * A text as a QR code, for cameras only: whoever shows one shows the text beside it. Dark on white in both themes, since
 * not every camera reads it the other way round.
 */
export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'M', border: 4 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: width, path: squares.join('') }
  }, [text])
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-card bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
