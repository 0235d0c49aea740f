import { createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { validate } from 'abavalidator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAddress, isRoutingNumber } from './check-digits.ts'

/** The examples of EIP-55 and two contracts that everybody on Tron knows. */
const known = {
  ERC20: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
} as const

test.each(['ERC20', 'TRC20'] as const)('addresses of %s are told from those of the other network', (network) => {
  const other = network === 'ERC20' ? 'TRC20' : 'ERC20'
  for (const address of known[network]) {
    expect(isAddress(network, address)).toBe(true)
    expect(isAddress(other, address)).toBe(false)
    expect(isAddress(network, address.toLowerCase())).toBe(false)
    expect(isAddress(network, address.slice(0, -1))).toBe(false)
  }
})

test('every address of Tron’s main network is known, and no other text of that encoding', () => {
  const { encode } = createBase58check(sha256)
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(fc.property(bytes, (key) => isAddress('TRC20', encode(Uint8Array.from([0x41, ...key])))))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 255 }), (key, prefix) => {
      return prefix === 0x41 || !isAddress('TRC20', encode(Uint8Array.from([prefix, ...key])))
    }),
  )
})

test('one character changed anywhere is noticed', () => {
  const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  for (const address of known.TRC20) {
    for (const [at, char] of address.split('').entries()) {
      const next = base58[(base58.indexOf(char) + 1) % base58.length]!
      expect(isAddress('TRC20', address.slice(0, at) + next + address.slice(at + 1))).toBe(false)
    }
  }
})

test('routing numbers are judged as the field’s own checker judges them', () => {
  const nine = fc.stringMatching(/^[0-9]{9}$/)
  fc.assert(fc.property(nine, (text) => isRoutingNumber(text) === validate(text)))
  expect(['021000021', '011401533'].every(isRoutingNumber)).toBe(true)
  expect(['021000022', '000000000', '02100002', ' 021000021'].some(isRoutingNumber)).toBe(false)
})

/** Another character in each place in turn: a digit mistyped, or a letter in the wrong case. */
function slips(address: string, alphabet: string): string[] {
  return address.split('').map((char, at) => {
    const next = alphabet[(alphabet.indexOf(char) + 1) % alphabet.length]!
    return address.slice(0, at) + next + address.slice(at + 1)
  })
}

test('one wrong character anywhere is noticed on Tron', () => {
  const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  for (const address of known.TRC20) {
    expect(slips(address, base58).filter((each) => isAddress('TRC20', each))).toEqual([])
  }
})

test('a letter in the wrong case is noticed on Ethereum, and an address in one case is not believed', () => {
  for (const address of known.ERC20) {
    expect(isAddress('ERC20', address.toLowerCase())).toBe(false)
    const digits = address.slice(2)
    const flipped = digits.split('').flatMap((char, at) => {
      const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
      return other === char ? [] : [`0x${digits.slice(0, at)}${other}${digits.slice(at + 1)}`]
    })
    expect(flipped.filter((each) => isAddress('ERC20', each))).toEqual([])
  }
})

test.each([
  ['021000021', true],
  ['011401533', true],
  ['021000022', false],
  ['120000021', false],
  ['000000000', false],
  ['02100002', false],
])('%s is a routing number: %s', (text, expected) => {
  expect(isRoutingNumber(text)).toBe(expected)
})
