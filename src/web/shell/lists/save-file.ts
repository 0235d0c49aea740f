/** Hands the reader a file made here. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
