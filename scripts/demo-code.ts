import { systemClock } from '#server/world/clock'
import { demoCodes } from '#server/features/demo/demo-factors'
import { withRunningDemo } from './running-demo.ts'

// What the demo operators' authenticator apps show now: `npm run demo:code` for all, `npm run demo:code -- admin` for one.

const only = process.argv[2]

await withRunningDemo(async (demo) => {
  const codes = await demoCodes({ ...demo, clock: systemClock })
  const wanted = codes.filter(({ account }) => !only || account === only)
  if (wanted.length === 0) return `There is no demo operator ${only ?? ''} with an authenticator app.`
  for (const { account, code } of wanted) console.log(only ? code : `${account.padEnd(10)}${code}`)
  return null
})
