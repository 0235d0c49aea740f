import { performance } from 'node:perf_hooks'

// Loaded into every thread of a simulated node. A thread that rests after some milliseconds of work would answer differently on a busy machine.
Object.defineProperty(performance, 'now', { value: () => 0 })
