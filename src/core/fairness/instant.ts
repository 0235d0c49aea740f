const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z$/
const dayMs = 86_400_000

/** Reads `YYYY-MM-DDTHH:MM:SS.mmmZ` as milliseconds since 1970; null for any other text or a day that never was. */
export function parseInstant(text: string): number | null {
  const parts = pattern.exec(text)?.slice(1).map(Number)
  if (!parts) return null
  const [year, month, day, hour, minute, second, ms] = parts as [number, number, number, number, number, number, number]
  // The 31st of April, the hour 24 and the like never were.
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null
  const before = daysBefore(year, month, 1)
  const days = (month === 12 ? daysBefore(year + 1, 1, 1) : daysBefore(year, month + 1, 1)) - before
  if (day < 1 || day > days) return null
  return (before + day - 1) * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

export function formatInstant(atMs: number): string {
  const days = Math.floor(atMs / dayMs)
  const rest = atMs - days * dayMs
  const [year, month, day] = dateOf(days)
  const time = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((part) => digits(Math.floor(part), 2))
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${time.join(':')}.${digits(rest % 1000, 3)}Z`
}

function digits(value: number, size: number): string {
  return String(value).padStart(size, '0')
}

// Years are counted from March, so that the leap day comes last; 400 years have 146,097 days.
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return (
    365 * shifted +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    dayOfYear -
    719_468
  )
}

function dateOf(days: number): [number, number, number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = ((fromMarch + 2) % 12) + 1
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}
