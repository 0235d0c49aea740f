import sharp from 'sharp'
import { decoding } from './check-picture.ts'

/** Reduces a stored picture to grey pixels of a given size, whatever its shape, to compare it with others. */
export async function greyPixels(picture: Buffer, { width, height }: { width: number; height: number }) {
  return decoding.take(() => sharp(picture).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer())
}
