import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { Client } from 'pg'
import { longRunning } from '../../db/connections.ts'
import { connectClient } from '../../db/hosts.ts'
import { sha256 } from '../../world/sha256.ts'
import { openEase } from '../../world/work/at-ease.ts'
import { readBalances, readNames, readStakes } from './copying/read-rows.ts'
import { type Build, type Kept, keepStakes, openPieceKeeper } from './copying/write-build.ts'
import { openLeafSorter } from './sorting/leaf-sorter.ts'
import { openOwedRows } from './sorting/owed-rows.ts'
import { openStakeFile } from './sorting/stake-file.ts'

/**
 * How long to rest after work, in multiples of how long it took. Whoever bets is in a hurry; a proof has an hour. The snapshot is read
 * half of the time, because it costs bets something as long as it is open; what was read is worked on a twenty-fourth of the time.
 */
const paces = { reading: 1, building: 23 } as const

/** What a proof is made from: where the database is, where files may be written for a while, and what the leaves follow from. */
export type Proving = Build & {
  readonly address: string
  readonly folder: string
  readonly number: number
  readonly seed: Uint8Array
}

export type LeafTask =
  | ({ readonly kind: 'begin' } & Proving)
  /** Looks at the books as they are in a snapshot that another connection opened and may end now. */
  | { readonly kind: 'open'; readonly snapshot: string }
  /** Reads the books; answers with the sum of the open stakes. */
  | { readonly kind: 'read' }
  /** Makes the tree and writes down what paths need; answers with what was written. */
  | { readonly kind: 'build' }

/** A statement is over in seconds; with no limit, the proof would wait for as long as its turn for an answer that the network lost. */
const statementMs = 5 * 60_000

/**
 * A commit returns before the disk has it, so that bets do not wait for the disk behind it. Nothing can be lost by it: the transaction that
 * logs the proof comes later and waits, and the disk has everything before it by then.
 */
const unhurried = '-c synchronous_commit=off'

async function connect({ address }: Proving): Promise<Client> {
  const settings = { ...longRunning, statement_timeout: statementMs, query_timeout: statementMs }
  return connectClient(address, { ...settings, options: `${longRunning.options} ${unhurried}` })
}

async function openProof(given: Proving) {
  const path = join(given.folder, `liabilities-${process.pid}-${given.number}`)
  const atEase = openEase()
  const [reader, writer] = [await connect(given), await connect(given)]
  const rows = openOwedRows(path)
  const stakes = openStakeFile(`${path}-stakes`)
  return {
    async open(snapshot: string): Promise<void> {
      await reader.query('begin isolation level repeatable read read only')
      await reader.query(`set transaction snapshot '${snapshot}'`)
    },
    /** As long as the snapshot is open, the database keeps every version of every row that bets change. So nothing is written or hashed meanwhile. */
    async read(): Promise<bigint> {
      const staked = await readStakes(reader, rows, stakes)
      for await (const _ of atEase(readBalances(reader, rows), paces.reading));
      for await (const _ of atEase(readNames(reader, rows), paces.reading));
      await reader.query('commit')
      await reader.end()
      return staked
    },
    async build(): Promise<Kept> {
      for await (const some of atEase(stakes.read(), paces.building)) await keepStakes(writer, given, some)
      const sorter = openLeafSorter({ ...given, path }, rows, sha256)
      for await (const _ of atEase(sorter.hash(), paces.building));
      const keeper = openPieceKeeper(writer, given)
      for await (const some of atEase(sorter.pieces(), paces.building))
        for (const piece of some) await keeper.keep(piece)
      await writer.end()
      return keeper.kept()
    },
  }
}

let proof: Awaited<ReturnType<typeof openProof>> | null = null

async function answer(task: LeafTask): Promise<bigint | Kept | void> {
  if (task.kind === 'begin') {
    proof = await openProof(task)
    return
  }
  if (!proof) throw new Error('no proof is being made')
  if (task.kind === 'open') return proof.open(task.snapshot)
  return task.kind === 'read' ? proof.read() : proof.build()
}

// A failure ends the thread, which tells every caller; the next task starts another one.
parentPort!.on('message', ({ id, task }: { id: number; task: LeafTask }) => {
  void answer(task).then((told) => parentPort!.postMessage({ id, answer: told }, []))
})
