const names = ['receipts', 'notes', 'heads', 'checkpoints', 'forks', 'proofs'] as const

type Stores = Record<(typeof names)[number], IDBObjectStore>

/** A checkpoint of the public log as it was shown; `isCompared` once it is known to extend what was kept before. */
export type KeptCheckpoint = {
  readonly origin: string
  readonly size: number
  readonly note: string
  readonly isCompared: boolean
}

/** Two checkpoints of the public log of which neither extends the other. */
export type Fork = readonly [older: string, newer: string]

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('clearball-evidence', 3)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      const database = request.result
      // The key made by the store counts up, so the order of keys is the order in which things were kept.
      const make = (name: (typeof names)[number]) => database.createObjectStore(name, { autoIncrement: true })
      make('proofs').createIndex('proof', ['player', 'number'])
      // What was kept before stays: it is evidence.
      if (oldVersion === 2) return
      for (const name of Array.from(database.objectStoreNames)) if (name !== 'proofs') database.deleteObjectStore(name)
      const [receipts, notes, heads, checkpoints] = names.filter((name) => name !== 'proofs').map(make)
      receipts!.createIndex('bet', ['player', 'betId'], { unique: true })
      receipts!.createIndex('draw', ['player', 'drawId'])
      receipts!.createIndex('player', 'player')
      notes!.createIndex('draw', 'drawId', { unique: true })
      heads!.createIndex('draw', 'drawId')
      heads!.createIndex('note', 'note', { unique: true })
      checkpoints!.createIndex('note', 'note', { unique: true })
    })
    request.addEventListener('success', () => {
      const database = request.result
      // Another tab may bring a newer form of these stores; it waits until this one lets go.
      database.addEventListener('versionchange', () => {
        database.close()
        opening = null
      })
      // A phone's browser closes what a page in the background has open. The next use opens it again.
      database.addEventListener('close', () => (opening = null))
      resolve(database)
    })
    request.addEventListener('error', () => reject(request.error!))
  })
  opening.catch(() => (opening = null))
  return opening
}

/** The stores of this browser's evidence, in one transaction. */
export async function stores(mode: IDBTransactionMode): Promise<Stores> {
  const work = (await open()).transaction(names, mode)
  return Object.fromEntries(names.map((name) => [name, work.objectStore(name)])) as Stores
}

export const answered = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
