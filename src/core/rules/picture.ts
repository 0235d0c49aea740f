/**
 * Limits of uploaded pictures: enough for any phone's photograph of a receipt, too little to fill a disk or a memory.
 */
export const pictureMostBytes = 5 * 1024 * 1024
export const pictureMostPixels = 25_000_000

/** What is kept is at most this long on its longer side: a receipt stays readable. */
export const pictureMostSide = 2400

/** A player's files that belong to nothing yet, and all that a player stored within a month: each top-up needs a picture, for years. */
export const openPicturesMost = 20
export const pictureBytesMost = 100 * 1024 * 1024
export const picturesCountMs = 30 * 24 * 3_600_000

/** A file that was attached to nothing by then is removed. */
export const openPictureKeptMs = 24 * 3_600_000
