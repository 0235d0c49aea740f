/** From the first cell to the last, so that nobody waits for it. */
const wholeMs = 560
const stepsMost = 6

/**
 * Shows where a quick pick landed: a light walks over the cells and stays on those that are chosen. They are chosen already; whoever asked
 * for less motion sees just that.
 */
export function lightUp(): void {
  const board = [...document.querySelectorAll('[data-board]')].find((each) => each.checkVisibility())
  const chosen = [...(board?.querySelectorAll('button[aria-pressed=true]') ?? [])]
  const [first] = chosen
  if (!first) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  first.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
  if (isStill) return
  const others = [...first.parentElement!.children].filter((each) => !chosen.includes(each))
  const passed = chosen.length > 1 ? [] : others.slice(0, stepsMost)
  const stepMs = Math.min(80, wholeMs / (passed.length + chosen.length + 2))
  const glow = [{ boxShadow: 'inset 0 0 0 3px var(--accent)' }, { boxShadow: 'inset 0 0 0 3px transparent' }]
  for (const [at, cell] of passed.entries()) cell.animate(glow, { duration: stepMs * 2, delay: at * stepMs })
  const unchosen = { background: 'var(--surface)', color: 'var(--text)', transform: 'scale(0.94)' }
  for (const [at, cell] of chosen.entries())
    cell.animate([unchosen, { transform: 'scale(1.04)' }, {}], {
      duration: stepMs * 2,
      delay: (passed.length + at) * stepMs,
      fill: 'backwards',
    })
}
