const start = 0xda
const end = 0xd9

/**
 * The number of scans in a JPEG. Each scan costs as much as decoding the whole picture once, takes only forty bytes in the file, and
 * cannot be interrupted, so a small file could keep a core busy for fifteen seconds.
 */
export function jpegScans(file: Buffer): number {
  let scans = 0
  let at = 2
  while (at >= 2 && at + 3 < file.length) {
    const marker = file[at] === 0xff ? file[at + 1]! : null
    if (marker === end) break
    if (marker === null || marker === 0xff) at = file.indexOf(0xff, at + 1)
    else if (!hasContent(marker)) at += 2
    else {
      if (marker === start) scans++
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return scans
}

/** Zero is an escaped 0xff among pixels; the others are markers without content. */
function hasContent(marker: number): boolean {
  return marker > 0x01 && (marker < 0xd0 || marker > 0xd8)
}
