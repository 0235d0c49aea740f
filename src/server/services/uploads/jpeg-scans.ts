const start = 0xda
const end = 0xd9

/**
 * How many passes over its pixels a JPEG asks for. Each costs as much as decoding the whole picture once, takes forty
 * bytes to write down, and cannot be interrupted, so a small file could keep a core busy for a quarter of a minute.
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

/** Zero stands for an 0xff among pixels; the others mark a place and nothing follows them. */
function hasContent(marker: number): boolean {
  return marker > 0x01 && (marker < 0xd0 || marker > 0xd8)
}
