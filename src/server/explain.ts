import { failureOf, failures } from './world/database-failures.ts'
import { StartProblem } from './world/start-problem.ts'

/** Whether an error is temporary: file descriptors ran out or a connection broke. Nothing is left half done, so the process goes on. */
export function passes(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['EMFILE', 'ENFILE', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'].includes(code)
}

/** Why a start failed, for the person at the terminal. */
export function explain(error: unknown): string {
  if (error instanceof StartProblem) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken by another program; choose another with --port.`
  }
  const failed = failureOf(error)
  if (failed) return `${capital(failures[failed].says)}: ${messageOf(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Connecting to a host name with several addresses fails with an error whose own message is empty and that holds one per address. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
