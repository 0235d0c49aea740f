import type { Stage } from './scene.ts'

export type Sprite = { readonly image: HTMLCanvasElement; readonly width: number; readonly height: number }

/** Paints something once, to be copied in every frame. */
export function sprite(
  { scale }: Pick<Stage, 'scale'>,
  [width, height]: readonly [number, number],
  paint: (context: CanvasRenderingContext2D) => void,
): Sprite {
  const image = document.createElement('canvas')
  image.width = Math.ceil(width * scale)
  image.height = Math.ceil(height * scale)
  const context = image.getContext('2d')!
  context.scale(scale, scale)
  paint(context)
  return { image, width, height }
}

/** A number in the middle of a place. */
export function number(
  context: CanvasRenderingContext2D,
  text: string,
  at: { x: number; y: number; size: number },
): void {
  context.font = `800 ${at.size}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  // Figures have no descenders, so their middle is 0.36 em above the baseline.
  context.fillText(text, at.x, at.y + at.size * 0.36)
}

/** The whole stage in the family's colours, the light one on top. */
export function backdrop({ width, height, colours }: Stage): (context: CanvasRenderingContext2D) => void {
  return (context) => {
    const sky = context.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, colours.light)
    sky.addColorStop(1, colours.deep)
    context.fillStyle = sky
    context.fillRect(0, 0, width, height)
  }
}
