import { plates } from '#ui/DrawResult'
import type { Stage } from '../scene.ts'
import { type Sprite, number, sprite } from '../sprite.ts'

type Size = { readonly length: number; readonly height: number }
type Paint = CanvasRenderingContext2D

/** The ten racers from above, the nose to the right. */
export const cars = (stage: Stage, size: Size): Vehicles => vehicles(stage, size, car)

/** The ten racers from the side, the nose to the right. */
export const airships = (stage: Stage, size: Size): Vehicles => vehicles(stage, size, airship)

type Draw = (context: Paint, size: Size, fill: string) => void
type Vehicles = Generator<void, ReadonlyMap<number, Sprite>>

function* vehicles(stage: Stage, size: Size, draw: Draw): Vehicles {
  const { length, height } = size
  const painted = new Map<number, Sprite>()
  for (const [name, [fill, ink]] of Object.entries(plates)) {
    const paint = (context: Paint) => {
      draw(context, size, fill)
      context.fillStyle = ink
      number(context, name, { x: length * 0.47, y: height / 2, size: height * 0.74 })
    }
    painted.set(Number(name), sprite(stage, [length, height], paint))
    yield
  }
  return painted
}

function car(context: Paint, { length, height }: Size, fill: string): void {
  const x = (share: number) => share * length
  const y = (share: number) => share * height
  context.fillStyle = '#15181c'
  for (const [left, top] of [
    [0.1, 0.02],
    [0.1, 0.74],
    [0.7, 0.06],
    [0.7, 0.7],
  ] as const) {
    context.beginPath()
    context.roundRect(x(left), y(top), x(0.17), y(0.24), y(0.08))
    context.fill()
  }
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(x(0.02), y(0.14), x(0.08), y(0.72), y(0.1))
  context.fill()
  context.beginPath()
  context.moveTo(x(0.08), y(0.2))
  context.quadraticCurveTo(x(0.4), y(-0.04), x(0.66), y(0.22))
  context.quadraticCurveTo(x(0.97), y(0.34), x(0.99), y(0.5))
  context.quadraticCurveTo(x(0.97), y(0.66), x(0.66), y(0.78))
  context.quadraticCurveTo(x(0.4), y(1.04), x(0.08), y(0.8))
  context.closePath()
  context.fill()
  // Light from above.
  context.fillStyle = 'rgb(255 255 255 / 0.3)'
  context.beginPath()
  context.ellipse(x(0.4), y(0.2), x(0.28), y(0.07), 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgb(0 0 0 / 0.55)'
  context.beginPath()
  context.ellipse(x(0.72), y(0.5), x(0.055), y(0.14), 0, 0, Math.PI * 2)
  context.fill()
}

function airship(context: Paint, { length, height }: Size, fill: string): void {
  const x = (share: number) => share * length
  const y = (share: number) => share * height
  context.fillStyle = fill
  context.beginPath()
  context.moveTo(x(0.2), y(0.5))
  context.lineTo(x(0), y(0.08))
  context.lineTo(x(0.12), y(0.5))
  context.lineTo(x(0), y(0.92))
  context.closePath()
  context.fill()
  context.fillStyle = '#f6ead0'
  context.beginPath()
  context.roundRect(x(0.36), y(0.86), x(0.26), y(0.14), y(0.06))
  context.fill()
  context.fillStyle = fill
  context.beginPath()
  context.ellipse(x(0.53), y(0.47), x(0.46), y(0.45), 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgb(255 255 255 / 0.35)'
  context.beginPath()
  context.ellipse(x(0.53), y(0.2), x(0.3), y(0.1), 0, 0, Math.PI * 2)
  context.fill()
}
