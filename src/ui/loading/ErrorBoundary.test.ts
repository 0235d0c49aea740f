import { expect, test } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** A boundary whose children could not be rendered on the page `/`. */
function broken() {
  const boundary = new ErrorBoundary({ at: '/', children: 'children', fallback: 'fallback' })
  boundary.setState = (next) => void Object.assign(boundary, { state: next })
  boundary.setState(ErrorBoundary.getDerivedStateFromError())
  return boundary
}

test('where the children cannot be rendered the fallback is shown, for as long as nothing changes', () => {
  const boundary = broken()
  boundary.componentDidUpdate(boundary.props)
  expect(boundary.render()).toBe('fallback')
})

test('on another page, and when a kept page is shown again, the children are tried again', () => {
  const [moved, shownAgain] = [broken(), broken()]
  moved.componentDidUpdate({ ...moved.props, at: '/my/my' })
  shownAgain.componentDidMount()
  expect([moved.render(), shownAgain.render()]).toEqual(['children', 'children'])
})
