import { type Day, civilFromDay, dayFromCivil } from '../periods/civil-date.ts'

/** Specification, section 9. */
const adultYears = 18

const hourMs = 3_600_000

/** A date has begun everywhere on earth when it begins at UTC−12; before that it is still the day before somewhere. */
const lastToBeginMs = 12 * hourMs

/**
 * 18 or over at this instant, wherever the person is: in doubt they are a day too young. Somebody born on 29 February
 * comes of age on 1 March where the year has no such day.
 */
export function isAdult(bornOn: Day, nowMs: number): boolean {
  const { year, month, date } = civilFromDay(bornOn)
  const today = Math.floor((nowMs - lastToBeginMs) / (24 * hourMs))
  return today >= dayFromCivil({ year: year + adultYears, month, date })
}
