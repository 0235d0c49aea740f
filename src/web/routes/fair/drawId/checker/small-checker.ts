import { serveChecks } from './serve-checks.ts'

// With the browser's Ed25519 a phone need not download another.
serveChecks(async (...signed) => {
  try {
    const [message, signature, publicKey] = signed.map((bytes) => new Uint8Array(bytes))
    const key = await crypto.subtle.importKey('raw', publicKey!, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature!, message!)
  } catch {
    return false
  }
})
