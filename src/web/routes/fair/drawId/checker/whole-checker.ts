import { verifyEd25519 } from '#core/fairness/signatures'
import { serveChecks } from './serve-checks.ts'

// For browsers without Ed25519 of their own, and for pages without a secure connection, where none has it.
serveChecks(verifyEd25519)
