// npm run fuzz -- --seeds N [--from SEED] [--per-call N]: spoilt requests to every call, a new house for each seed.
import { parseArgs } from 'node:util'
import { fuzz } from '#server/testing/attack/fuzz/run-fuzz'
import { openStage } from '#server/testing/attack/stage'
import { watchChanges } from '#server/testing/attack/watch-changes'
import { endWithServers } from '#server/testing/interrupted'
import { startTestCluster } from '#server/testing/test-cluster'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    'per-call': { type: 'string', default: '40' },
  },
})
const [seeds, from, perCall] = [values.seeds, values.from, values['per-call']].map(Number) as [number, number, number]
if (![seeds, from, perCall].every((each) => Number.isSafeInteger(each) && each > 0)) {
  console.error('--seeds, --from and --per-call are whole numbers above zero')
  process.exit(2)
}

endWithServers()
const { stop } = await startTestCluster()
const total = { requests: 0, refused: 0, hadTo: 0, findings: 0 }
const beganMs = performance.now()
try {
  for (let seed = from; seed < from + seeds; seed++) {
    const stage = await openStage()
    const watch = await watchChanges(stage.house)
    let calls = 0
    const onCall = (name: string) => {
      calls++
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kseed ${seed}: ${calls} calls, ${name}`)
    }
    const { requests, refused, hadTo, findings } = await fuzz(stage, watch, { seed, perCall, onCall })
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    for (const { call, caller, how, what, sent } of findings) {
      console.log(`\nseed ${seed}: ${call} as ${caller}, ${how}\n  ${what}`)
      console.log(`  ${sent.method} ${sent.path.slice(0, 500)} ${String(sent.body).slice(0, 500)}`)
    }
    total.requests += requests
    total.refused += refused
    for (const count of hadTo.values()) total.hadTo += count
    total.findings += findings.length
    await watch.close()
    await stage.house.close().catch((error: unknown) => {
      total.findings++
      console.log(`\nseed ${seed}: ${String(error)}`)
    })
  }
} finally {
  await stop()
}
const seconds = Math.round((performance.now() - beganMs) / 1000)
const { requests, refused, hadTo, findings } = total
console.log(
  `${seeds} seeds, ${requests} requests, ${refused} refused, ${hadTo} of them had to be, ${findings} findings, ${seconds} s`,
)
process.exitCode = findings > 0 ? 1 : 0
