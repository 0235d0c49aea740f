import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Network } from './wallet.ts'

/** The first byte of every address on Tron's main network. */
const tronPrefix = '41'

/** Without the characters that are mistaken for one another: 0 and O, I and l. */
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether an address belongs to the network and its checksum is right, so that a slip of the finger is noticed. */
export function isAddress(network: Network, address: string): boolean {
  return network === 'TRC20' ? isTronAddress(address) : isChecksummedEthereumAddress(address)
}

/** A prefix, twenty bytes, and the first four bytes of their double hash; 34 characters always. */
function isTronAddress(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  let number = 0n
  for (const char of address) number = number * 58n + BigInt(base58.indexOf(char))
  const hex = number.toString(16)
  if (hex.length !== 50 || !hex.startsWith(tronPrefix)) return false
  const check = bytesToHex(sha256(sha256(hexToBytes(hex.slice(0, 42)))).subarray(0, 4))
  return hex.endsWith(check)
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
    const isUpper = hash[at]! >= '8'
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}

/** Whether the last digit of an ABA routing number fits the others; nine zeros would, and are nobody's. */
export function isRoutingNumber(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false
  const weights = [3, 7, 1]
  const sum = text.split('').reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0)
  return sum !== 0 && sum % 10 === 0
}
