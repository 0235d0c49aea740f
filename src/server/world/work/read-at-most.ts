/**
 * The text of an answer, or null where it is longer than that. The rest is not read: somebody else's server may send gigabytes, in a
 * few compressed kilobytes too.
 */
export async function readAtMost(answer: Response, bytesMost: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > bytesMost) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
