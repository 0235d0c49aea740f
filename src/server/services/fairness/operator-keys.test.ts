import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawProof } from '#contract/play/past-draws'
import { parseEntry } from '#core/fairness/log'
import { formatKey } from '#core/fairness/tlog/note'
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
import { firstKey } from './operator-keys.ts'
import { openPublicLog } from './public-log.ts'
import { signingKeyOf } from './sign-note.ts'

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
  const first = await firstKey(house.app.db.query, house.app.config)
  const an = await house.player({ balance: '50.00', certified: true })
  const [before, across] = [await periodNow(an, 'speed_11x5'), await periodNow(an, 'speed_racing')]
  await bet(an, across, { bets: ['pk10.position_number@1 1 1.00'] })
  await house.liveUntil(across.closesAt)
  const next = new Secret('0d'.repeat(32))
  const { seq } = await changeOperatorKey(house.app, next)
  // As the next start would find it: the mark as it was written, and the new key.
  await house.app.logMark.written()
  const config = { ...house.app.config, operatorKey: next }
  const memory = { ...house.app.memory, signingKey: null }
  const successor: App = { ...house.app, config, memory, logMark: openLogMark(config, house.clock) }
  expect(await keyProblem(successor)).toBeNull()
  expect(await keyProblem(house.app)).toMatch('OPERATOR_KEY')
  const append = (app: App) => transaction(app.db, app.random, async (tx) => void (await openPublicLog(app, tx)))
  await expect(append(house.app)).rejects.toThrow('another operator key')

  const { tick } = openTicker(successor)
  house.clock.to(across.drawsAt + 4_000)
  await tick()
  expect(await keyProblem(successor)).toBeNull()
  const site = (await (await fetch(`${house.playerUrl}/fair/site.json`)).json()) as { vkey: string }
  expect(site.vkey).toBe(first)
  const drawIds = [before.drawId, across.drawId]
  expect(failedSteps(await verifyDraws(house.playerUrl, drawIds, house.clock.nowMs()))).toEqual([])

  const proof = await house.visitor().call(drawProof, { drawId: across.drawId })
  expect(proof).toMatchObject({ operatorKey: first, keyChanges: [expect.stringContaining('c2sp.org/tlog-proof@v1')] })
  const types = proof.entries.map(({ entry }) => parseEntry(entry)!.type)
  expect(types).toEqual(['schedule', 'close', 'result', 'settle'])
  expect(seq).toBeGreaterThan(0)
  const file = join(house.app.config.dataFolder, 'draw.json')
  await writeFile(file, JSON.stringify({ ...proof }))
  expect((await verify(file, first)).said).toMatch('Nothing wrong found')
  expect((await verify(file, formatKey(signingKeyOf(next, config.logOrigin).key))).code).not.toBe(0)
})
