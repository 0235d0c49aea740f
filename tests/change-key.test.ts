import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { logKey, publicKeyOf } from '#core/fairness/signatures'
import { formatKey } from '#core/fairness/tlog/note'
import { publishHeads } from '#server/services/fairness/publish-head'
import { sealLedger } from '#server/services/ledger/seal'
import { openHouse } from '#server/testing/open-house'
import { asked } from './clearball/terminal.ts'
import { programEnv } from './program.ts'

test(
  'npm run change-operator-key changes the key once, keeps the old one, and finishes a killed run',
  { timeout: 240_000 },
  async () => {
    const house = await openHouse()
    const { dataFolder, operatorKey } = house.app.config
    await house.player({ balance: '1.00' })
    await sealLedger(house.app)
    await publishHeads(house.app)
    await house.stop()
    const run = (env: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, ['scripts/clearball/main.ts', 'keys', 'rotate', 'operator'], {
        env: {
          ...programEnv,
          DATA_DIR: dataFolder,
          DATABASE_URL: house.databaseUrl('clearball_server'),
          ...env,
        },
      }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stdout, stderr }) => ({ code: Number(code), said: stdout + stderr }),
      )
    const named = async () => (await asked(house.databaseUrl('clearball_owner'), 'select from operator_key')).length
    const file = join(dataFolder, 'operator-key')
    expect(await run()).toMatchObject({ code: 1, said: `There is no key in ${dataFolder}.\n` })
    // A key that never signed the log cannot change it.
    expect(await run({ OPERATOR_KEY: '0f'.repeat(32), NEW_OPERATOR_KEY: '0e'.repeat(32) })).toMatchObject({
      code: 1,
      said: 'OPERATOR_KEY is not the key that signs the public log in this database.\n',
    })
    expect(await named()).toBe(0)

    await writeFile(file, operatorKey.reveal())
    const { code, said } = await run()
    const next = await readFile(file, 'utf8')
    expect({ code, said }).toEqual({
      code: 0,
      said: `Record 1 of the log names the new key ${publicKeyOf(next)}. It is in ${file}. Give witnesses its verifier key ${formatKey(logKey('localhost/fair/log', next))}.\n`,
    })
    expect(await readFile(`${file}.until-1`, 'utf8')).toBe(operatorKey.reveal())

    // As if the first run had been killed after the log named the key and before the files were swapped.
    await writeFile(`${file}.next`, next)
    await writeFile(file, operatorKey.reveal())
    expect(await run()).toEqual({ code, said })
    expect(await readFile(file, 'utf8')).toBe(next)
    expect(await named()).toBe(2)
    expect((await readdir(dataFolder)).filter((name) => name.startsWith('operator-key')).toSorted()).toEqual([
      'operator-key',
      'operator-key.until-1',
    ])
    await house.close()
  },
)
