import { expect, test } from 'vitest'
import { connectionsOf, poolOf } from './worker-share.ts'

test.each([
  { workers: 1, databasePool: 16, each: 16, inAll: 120 },
  { workers: 1, databasePool: 500, each: 500, inAll: 528 },
  { workers: 2, databasePool: 16, each: 8, inAll: 120 },
  { workers: 8, databasePool: 16, each: 4, inAll: 120 },
  { workers: 32, databasePool: 16, each: 4, inAll: 342 },
])('$workers workers share $databasePool connections: $each each, of $inAll', ({ each, inAll, ...config }) => {
  expect([poolOf(config), connectionsOf(config)]).toEqual([each, inAll])
})
