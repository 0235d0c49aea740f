import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { pictureMostPixels, pictureMostSide } from '#core/rules/picture'
import { turns } from '../../world/work/turns.ts'
import { jpegScans } from './jpeg-scans.ts'

/** A picture as we store it. */
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

// The library comes with many decoders, SVG and PDF among them; all but these three are blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// No picture is decoded twice, so a cache is useless; one thread per picture leaves memory and cores for everything else.
sharp.cache(false)
sharp.concurrency(1)

/** The library decodes on threads of its own: two pictures at a time, with a limited queue and a time limit. */
export const decoding = turns({ atOnce: 2, queueMost: 32 })
const decodeMostSeconds = 8

/** An ordinary progressive JPEG has about ten. */
const scansMost = 32

/** Trusts nothing that a file says about itself: refuses what cannot be decoded as a still picture of a known type. */
export async function checkPicture(original: Buffer): Promise<PictureCheck> {
  return decoding.take(async () => {
    try {
      return await decode(original)
    } catch {
      // Any error of a decoder is caused by the file.
      return { refusal: 'picture_malformed' }
    }
  })
}

async function decode(original: Buffer): Promise<PictureCheck> {
  const kind = await fileTypeFromBuffer(original)
  const format = kind && formats.get(kind.mime)
  if (!format || (format === 'jpeg' && jpegScans(original) > scansMost)) return { refusal: 'picture_malformed' }
  // Reads only the header, so that a decompression bomb is refused before it expands.
  const header = await sharp(original, { limitInputPixels: false }).metadata()
  if (header.format !== format || (header.pages ?? 1) > 1) return { refusal: 'picture_malformed' }
  if (header.width * header.height > pictureMostPixels) {
    return { refusal: 'picture_too_large', max: `${pictureMostPixels / 1_000_000} MP` }
  }
  return { picture: await encode(original) }
}

/**
 * Re-encodes the picture, upright, as a JPEG, which every reviewer's, bank's and authority's program opens. Colours keep their full
 * resolution, because reviewers read small coloured text on receipts. Only pixels pass through: metadata, profiles, thumbnails and
 * anything after the picture in its file are dropped.
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
