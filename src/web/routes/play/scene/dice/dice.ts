import { pips } from '#ui/DrawResult'
import { passed, smooth } from '../easing.ts'
import type { OpenScene, Stage } from '../scene.ts'
import { type Sprite, backdrop, sprite } from '../sprite.ts'
import { type Posture, mouth, throwOf, tipsMs } from './motion.ts'
import { type Vector, faces, turned } from './turning.ts'

/** The table is seen from above at this slant: depth and height as they look on the screen. */
const [deep, high] = [Math.sin(0.98), Math.cos(0.98)]
const towardsViewer: Vector = [0, -high, deep]
const light: Vector = [-0.35, -0.3, 0.89]

/** Three dice tumble out of a cup and come to rest on the drawn faces. */
export const open: OpenScene = function* ({ drawId, outcome }, stage) {
  const { context, width, height } = stage
  // Until the numbers are there, only the cup is painted.
  const { dice, durationMs } = throwOf(drawId, outcome ?? [1, 1, 1])
  const floor = height - stage.top - stage.foot
  const half = Math.min(floor * 0.17, width * 0.07)
  const table = sprite(stage, [width, height], paintTable(stage))
  yield
  const cup = sprite(stage, [half * 4.4, half * 4.6], paintCup(half))
  const toScreen = ({ along, away }: Pick<Posture, 'along' | 'away'>) => ({
    x: along * width,
    y: stage.top + floor * 0.84 - away * floor * 0.46,
  })
  return {
    durationMs,
    beatsMs: dice.map(({ restsMs }) => restsMs).toSorted((a, b) => a - b),
    paint: (atMs) => {
      context.drawImage(table.image, 0, 0, width, height)
      const out = dice.filter(({ leavesMs }) => atMs >= leavesMs).map(({ at }) => at(atMs))
      for (const posture of out) paintShadow(context, { posture, ...toScreen(posture), half })
      // The farthest first, so that nearer dice stand before it.
      for (const posture of out.toSorted((a, b) => b.away - a.away))
        paintDie(context, { posture, ...toScreen(posture), half })
      paintCupAt(context, { atMs, cup, ...toScreen(mouth), half })
    },
  }
}

type Place = { readonly x: number; readonly y: number; readonly half: number }

function paintTable(stage: Stage): (context: CanvasRenderingContext2D) => void {
  const { width, height, top, foot } = stage
  return (context) => {
    backdrop(stage)(context)
    const middle = top + (height - top - foot) / 2
    const lamp = context.createRadialGradient(width * 0.62, middle, 8, width * 0.62, middle, width * 0.5)
    lamp.addColorStop(0, 'rgb(255 236 214 / 0.22)')
    lamp.addColorStop(1, 'rgb(255 236 214 / 0)')
    context.fillStyle = lamp
    context.fillRect(0, 0, width, height)
  }
}

