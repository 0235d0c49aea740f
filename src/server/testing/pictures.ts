import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'

type Size = { width: number; height: number }

/** A picture whose left half is red and whose right half is blue, so that one can see which way up it is. */
export function drawing({ width, height }: Size) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A small valid picture; another `shade` gives another file. */
export async function photo(shade = 0): Promise<Buffer> {
  const background = { r: shade % 256, g: 120, b: 200 }
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** The header of a grey picture of eight bits a pixel. */
export function pngHeader({ width, height }: Size): Buffer {
  const content = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  return pngChunk('IHDR', content)
}

/** Compresses `length` zeros in chunks, so that making a decompression bomb blocks neither the thread nor the memory. */
export function packedZeros(length: number): Promise<Buffer> {
  const piece = Buffer.alloc(1_000_000)
  const pieces = function* () {
    for (let left = length; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
  }
  return buffer(Readable.from(pieces(), { objectMode: false }).pipe(createDeflate({ level: 9 })))
}

/** A grey PNG of any size whose data have `rows` rows, with more chunks in between if wanted. */
export async function greyPng(size: Size, { rows = size.height, chunks = [] as readonly Buffer[] } = {}) {
  const data = await packedZeros(rows * (size.width + 1))
  return Buffer.concat([
    pngSignature,
    pngHeader(size),
    ...chunks,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A valid progressive JPEG of 25 megapixels with this many scans. */
export function scansJpeg(scans: number): Buffer {
  const side = 5000
  const blocks = (side / 8) ** 2
  const segment = (marker: number, content: number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content])
  const code = (kind: number, symbol: number) => segment(0xc4, [kind, 1, ...Array<number>(15).fill(0), symbol])
  const pack = (bits: string) =>
    Buffer.from(
      (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).flatMap((each) =>
        each === '11111111' ? [0xff, 0] : [Number.parseInt(each, 2)],
      ),
    )
  const nothing = pack(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767)))
  const passes = Array.from({ length: scans }, (_, at) => {
    const [frequency, bit] = [1 + Math.floor(at / 14), 13 - (at % 14)]
    const refines = bit === 13 ? 0 : bit + 1
    return Buffer.concat([segment(0xda, [1, 1, 0, frequency, frequency, (refines << 4) | bit]), nothing])
  })
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    code(0, 0),
    code(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    pack('0'.repeat(blocks)),
    ...passes,
    Buffer.from([0xff, 0xd9]),
  ])
}
