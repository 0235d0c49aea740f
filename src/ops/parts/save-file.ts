/** Gives the operator a file to keep. */
export function saveFile({ name, csv }: { name: string; csv: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
