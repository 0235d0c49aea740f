import { serveChecks } from './serve-checks.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

// With the browser's Ed25519 a phone need not download another.
serveChecks(async ({ hash, sig, publicKey }) => {
  try {
    const key = await crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytes(sig), bytes(hash))
  } catch {
    return false
  }
})
