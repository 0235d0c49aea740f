import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { validate } from 'abavalidator'
import type { Network } from '#core/rules/money/wallet'

const base58check = createBase58check(sha256)

/** The first byte of every address on Tron's main network. */
const tronPrefix = 0x41

/** Whether an address belongs to the network and its checksum is right, so that a slip of the finger is noticed. */
export function isAddress(network: Network, address: string): boolean {
  return network === 'TRC20' ? isTronAddress(address) : isChecksummedEthereumAddress(address)
}

function isTronAddress(address: string): boolean {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === tronPrefix
  } catch {
    return false
  }
}

/**
 * EIP-55: the case of each letter is a bit of the address's hash. An address in one case carries no checksum, so a wrong
 * digit in it could not be told; every wallet shows the mixed form.
 */
function isChecksummedEthereumAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())))
  return digits.split('').every((digit, at) => {
    const isUpper = Number.parseInt(hash[at]!, 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}

/** Whether the check digit of an ABA routing number is right. */
export function isRoutingNumber(text: string): boolean {
  return validate(text)
}
