/** How many times: in `npm run soak` as often as was promised, in `npm test` as often as finds a mistake within minutes. */
export const timesOf = (promised: number, usual: number): number => (process.env.SOAK === '1' ? promised : usual)
