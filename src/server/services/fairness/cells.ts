// A draw is closed over cells: parts of a house that take bets on their own. This house is one cell; `docs/growth.md` says what more
// of them take.

/** How many cells the draws that are scheduled now have. */
export const cellCount = 1

/** The number of the cell that this database is. */
export const ourCell = 0
