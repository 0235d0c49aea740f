// Draws the icons of an installed app from the mark: `node scripts/web/draw-icons.ts`, then commit what it wrote.
import sharp from 'sharp'

const folder = new URL('../../src/web/public/', import.meta.url).pathname
const ground = '#0c2f2e'

/** The mark at a size; on a ground of its own it is drawn smaller, since phones cut such icons to their own shape. */
async function draw(name: string, size: number, behind: string | null): Promise<void> {
  const inner = behind ? Math.round(size * 0.8) : size
  const mark = await sharp(`${folder}mark.svg`, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: behind ?? '#0000' } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}${name}.png`)
}

await draw('icon-192', 192, null)
await draw('icon-512', 512, null)
await draw('icon-maskable-512', 512, ground)
await draw('apple-touch-icon', 180, ground)
