import { expect, test } from 'vitest'

const modules = import.meta.glob(['./{fairness,games,money}/**/*.ts', '!**/*.test.ts'])

test('there are modules to load', () => {
  expect(Object.keys(modules).length).toBeGreaterThan(30)
})

// A module that throws while it loads takes its whole test file with it, which some runners count as no failed test.
test.each(Object.keys(modules))('%s loads without the help of another', async (path) => {
  await expect(modules[path]!()).resolves.toBeDefined()
})
