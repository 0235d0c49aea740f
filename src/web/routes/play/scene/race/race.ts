import { passed } from '../easing.ts'
import type { OpenScene, Stage } from '../scene.ts'
import { number } from '../sprite.ts'
import { type Race, type Runner, raceOf } from './motion.ts'
import { type Lanes, type Track, trackOf } from './track.ts'
import { airships, cars } from './vehicles.ts'

const inOrder = Array.from({ length: 10 }, (_, at) => at + 1)

/** Ten racers, each in the lane of its number, cross the line in the drawn order. */
export const open: OpenScene = function* ({ drawId, game, outcome }, stage) {
  const isInTheAir = game === 'lucky_airship'
  const lanes = { top: stage.top + 2, each: (stage.height - stage.top - stage.foot - 4) / 10 }
  const track = trackOf(stage, lanes, isInTheAir)
  yield
  const length = Math.min(stage.width * 0.125, lanes.each * 3.4)
  const racers = yield* (isInTheAir ? airships : cars)(stage, { length, height: lanes.each * 0.94 })
  // Until the numbers are there, only the grid is painted, where all stand in one line.
  const race = raceOf(drawId, outcome ?? inOrder)
  const whole = wholeOn(stage)
  return {
    durationMs: race.durationMs,
    beatsMs: race.runners.map(({ finishMs }) => finishMs).toSorted((a, b) => a - b),
    paint: (atMs) => {
      paintTrack(stage, { race, track, lanes, atMs, isInTheAir })
      const { context, width } = stage
      const camera = race.camera(atMs)
      for (const [lane, runner] of race.runners.entries()) {
        const { image, height } = racers.get(runner.number)!
        const x = whole((runner.way(atMs) - camera) * width - length)
        const y = whole(lanes.top + lane * lanes.each + (lanes.each - height) / 2)
        const bob = isInTheAir ? Math.sin(atMs / 260 + lane * 1.7) * 0.8 : 0
        context.drawImage(image, x, y + bob, length, height)
        paintPlace(stage, { runner, atMs, y: y + height / 2 })
      }
    },
  }
}

/** To whole device pixels: what lies between them is blended anew, pixel by pixel, in every frame. */
const wholeOn =
  ({ scale }: Pick<Stage, 'scale'>) =>
  (x: number) =>
    Math.round(x * scale) / scale

type Painted = { race: Race; track: Track; lanes: Lanes; atMs: number; isInTheAir: boolean }

function paintTrack(stage: Stage, { race, track, lanes, atMs, isInTheAir }: Painted): void {
  const { context, width, height } = stage
  const gone = race.camera(atMs) * width
  context.drawImage(track.still.image, 0, 0, width, height)
  const whole = wholeOn(stage)
  const passes = whole((gone * 0.18) % width)
  for (const x of [-passes, width - passes])
    context.drawImage(track.horizon.image, x, 0, track.horizon.width, track.horizon.height)
  context.fillStyle = isInTheAir ? 'rgb(255 255 255 / 0.12)' : 'rgb(255 255 255 / 0.22)'
  for (let lane = 1; lane < 10; lane++) {
    const y = lanes.top + lane * lanes.each - 0.5
    for (let x = -(gone % track.dash); x < width; x += track.dash)
      context.fillRect(whole(x), whole(y), whole(track.dash * 0.45), 1)
  }
  const line = (race.finish - race.camera(atMs)) * width
  if (line < width)
    context.drawImage(track.finish.image, whole(line), lanes.top, track.finish.width, track.finish.height)
}

/** At the left edge, which is free by then: who came in as which. */
function paintPlace({ context }: Stage, at: { runner: Runner; atMs: number; y: number }): void {
  const shown = passed(at.atMs, at.runner.finishMs + 120, at.runner.finishMs + 320)
  if (shown === 0) return
  context.globalAlpha = shown
  context.fillStyle = at.runner.place === 0 ? '#f5b83d' : '#ffffff'
  number(context, String(at.runner.place + 1), { x: 14, y: at.y, size: 11 })
  context.globalAlpha = 1
}
