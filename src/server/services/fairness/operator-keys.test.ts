import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawProof } from '#contract/play/draws'
import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import { transaction } from '../../db/database.ts'
import { openTicker } from '../../edges/jobs/ticker.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'
import { changeOperatorKey } from './change-key.ts'
import { keyProblem } from './check-keys.ts'
import { openLogMark } from './log-mark.ts'
import { openPublicLog } from './public-log.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterAll(() => house.close())

/** Runs the public verifier, which trusts nothing but the key it is given. */
async function verify(what: string, key: string): Promise<{ code: number; said: string }> {
  const verifier = spawn(process.execPath, ['verify/main.ts', what, '--house-beacon', '--key', key])
  const [said, wrong] = await Promise.all([text(verifier.stdout), text(verifier.stderr)])
  return { code: verifier.exitCode ?? 1, said: said + wrong }
}

test('the key changes in the middle of a draw, and a verifier that knows only the first key can check the whole log', async () => {
  const first = publicKeyOf(house.app.config.operatorKey.reveal())
  const an = await house.player({ balance: '50.00', certified: true })
  const [before, across] = [await periodNow(an, 'speed_11x5'), await periodNow(an, 'speed_racing')]
  await bet(an, across, { bets: ['pk10.position_number@1 1 1.00'] })
  await house.liveUntil(across.closesAt)
  const next = new Secret('0d'.repeat(32))
  const { seq, publicKey } = await changeOperatorKey(house.app, next)
  // As the next start would find it: the mark as it was written, and the new key.
  await house.app.logMark.written()
  const config = { ...house.app.config, operatorKey: next }
  const successor: App = { ...house.app, config, logMark: openLogMark(config, house.clock) }
  expect(await keyProblem(successor)).toBeNull()
  expect(await keyProblem(house.app)).toMatch('OPERATOR_KEY')
  const append = (app: App) => transaction(app.db, app.random, async (tx) => void (await openPublicLog(app, tx)))
  await expect(append(house.app)).rejects.toThrow('another operator key')

  const { tick } = openTicker(successor)
  house.clock.to(across.drawsAt + 4_000)
  await tick()
  expect(await keyProblem(successor)).toBeNull()
  const site = (await (await fetch(`${house.playerUrl}/fair/site.json`)).json()) as { operatorKey: string }
  expect(site.operatorKey).toBe(first)
  const drawIds = [before.drawId, across.drawId]
  expect(failedSteps(await verifyDraws(house.playerUrl, drawIds, house.clock.nowMs()))).toEqual([])

  const proof = await house.visitor().call(drawProof, { drawId: across.drawId })
  expect(proof).toMatchObject({ operatorKey: first, keyChanges: [] })
  const types = proof.log.map((line) => (line as { record: { seq: number; type: string } }).record.type)
  expect(types).toEqual(['schedule', 'close', 'key', 'result', 'settle'])
  expect(seq).toBeGreaterThan(0)
  const file = join(house.app.config.dataFolder, 'draw.json')
  await writeFile(file, JSON.stringify({ ...proof }))
  expect((await verify(file, first)).said).toMatch('Nothing wrong found')
  expect((await verify(file, publicKey)).code).not.toBe(0)
})
