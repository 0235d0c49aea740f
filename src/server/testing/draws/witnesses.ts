import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packHash } from '#core/fairness/pack'
import { logKey } from '#core/fairness/signatures'
import type { NoteKey } from '#core/fairness/tlog/note'
import { type DrawHouse, openDrawHouse } from './draw-house.ts'

export type WitnessedHouse = DrawHouse & {
  /** Lets seconds pass, a few at a time. */
  pass(seconds: number): Promise<void>
  /** What the database notes of a witness. */
  stateOf(name: string): Promise<{ size: number; failures: number; failure: string | null }>
}

/** Starts a witness, as the verifier does. */
type Serve = (options: {
  port: number
  host: string
  name: string
  secretKey: string
  logs: readonly NoteKey[]
  stateFile: string
  clock: () => number
  tell: () => void
}) => Promise<Cosigner>

type Cosigner = { readonly url: string; readonly vkey: string; close(): Promise<void> }

/** A house that asks three witnesses, of which two are enough; each is one that `serve` starts unless an address is given. */
export async function openWitnessedHouse(
  serve: Serve,
  addresses: Readonly<Record<string, string>>,
  settings: Parameters<typeof openDrawHouse>[0] = {},
): Promise<WitnessedHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-witnesses-'))
  const logs: NoteKey[] = []
  let nowMs = () => 0
  const witnesses: Cosigner[] = []
  const lines: string[] = []
  for (const name of ['north', 'south', 'west']) {
    const cosigner = await serve({
      port: 0,
      host: '127.0.0.1',
      name: `${name}.example`,
      secretKey: packHash('witness', name),
      logs,
      stateFile: join(folder, `${name}.json`),
      clock: () => nowMs(),
      tell: () => {},
    })
    witnesses.push(cosigner)
    lines.push(`witness ${name} ${cosigner.vkey} ${addresses[name] ?? cosigner.url}`)
  }
  const file = join(folder, 'policy')
  await writeFile(file, `${lines.join('\n')}\ngroup two 2 north south west\nquorum two\n`)
  const house = await openDrawHouse({ ...settings, witnesses: file })
  nowMs = house.clock.nowMs
  logs.push(logKey(house.app.config.logOrigin, house.app.config.operatorKey.reveal()))
  return {
    ...house,
    pass: async (seconds) => {
      for (let passed = 0; passed < seconds; passed += 3) {
        house.clock.forward(3_000)
        await house.tick()
      }
    },
    stateOf: async (name) => {
      const row = await house.app.db.query
        .selectFrom('witness_state')
        .selectAll()
        .where('witness', '=', `${name}.example`)
        .executeTakeFirstOrThrow()
      return { ...row, size: Number(row.size) }
    },
    close: async () => {
      await house.close()
      await Promise.all(witnesses.map((each) => each.close()))
    },
  }
}
