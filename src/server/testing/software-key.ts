import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Output } from '#contract/endpoint'
import type { playerFactors } from '#contract/factors'

type Creation = Output<typeof playerFactors.beginPasskey>['options']
type Request = NonNullable<Output<typeof playerFactors.ask>['passkey']>

/** A security key in software: real keys and signatures; a test may falsify its counter and the user's presence. */
export function openSoftwareKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const state = { counter: 0, isVerified: true }

  const credential = { id, rawId: id, type: 'public-key' as const }
  const authenticatorData = (rpId: string, flags: number, ...rest: Buffer[]) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), number(state.counter, 4), ...rest])

  return {
    id,
    state,
    /** The result of `navigator.credentials.create` in a browser on `origin`. */
    create({ challenge, rp }: Creation, origin: string) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coseKey = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x!, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y!, 'base64url'))],
      ])
      const attested = [Buffer.alloc(16), number(credentialId.length, 2), credentialId, coseKey]
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(rp.id, present | verified | hasCredential, ...attested))],
      ])
      const clientData = clientDataJson('webauthn.create', challenge, origin)
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    /** The result of `navigator.credentials.get`. */
    get({ challenge, rpId }: Request, origin: string) {
      state.counter++
      const data = authenticatorData(rpId, state.isVerified ? present | verified : present)
      const clientData = clientDataJson('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const present = 0x01
const verified = 0x04
const hasCredential = 0x40

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

function number(value: number, bytes: number): Buffer {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}

const clientDataJson = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

// The part of CBOR (RFC 8949) that an attestation needs: a major type and a length, then the content.
function cborHead(majorType: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(majorType << 5) | value])
  if (value < 256) return Buffer.from([(majorType << 5) | 24, value])
  return Buffer.concat([Buffer.from([(majorType << 5) | 25]), number(value, 2)])
}

const cborInteger = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value))
const cborBytes = (content: Buffer) => Buffer.concat([cborHead(2, content.length), content])
const cborText = (content: string) => Buffer.concat([cborHead(3, content.length), Buffer.from(content)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
