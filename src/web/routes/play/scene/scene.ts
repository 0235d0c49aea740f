import type { Family, GameCode } from '#core/games/catalogue'

/** A draw that is shown; its numbers are null while they are awaited. */
export type ShownDraw = {
  readonly drawId: string
  readonly game: GameCode
  readonly family: Family
  readonly outcome: readonly number[] | null
}

/** Where a scene is painted, in CSS pixels. `top` and `foot` are left to the words of the panel. */
export type Stage = {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly top: number
  readonly foot: number
  /** Device pixels in a CSS pixel. */
  readonly scale: number
  /** The family's two colours in the theme in use. */
  readonly colours: { readonly light: string; readonly deep: string }
}

/** A draw as a motion: what is painted follows from the draw and the time alone. */
export type Scene = {
  readonly durationMs: number
  /** When each number is certain, the earliest first. */
  readonly beatsMs: readonly number[]
  /** At 0 nothing has begun, so that frame is the same for every outcome. */
  readonly paint: (atMs: number) => void
}

/** Prepares a scene in steps, since painting all that is copied in its frames takes longer than a frame may. */
export type OpenScene = (draw: ShownDraw, stage: Stage) => Generator<void, Scene>
