/**
 * Five tries a code and five codes an hour, for each of an account's three names: 54,000 guesses a month. With eight digits one guesser in
 * 1,800 finds a code in a month; with six it would be one in 18.
 */
export const codeDigits = 8
export const codeLifeMs = 10 * 60_000
export const codeTries = 5

/** A new code a minute at the earliest, and five an hour: enough for a slow mailbox, too few to flood one. */
export const resendAfterMs = 60_000
const codesPerHour = 5
const hourMs = 3_600_000

/** How long to wait before another code may be sent to the same person; 0 when it may be sent now. */
export function resendWaitMs(sentAtMs: readonly number[], nowMs: number): number {
  const recent = sentAtMs.filter((at) => at > nowMs - hourMs).sort((a, b) => b - a)
  const sinceLast = recent.length > 0 ? Math.max(0, recent[0]! + resendAfterMs - nowMs) : 0
  const forHour = recent.length >= codesPerHour ? recent[codesPerHour - 1]! + hourMs - nowMs : 0
  return Math.max(sinceLast, forHour)
}
