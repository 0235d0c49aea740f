import { type Tint, cool, numberText, warm } from '#ui/DrawResult'
import { between, passed, smooth } from '../easing.ts'
import type { OpenScene, Stage } from '../scene.ts'
import { type Sprite, backdrop, number, sprite } from '../sprite.ts'
import { type Drum, type Leaving, caughtMs, drumsOf } from './motion.ts'
import { type Layout, type Point, layoutOf } from './layout.ts'

/** Balls are mixed by air and leave one after another for their places. */
export const open: OpenScene = function* ({ drawId, family, outcome }, stage) {
  const { context, width, height } = stage
  const { leaving, drums, goTo, durationMs } = drumsOf(drawId, family, outcome ?? [])
  yield
  const layout = layoutOf(stage, drums.length)
  const tint = family === 'ssc' ? cool : warm
  // Painted as large as it is shown last, and smaller in the drum.
  const balls = new Map<number, Sprite>()
  for (const each of drums[0]!.numbers) {
    balls.set(each, ballOf(stage, layout, { text: numberText(family, each), tint }))
    yield
  }
  const behind = sprite(stage, [width, height], paintBehind(stage, layout))
  yield
  const glass = sprite(stage, [width, height], paintGlass(layout))
  const from = new Map<Leaving, Point>()
  return {
    durationMs,
    beatsMs: leaving.map(({ restsMs }) => restsMs),
    paint: (atMs) => {
      goTo(atMs)
      context.drawImage(behind.image, 0, 0, width, height)
      for (const [at, drum] of drums.entries()) paintMixed(context, { drum, balls, middle: layout.drums[at]!, layout })
      context.drawImage(glass.image, 0, 0, width, height)
      for (const [place, each] of leaving.entries()) {
        if (atMs < each.atMs) continue
        const { mixing, numbers, radius } = drums[each.drum]!
        if (!from.has(each)) from.set(each, inDrum(layout, each.drum, mixing.balls[numbers.indexOf(each.number)]!))
        const small = radius * layout.radius
        paintLeaving(context, {
          each,
          atMs,
          layout,
          place,
          small,
          from: from.get(each)!,
          ball: balls.get(each.number)!,
        })
      }
    },
  }
}

const inDrum = ({ drums, radius }: Layout, at: number, { x, y }: Point): Point => ({
  x: drums[at]!.x + x * radius,
  y: drums[at]!.y - y * radius,
})

function ballOf(stage: Stage, { ball: r }: Layout, { text, tint }: { text: string; tint: Tint }): Sprite {
  return sprite(stage, [r * 2, r * 2], (context) => {
    const disc = (y: number, radius: number, fill: string) => {
      context.fillStyle = fill
      context.beginPath()
      context.arc(r, y, radius, 0, Math.PI * 2)
      context.fill()
    }
    disc(r, r, tint.rim)
    disc(r, r * 0.93, tint.shade)
    disc(r * 0.93, r * 0.82, tint.body)
    context.fillStyle = 'rgb(255 255 255 / 0.9)'
    context.beginPath()
    context.ellipse(r, r * 0.45, r * 0.55, r * 0.27, 0, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = tint.ink
    number(context, text, { x: r, y: r * 1.04, size: r * (text.length > 1 ? 0.95 : 1.12) })
  })
}

type Mixed = { drum: Drum; balls: ReadonlyMap<number, Sprite>; middle: Point; layout: Layout }

function paintMixed(context: CanvasRenderingContext2D, { drum, balls, middle, layout }: Mixed): void {
  const r = drum.radius * layout.radius
  for (const [at, ball] of drum.mixing.balls.entries()) {
    if (ball.isOut) continue
    const [x, y] = [middle.x + ball.x * layout.radius, middle.y - ball.y * layout.radius]
    context.drawImage(balls.get(drum.numbers[at]!)!.image, x - r, y - r, r * 2, r * 2)
  }
}

type Left = { each: Leaving; atMs: number; layout: Layout; place: number; small: number; from: Point; ball: Sprite }

/** To the drum's mouth, then to its place, growing on the way as if it came nearer. */
function paintLeaving(context: CanvasRenderingContext2D, { each, atMs, layout, place, small, from, ball }: Left): void {
  const [mouth, rest] = [layout.mouths[each.drum]!, layout.places[place]!]
  const caught = smooth(passed(atMs, each.atMs, each.atMs + caughtMs))
  const rolled = passed(atMs, each.atMs + caughtMs, each.restsMs)
  const along = smooth(passed(rolled, 0, 0.75))
  const dropped = passed(rolled, layout.isAbove ? 0 : 0.55, 0.86) ** 2
  // A last small hop where it comes to lie.
  const hop = rolled > 0.86 ? Math.sin(Math.PI * passed(rolled, 0.86, 1)) * layout.ball * 0.22 : 0
  const x = rolled === 0 ? between(from.x, mouth.x, caught) : between(mouth.x, rest.x, along)
  const y = rolled === 0 ? between(from.y, mouth.y, caught) : between(mouth.y, rest.y, dropped) - hop
  const r = between(small, layout.ball, smooth(rolled))
  context.drawImage(ball.image, x - r, y - r, r * 2, r * 2)
}

function paintBehind(
  stage: Stage,
  { drums, radius, places, ball }: Layout,
): (context: CanvasRenderingContext2D) => void {
  return (context) => {
    backdrop(stage)(context)
    for (const { x, y } of drums) {
      const inside = context.createRadialGradient(x, y - radius * 0.3, radius * 0.1, x, y, radius)
      inside.addColorStop(0, 'rgb(255 255 255 / 0.26)')
      inside.addColorStop(1, 'rgb(255 255 255 / 0.06)')
      context.fillStyle = inside
      context.beginPath()
      context.arc(x, y, radius, 0, Math.PI * 2)
      context.fill()
    }
    for (const { x, y } of places) {
      context.fillStyle = 'rgb(0 0 0 / 0.28)'
      context.beginPath()
      context.arc(x, y, ball + 2, 0, Math.PI * 2)
      context.fill()
      context.strokeStyle = 'rgb(255 255 255 / 0.3)'
      context.lineWidth = 1.5
      context.stroke()
    }
  }
}

/** The drum's rim and the light on its glass lie over the balls. */
function paintGlass({ drums, radius }: Layout): (context: CanvasRenderingContext2D) => void {
  return (context) => {
    context.lineCap = 'round'
    for (const { x, y } of drums) {
      context.strokeStyle = 'rgb(255 255 255 / 0.75)'
      context.lineWidth = Math.max(1.5, radius * 0.045)
      context.beginPath()
      context.arc(x, y, radius, 0, Math.PI * 2)
      context.stroke()
      context.strokeStyle = 'rgb(255 255 255 / 0.5)'
      context.lineWidth = radius * 0.07
      context.beginPath()
      context.arc(x, y, radius * 0.84, Math.PI * 1.1, Math.PI * 1.4)
      context.stroke()
    }
  }
}
