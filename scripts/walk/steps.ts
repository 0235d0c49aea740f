/** A step of a walk. What it does exactly depends on what stands on the screen, and on `pick` where there is a choice. */
export type Step<Name extends string = string> = {
  /** The tab in which it is done: the first or the second. */
  readonly tab: 0 | 1
  readonly move: Name
  readonly pick: number
}

/** Numbers below 2^32 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** The steps of a seed: moves by their weight, three of four of them in the first tab. */
export function stepsOf<Name extends string>(
  seed: number,
  count: number,
  weights: Readonly<Record<Name, number>>,
): Step<Name>[] {
  const next = numbersFrom(seed)
  const bag = (Object.entries(weights) as [Name, number][]).flatMap(([move, weight]) =>
    Array.from({ length: weight }, () => move),
  )
  return Array.from({ length: count }, () => ({
    tab: next() % 4 === 0 ? 1 : 0,
    move: bag[next() % bag.length]!,
    pick: next(),
  }))
}

/**
 * The fewest steps found that still fail: pieces are left out, large ones first, as long as what is left fails. Each try walks
 * anew, so `triesMost` bounds the time.
 */
export async function shrunk<Each>(
  steps: readonly Each[],
  fails: (fewer: readonly Each[]) => Promise<boolean>,
  triesMost: number,
): Promise<readonly Each[]> {
  let left = steps
  let tries = 0
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && left.length > 1;) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)]
      if (fewer.length > 0 && tries++ >= triesMost) return left
      if (fewer.length > 0 && (await fails(fewer))) left = fewer
      else at += size
    }
  }
  return left
}

/** Why walks on which nothing was wrong show nothing: most of their moves were not possible, or no balance was on a screen. */
export function tooLittle({ done, balances }: { done: number; balances: number }, steps: number): string[] {
  return [
    ...(done < steps / 2 ? [`only ${done} of ${steps} moves were possible, so little was tried`] : []),
    ...(balances === 0 ? ['no balance was compared with the ledger'] : []),
  ]
}
