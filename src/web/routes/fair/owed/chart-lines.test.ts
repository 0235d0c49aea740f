import { expect, test } from 'vitest'
import { chartLines } from './chart-lines.ts'

const box = { left: 0, right: 100, top: 0, bottom: 50 }

test('a missed hour breaks the line and is marked where it is missing', () => {
  expect(chartLines([10, 20, null, 5, 20], box)).toEqual({
    lines: [
      [
        { x: 0, y: 25 },
        { x: 25, y: 0 },
      ],
      [
        { x: 75, y: 37.5 },
        { x: 100, y: 0 },
      ],
    ],
    gaps: [50],
  })
})

test('a single proof is a point, and a house that owes nothing a line on the ground', () => {
  expect(chartLines([7], box)).toEqual({ lines: [[{ x: 0, y: 0 }]], gaps: [] })
  expect(chartLines([0, 0], box).lines).toEqual([
    [
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ],
  ])
})
