import './scene.css'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { numberText } from '#ui/DrawResult'
import { useWords } from '../../../i18n/words.ts'
import { play } from './play.ts'
import type { ShownDraw } from './scene.ts'
import { hasSound, showsAtOnce } from './settings.ts'

/** How high the panel is: as far as the board leaves room, within these bounds, and never without room for the scene. */
const [least, most, sceneLeast] = [184, 236, 116]
const fadeMs = 220

export type PanelProps = {
  draw: ShownDraw
  issue: string
  /** The beacon's round that made the numbers; null while they are awaited. */
  round: number | null
  onEnd: () => void
}

/**
 * A draw as a scene, over the head of the game. It lies above the page, so nothing moves when it comes or goes. Its numbers stand
 * in it as text from the first moment.
 */
export function Panel({ draw, issue, round, onEnd }: PanelProps) {
  const { t } = useWords()
  const panel = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const numbers = useRef<HTMLParagraphElement>(null)
  const { drawId, game, family, outcome: known } = draw
  const drawn = known?.map((number) => numberText(family, number)).join(' ')
  const leave = () => void fadeOut(panel.current!).then(onEnd)
  const end = useEffectEvent(leave)
  // A page that asks anew is told the same draw in another object, so what the scene is made of is compared, not the object.
  useEffect(() => {
    const room = { top: words.current!.offsetHeight, foot: numbers.current!.offsetHeight }
    panel.current!.style.height = `${heightFor(panel.current!, room.top + room.foot)}px`
    const outcome = drawn?.split(' ').map(Number) ?? null
    return play(canvas.current!, { drawId, game, family, outcome }, { room, onEnd: () => end() })
  }, [drawId, game, family, drawn])
  useEffect(() => {
    const element = panel.current!
    return () => {
      // Whoever stood in the panel with the keyboard goes on where it was opened.
      if (element.contains(document.activeElement)) element.parentElement?.querySelector('button')?.focus()
    }
  }, [])
  return (
    <section
      ref={panel}
      aria-label={t('draw.period', { issue })}
      data-scene={drawn ? 'playing' : 'waiting'}
      className={`stage stage-${family} absolute inset-x-0 top-0 z-10 h-[184px] overflow-hidden rounded-card text-white shadow-card`}
    >
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
      <button
        type="button"
        aria-label={t('scene.skip')}
        className="absolute inset-0 rounded-card -outline-offset-4"
        onClick={leave}
      />
      <div ref={words} className="pointer-events-none absolute inset-x-0 top-0 flex min-h-11 items-start">
        <p className="min-w-0 flex-1 py-1.5 pl-3 text-sm leading-tight font-semibold tabular-nums">
          {t('draw.period', { issue })}
          <span className="block text-xs font-normal">
            {round === null ? t('draw.drawing') : t('scene.round', { round })}
          </span>
        </p>
        <SoundSwitch />
        <button
          type="button"
          className="pointer-events-auto flex min-h-11 max-w-[40%] items-center py-1.5 pr-2 text-xs leading-tight font-semibold"
          onClick={() => {
            showsAtOnce.set(true)
            leave()
          }}
        >
          <span className="rounded-full bg-black/45 px-2.5 py-1">{t('scene.atOnce')}</span>
        </button>
      </div>
      <p
        ref={numbers}
        className="pointer-events-none absolute inset-x-0 bottom-0 min-h-6 px-3 pb-1 text-center text-sm leading-tight font-semibold tracking-wide tabular-nums"
      >
        {drawn}
      </p>
    </section>
  )
}

function SoundSwitch() {
  const { t } = useWords()
  const isOn = hasSound.use()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={t('scene.sound')}
      className="pointer-events-auto flex size-11 shrink-0 items-center justify-center"
      onClick={() => hasSound.set(!isOn)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

/** As far down as the board begins: what may be tapped next stays where it is, and free. */
function heightFor(panel: HTMLElement, words: number): number {
  const board = panel.closest('main')?.querySelector('fieldset')
  const room = board ? board.getBoundingClientRect().top - panel.getBoundingClientRect().top - 6 : most
  return Math.max(words + sceneLeast, Math.min(most, Math.max(least, room)))
}

async function fadeOut(panel: HTMLElement): Promise<void> {
  await panel.animate({ opacity: [1, 0] }, { duration: fadeMs, fill: 'forwards' }).finished.catch(() => undefined)
}
