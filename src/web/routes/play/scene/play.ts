import type { Family } from '#core/games/catalogue'
import type { OpenScene, Scene, ShownDraw, Stage } from './scene.ts'
import { sound } from './sound.ts'

const scenes: Record<Family, () => Promise<{ open: OpenScene }>> = {
  k3: () => import('./dice/dice.ts'),
  pk10: () => import('./race/race.ts'),
  ssc: () => import('./drum/drum.ts'),
  x11_5: () => import('./drum/drum.ts'),
}

/** Fetches a family's scene; asked before the draw, so that it begins with the result. */
export const loadScene = (family: Family): Promise<{ open: OpenScene }> => scenes[family]()

/** A scene that takes longer to fetch would come after the news. */
const fetchMostMs = 1_500

/** Half a frame for preparing a scene; the other half belongs to the page. */
const preparesMs = 8

/** Paints how a draw stands ready, or plays it to its end. The scene stops when the returned function is called. */
export function play(
  canvas: HTMLCanvasElement,
  draw: ShownDraw,
  { room, onEnd }: { room: Pick<Stage, 'top' | 'foot'>; onEnd: () => void },
): () => void {
  let frame = 0
  let isLeft = false
  const askedAt = performance.now()
  const prepare = ({ open }: { open: OpenScene }) => {
    if (isLeft) return
    if (draw.outcome && performance.now() - askedAt > fetchMostMs) return onEnd()
    const wasEmptied = fit(canvas)
    const stage = { ...stageOf(canvas), ...room }
    if (wasEmptied) {
      stage.context.fillStyle = stage.colours.light
      stage.context.fillRect(0, 0, stage.width, stage.height)
    }
    const steps = open(draw, stage)
    const goOn = () => {
      const endsAt = performance.now() + preparesMs
      let step = steps.next()
      while (!step.done && performance.now() < endsAt) step = steps.next()
      if (step.done) begin(step.value)
      else frame = requestAnimationFrame(goOn)
    }
    goOn()
  }
  const begin = (scene: Scene) => {
    scene.paint(0)
    if (!draw.outcome) return
    const beganAt = performance.now()
    let heard = 0
    const next = () => {
      const atMs = performance.now() - beganAt
      if (atMs >= scene.durationMs || document.hidden) return onEnd()
      scene.paint(atMs)
      if (atMs >= (scene.beatsMs[heard] ?? Infinity)) sound(++heard === scene.beatsMs.length)
      frame = requestAnimationFrame(next)
    }
    next()
  }
  loadScene(draw.family).then(prepare).catch(onEnd)
  return () => {
    isLeft = true
    cancelAnimationFrame(frame)
  }
}

/** More than two device pixels in one of CSS cannot be told apart in motion, and cost as much again. */
const mostScale = 2

const scaleOf = () => Math.min(mostScale, devicePixelRatio)

/** To set a size empties the canvas; where it stays the same, what stands ready stays until the scene begins. */
function fit(canvas: HTMLCanvasElement): boolean {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((each) => Math.round(each * scaleOf()))
  if (canvas.width === width && canvas.height === height) return false
  Object.assign(canvas, { width, height })
  return true
}

function stageOf(canvas: HTMLCanvasElement): Omit<Stage, 'top' | 'foot'> {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = scaleOf()
  const context = canvas.getContext('2d', { alpha: false })!
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const look = getComputedStyle(canvas)
  const colours = { light: look.getPropertyValue('--stage'), deep: look.getPropertyValue('--stage-deep') }
  return { context, width, height, scale, colours }
}
