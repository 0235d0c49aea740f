import { seeded } from '../seeded.ts'
import type { Stage } from '../scene.ts'
import { type Sprite, backdrop, sprite } from '../sprite.ts'

/** What stands still behind a race, and the strips that pass: copied in every frame. */
export type Track = {
  readonly still: Sprite
  /** Wide as the stage and as high as what is above the lanes; passes slowly. */
  readonly horizon: Sprite
  readonly finish: Sprite
  /** The distance from one dash of the track to the next. */
  readonly dash: number
}

export type Lanes = { readonly top: number; readonly each: number }

export function trackOf(stage: Stage, lanes: Lanes, isInTheAir: boolean): Track {
  const { width, height } = stage
  const foot = lanes.top + lanes.each * 10
  const still = sprite(stage, [width, height], (context) => {
    backdrop(stage)(context)
    if (isInTheAir) return
    context.fillStyle = '#2a2e37'
    context.fillRect(0, lanes.top - 3, width, foot - lanes.top + 6)
    context.fillStyle = '#e9edf0'
    context.fillRect(0, lanes.top - 3, width, 1.5)
    context.fillRect(0, foot + 1.5, width, 1.5)
  })
  const finish = sprite(stage, [10, foot - lanes.top], (context) => {
    const square = 5
    for (let row = 0; row * square < foot - lanes.top; row++)
      for (let column = 0; column < 2; column++) {
        context.fillStyle = (row + column) % 2 === 0 ? '#ffffff' : '#14161a'
        context.fillRect(column * square, row * square, square, square)
      }
  })
  return { still, finish, horizon: isInTheAir ? clouds(stage) : skyline(stage, lanes), dash: width / 6 }
}

/** Hills and stands; the left edge meets the right. */
function skyline(stage: Stage, { top }: Lanes): Sprite {
  const { width, colours } = stage
  return sprite(stage, [width, top - 3], (context) => {
    const random = seeded('skyline')
    const foot = top - 3
    context.globalAlpha = 0.5
    context.fillStyle = colours.deep
    for (let at = 0; at < 24; at++) {
      const [x, high] = [(at / 24) * width, 6 + random() * 14]
      context.fillRect(x, foot - high, width / 24 - 1.5, high)
    }
    context.fillStyle = '#ffe2a0'
    for (let at = 0; at < 40; at++) context.fillRect(random() * width, foot - 2 - random() * 10, 1.4, 1.4)
  })
}

function clouds(stage: Stage): Sprite {
  const { width, height } = stage
  return sprite(stage, [width, height], (context) => {
    const random = seeded('clouds')
    context.fillStyle = 'rgb(255 255 255 / 0.1)'
    for (let at = 0; at < 9; at++) {
      const [x, y, wide] = [60 + random() * (width - 120), height * (0.22 + random() * 0.66), 26 + random() * 24]
      context.beginPath()
      context.ellipse(x, y, wide, wide * 0.2, 0, 0, Math.PI * 2)
      context.ellipse(x + wide * 0.2, y - wide * 0.14, wide * 0.5, wide * 0.2, 0, 0, Math.PI * 2)
      context.fill()
    }
  })
}
