import { expect, test } from 'vitest'
import { arrows, circles } from './imports.ts'
import { type Layers, upwardArrows } from './layers.ts'

const graph = (text: string) =>
  new Map(
    text.split('; ').map((line) => {
      const [from, to = ''] = line.split(' > ')
      return [from!, to.split(' ').filter(Boolean)] as const
    }),
  )

test('a circle is found however long it is, with nothing that only leads to it', () => {
  expect(circles(graph('a > b; b > c; c > d; d > b; e > e; f > a'))).toEqual([['b', 'c', 'd'], ['e']])
  expect(circles(graph('a > b c; b > d; c > d; d'))).toEqual([])
})

test('arrows count the imports between folders, without those inside one', () => {
  const found = arrows(graph('x/a > x/b y/c; x/b > y/c y/d; y/c > y/d; y/d'), (file) => file.split('/')[0]!)
  expect(found.get('x')).toEqual(new Map([['y', 3]]))
  expect(found.get('y')).toEqual(new Map())
})

test('an import may lead to a lower layer or stay in its folder, and nowhere else', () => {
  const layers: Layers = { below: 'app', layers: [['world'], ['left', 'right'], ['']] }
  const imports = graph(
    'app/world/a > app/left/b; app/left/b > app/world/a app/left/c app/right/d; app/left/c; app/right/d > app/main; app/main > app/left/b; other/e > app/main',
  )
  expect(upwardArrows(imports, layers)).toEqual([
    'app/world/a → app/left/b',
    'app/left/b → app/right/d',
    'app/right/d → app/main',
  ])
})
