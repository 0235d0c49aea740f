import { Refused } from '#contract/client'

/**
 * What a picture is made into: no side longer than `side`, and cut to a square around its middle where that is asked.
 */
export type Shape = { readonly side: number; readonly isSquare?: true }

/** Turns a photograph upright and makes it small in the browser, so that little goes over a phone's uplink. */
export async function preparePicture(file: Blob, { side, isSquare }: Shape): Promise<Blob> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!photo) throw new Refused('picture_malformed')
  const square = Math.min(photo.width, photo.height)
  const [width, height] = isSquare ? [square, square] : [photo.width, photo.height]
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const paper = canvas.getContext('2d')!
  // A JPEG has no transparency; transparent parts would turn black.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.imageSmoothingQuality = 'high'
  const [left, top] = [(photo.width - width) / 2, (photo.height - height) / 2]
  paper.drawImage(photo, left, top, width, height, 0, 0, canvas.width, canvas.height)
  photo.close()
  const picture = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, 'image/jpeg', 0.85))
  if (!picture) throw new Refused('picture_malformed')
  return picture
}