/** Upright, its mouth below: as it stands on the table over the dice. */
function paintCup(half: number): (context: CanvasRenderingContext2D) => void {
  return (context) => {
    const [x, top, foot] = [half * 2.2, half * 0.6, half * 4]
    const leather = context.createLinearGradient(half * 0.4, 0, half * 4, 0)
    leather.addColorStop(0, '#4a2c1a')
    leather.addColorStop(0.35, '#9a6238')
    leather.addColorStop(1, '#3b2213')
    context.fillStyle = leather
    context.beginPath()
    context.moveTo(x - half * 1.3, top)
    context.lineTo(x - half * 1.75, foot)
    context.ellipse(x, foot, half * 1.75, half * 0.5, 0, Math.PI, 0, true)
    context.lineTo(x + half * 1.3, top)
    context.closePath()
    context.fill()
    context.fillStyle = '#b98150'
    context.beginPath()
    context.ellipse(x, top, half * 1.3, half * 0.42, 0, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = '#d8a877'
    context.lineWidth = half * 0.12
    context.beginPath()
    context.ellipse(x, foot - half * 0.5, half * 1.69, half * 0.5, 0, Math.PI * 0.98, Math.PI * 0.02, true)
    context.stroke()
  }
}

/** It is shaken, tips towards the table and is taken away. */
function paintCupAt(context: CanvasRenderingContext2D, at: Place & { atMs: number; cup: Sprite }): void {
  const gone = passed(at.atMs, tipsMs + 750, tipsMs + 1_250)
  if (gone === 1) return
  const shaking = Math.sin(Math.PI * passed(at.atMs, 100, tipsMs - 60))
  const swing = Math.sin((at.atMs / 1_000) * Math.PI * 2 * 5.5) * shaking
  const tipped = smooth(passed(at.atMs, tipsMs - 160, tipsMs + 240))
  context.save()
  context.globalAlpha = 1 - gone
  context.translate(
    at.x - at.half * (0.9 + 1.2 * tipped) + swing * 9,
    at.y - at.half * (0.9 + 0.4 * tipped) - shaking * 9,
  )
  context.rotate(swing * 0.09 - tipped * 1.25)
  context.drawImage(at.cup.image, -at.cup.width / 2, -at.cup.height / 2, at.cup.width, at.cup.height)
  context.restore()
}

type Painted = Place & { posture: Posture }

function paintShadow(context: CanvasRenderingContext2D, { posture, x, y, half }: Painted): void {
  const above = Math.max(0, posture.up - 1)
  context.fillStyle = `rgb(0 0 0 / ${0.42 / (1 + above)})`
  context.beginPath()
  const wide = half * (1.25 + above * 0.12)
  context.ellipse(x + half * 0.35 + above * half * 0.4, y + half * 0.28, wide, wide * deep * 0.8, 0, 0, Math.PI * 2)
  context.fill()
}

function paintDie(context: CanvasRenderingContext2D, { posture, x, y, half }: Painted): void {
  const flat = ([along, away, up]: Vector): [number, number] => [along * half, -(away * deep + up * high) * half]
  const seen = faces
    .map((face) => ({ ...face, out: turned(posture.turn, face.out) }))
    .filter(({ out }) => out[0] * towardsViewer[0] + out[1] * towardsViewer[1] + out[2] * towardsViewer[2] > 0.01)
  const middle = y - posture.up * high * half
  for (const { face, out, right, down } of seen) {
    const [ox, oy] = flat(out)
    const [rx, ry] = flat(turned(posture.turn, right))
    const [dx, dy] = flat(turned(posture.turn, down))
    const lit = Math.max(0, out[0] * light[0] + out[1] * light[1] + out[2] * light[2])
    context.save()
    // From the face's own square, two wide, to where it lies on the screen.
    context.transform(rx, ry, dx, dy, x + ox, middle + oy)
    paintFace(context, face, lit)
    context.restore()
  }
}

function paintFace(context: CanvasRenderingContext2D, face: number, lit: number): void {
  const shade = (share: number) => Math.round(255 * share)
  const grey = (least: number) =>
    `${shade(least + 0.3 * lit)} ${shade(least + 0.3 * lit)} ${shade(least - 0.01 + 0.29 * lit)}`
  context.fillStyle = `rgb(${grey(0.58)})`
  context.strokeStyle = context.fillStyle
  context.lineJoin = 'round'
  context.lineWidth = 0.12
  context.beginPath()
  context.rect(-0.97, -0.97, 1.94, 1.94)
  context.fill()
  context.stroke()
  context.fillStyle = `rgb(${grey(0.7)})`
  context.beginPath()
  context.roundRect(-0.97, -0.97, 1.94, 1.94, 0.34)
  context.fill()
  // One and four are red, as on the dice its players know.
  context.fillStyle = face === 1 || face === 4 ? '#c4232b' : '#1d2b3a'
  for (const at of pips[face]!) {
    context.beginPath()
    context.arc((at % 3) * 0.52 - 0.52, Math.floor(at / 3) * 0.52 - 0.52, face === 1 ? 0.32 : 0.2, 0, Math.PI * 2)
    context.fill()
  }
}
