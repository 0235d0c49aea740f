/** What a document's number is sealed for: its own application, and no other. */
export function sealedFor(certificationId: string): string {
  return `certification:${certificationId}`
}
