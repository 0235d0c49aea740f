import { hexBytes, packHash } from './pack.ts'

/** What locks a draw's secret before betting opens. The draw id is inside, so a commitment fits one draw only. */
export function commitOf({ drawId, secret }: { readonly drawId: string; readonly secret: string }): string {
  return packHash('fair/1/commit', drawId, hexBytes(secret, 32))
}
