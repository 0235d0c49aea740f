/** The encryption context of a document's number: it can be decrypted for its own application only. */
export function sealedFor(certificationId: string): string {
  return `certification:${certificationId}`
}
