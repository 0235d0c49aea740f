/** The number of repetitions: `promised` in `npm run soak`, and in `npm test` as many as find a mistake within minutes. */
export const timesOf = (promised: number, usual: number): number => (process.env.SOAK === '1' ? promised : usual)
