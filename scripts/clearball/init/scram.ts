import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** PostgreSQL's own default. The passwords are long and random, so more would only cost time at each connection. */
const iterations = 4096

/**
 * A password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5802). A statement with this in it gives nothing away to the server's log, or
 * to whoever reads the statements of others.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
