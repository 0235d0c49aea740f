type File = { readonly name: string; readonly text: string; readonly type?: string }

/** Has the browser save a file that the page made. */
export function saveFile({ name, text, type = 'application/json' }: File): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
