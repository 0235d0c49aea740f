import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { pictureMostPixels, pictureMostSide } from '#core/rules/picture'
import { turns } from '../../world/work/turns.ts'
import { jpegScans } from './jpeg-scans.ts'

/** A picture as we keep it. */
type CheckedPicture = {
  readonly bytes: Buffer
  readonly mimeType: 'image/jpeg'
  readonly width: number
  readonly height: number
}

export type PictureCheck =
  | { readonly picture: CheckedPicture }
  | { readonly refusal: 'picture_malformed' }
  | { readonly refusal: 'picture_too_large'; readonly max: string }

const formats: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
])

// Of all the decoders that come with the library, SVG and PDF among them, these three can be reached at all.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// No picture is asked for twice, and one at a time per thread keeps memory and cores for everybody else.
sharp.cache(false)
sharp.concurrency(1)

/** The library decodes on threads of its own: two pictures at a time, and none for longer than a person would wait. */
export const decoding = turns({ atOnce: 2, queueMost: 32 })
const decodeMostSeconds = 8

/** Progressive JPEGs have about ten. */
const scansMost = 32

/** Believes nothing a file says about itself: what cannot be decoded as a still picture of a known kind is refused. */
export async function checkPicture(original: Buffer): Promise<PictureCheck> {
  return decoding.take(async () => {
    try {
      return await decode(original)
    } catch {
      // Whatever a decoder stumbles over, it is the file that made it.
      return { refusal: 'picture_malformed' }
    }
  })
}

async function decode(original: Buffer): Promise<PictureCheck> {
  const kind = await fileTypeFromBuffer(original)
  const format = kind && formats.get(kind.mime)
  if (!format || (format === 'jpeg' && jpegScans(original) > scansMost)) return { refusal: 'picture_malformed' }
  // Reads the header alone, so a bomb is turned away before it unfolds.
  const header = await sharp(original, { limitInputPixels: false }).metadata()
  if (header.format !== format || (header.pages ?? 1) > 1) return { refusal: 'picture_malformed' }
  if (header.width * header.height > pictureMostPixels) {
    return { refusal: 'picture_too_large', max: `${pictureMostPixels / 1_000_000} MP` }
  }
  return { picture: await encode(original) }
}

/**
 * Draws the picture anew, upright, and writes it as JPEG: every reviewer's, bank's and authority's program opens that.
 * Colours keep their full resolution, since small coloured text on a receipt is what it is looked at for. Only pixels
 * pass through: metadata, profiles, thumbnails and whatever followed the picture in its file stay behind.
 */
async function encode(original: Buffer): Promise<CheckedPicture> {
  const { data, info } = await sharp(original, { limitInputPixels: pictureMostPixels, failOn: 'warning' })
    .timeout({ seconds: decodeMostSeconds })
    .autoOrient()
    .resize({ width: pictureMostSide, height: pictureMostSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: 'image/jpeg', width: info.width, height: info.height }
}
