import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('what is drawn after a change shows what was set last', () => {
  const store = createStore('before')
  const Shown = () => createElement('p', null, store.use())
  expect(renderToString(createElement(Shown))).toBe('<p>before</p>')
  store.set('after')
  expect([store.get(), renderToString(createElement(Shown))]).toEqual(['after', '<p>after</p>'])
})
