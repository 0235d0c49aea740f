/** A date of the Gregorian calendar, counted in days since 1970-01-01. No clock and no time zone are involved. */
export type Day = number

const daysPerEra = 146_097 // 400 years, after which the calendar repeats
const daysToEpoch = 719_468 // from 0000-03-01, so that a leap day ends its year

/** The year, month and day of the month. */
export function civilFromDay(day: Day): { year: number; month: number; date: number } {
  const shifted = day + daysToEpoch
  const era = Math.floor(shifted / daysPerEra)
  const ofEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * ofYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: ofYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** The inverse, for a date that exists; the caller checks by going back. */
export function dayFromCivil({ year, month, date }: { year: number; month: number; date: number }): Day {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear
  return era * daysPerEra + ofEra - daysToEpoch
}

/** `YYYYMMDD`. */
export function formatDay(day: Day): string {
  const { year, month, date } = civilFromDay(day)
  if (!(year >= 0 && year <= 9_999)) throw new RangeError(`day ${day} has no year of four digits`)
  return `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(date).padStart(2, '0')}`
}

/** Reads `YYYYMMDD`; null unless that date exists. */
export function parseDay(text: string): Day | null {
  if (!/^[0-9]{8}$/.test(text)) return null
  const day = dayFromCivil({
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(4, 6)),
    date: Number(text.slice(6)),
  })
  return civilDayText(day) === text ? day : null
}

/** A month 13 or a day 0 may lead outside the four-digit years; that is a wrong text, not a fault. */
function civilDayText(day: Day): string | null {
  const { year } = civilFromDay(day)
  return year >= 0 && year <= 9_999 ? formatDay(day) : null
}
