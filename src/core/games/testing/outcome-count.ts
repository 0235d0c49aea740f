import { drawShapes } from '../draw-shape.ts'
import type { Market } from '../market.ts'

/** How many equally likely outcomes a draw of the family has. */
export function outcomeCount(family: Market['family']): number {
  const { pool, places, isDistinct } = drawShapes[family]
  let count = 1
  for (let place = 0; place < places; place++) count *= isDistinct ? pool.length - place : pool.length
  return count
}
