/**
 * Puts a text on the clipboard; says whether it could. Browsers inside other apps refuse it, and a page without a secure connection has no
 * clipboard at all.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
