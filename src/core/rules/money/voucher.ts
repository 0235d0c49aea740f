/** A voucher as it is compared: grey and of one size, so that saving or resizing a picture anew changes little. */
export const printWidth = 135
export const printHeight = 240

/** Re-saved copies differ in some pixels by a little; two receipts of one bank differ in their digits by a lot. */
const pixelDiffers = 48

/** Below this share, in hundredths of a percent, two vouchers are shown side by side to the reviewer. */
export const alikeBelow = 30

/** The share of pixels that differ, in hundredths of a percent. */
export function shareDiffering(one: Uint8Array, other: Uint8Array): number {
  let differing = 0
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) > pixelDiffers) differing++
  return Math.round((differing * 10_000) / one.length)
}
