/** The tables of this device in IndexedDB: a head and a log for each. */

/** The result of a write: stored, a conflict with another window, or no space. */
export type Kept = 'kept' | 'changed' | 'full'

export interface Head {
  table: string
  /** The number of its last log entry. */
  seq: number
  updated: number
  /** The table as a list of tables shows it. */
  summary: unknown
}

interface Change {
  table: string
  /** The last number of the log before; null for a new table. */
  after: number | null
  log: [number, ...unknown[]][]
  head: Head
}

const NAME = 'knobel'
const HEADS = 'heads'
const LOG = 'log'
const OWN = 'own'

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(HEADS, { keyPath: 'table' })
      asked.result.createObjectStore(LOG)
      asked.result.createObjectStore(OWN)
    }
    asked.onsuccess = () => {
      // Browsers may close it in the background, or when data is deleted; the next access opens it again.
      asked.result.onclose = () => (opened = null)
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new Error('the storage of this device cannot be opened'))
  })
  opened.catch(() => (opened = null))
  return opened
}

/** The player key of this device; created once, or for this page only where nothing can be stored. */
export async function ownKey(): Promise<string> {
  try {
    return await keptKey()
  } catch {
    return newKey()
  }
}

async function keptKey(): Promise<string> {
  const transaction = (await database()).transaction(OWN, 'readwrite')
  const store = transaction.objectStore(OWN)
  const found = (await answer(store.get('key'))) as string | undefined
  const key = found ?? newKey()
  if (found === undefined) store.put(key, 'key')
  await finished(transaction)
  return key
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A stored table as JSON; undefined if there is none, since Python converts null differently. */
export async function read(table: string): Promise<string | undefined> {
  const transaction = (await database()).transaction([HEADS, LOG])
  const [head, log] = await Promise.all([
    answer(transaction.objectStore(HEADS).get(table) as IDBRequest<Head | undefined>),
    answer(transaction.objectStore(LOG).getAll(rowsOf(table)) as IDBRequest<unknown[]>),
  ])
  return head === undefined ? undefined : JSON.stringify({ head, log })
}

/** Whether a table is stored. */
export async function has(table: string): Promise<boolean> {
  const store = (await database()).transaction(HEADS).objectStore(HEADS)
  return (await answer(store.getKey(table))) !== undefined
}

/** All heads, the last changed first; empty where the browser stores nothing. */
export async function allHeads(): Promise<Head[]> {
  const there = await database().catch(() => null)
  if (!there) return []
  const found = (await answer(there.transaction(HEADS).objectStore(HEADS).getAll())) as Head[]
  return found.sort((one, other) => other.updated - one.updated)
}

/** All heads as JSON. */
export async function heads(): Promise<string> {
  return JSON.stringify(await allHeads())
}

/** Store all of these changes, or none; `full` where the browser stores nothing. */
export async function write(changes: string): Promise<Kept> {
  try {
    return await keep(JSON.parse(changes) as Change[])
  } catch {
    return 'full'
  }
}

async function keep(made: Change[]): Promise<Kept> {
  const transaction = (await database()).transaction([HEADS, LOG], 'readwrite')
  const known = transaction.objectStore(HEADS)
  const log = transaction.objectStore(LOG)
  for (const { table, after, head, log: rows } of made) {
    const before = (await answer(known.get(table))) as Head | undefined
    if ((before?.seq ?? null) !== after) {
      transaction.abort()
      return 'changed'
    }
    known.put(head)
    for (const row of rows) log.put(row, [table, row[0]])
  }
  await finished(transaction)
  return 'kept'
}

/** Delete a table, unless it has changed since this number. */
export async function remove(table: string, seq: number): Promise<boolean> {
  const transaction = (await database()).transaction([HEADS, LOG], 'readwrite')
  const known = transaction.objectStore(HEADS)
  const head = (await answer(known.get(table))) as Head | undefined
  if (head?.seq !== seq) return false
  known.delete(table)
  transaction.objectStore(LOG).delete(rowsOf(table))
  await finished(transaction)
  return true
}

/** Delete all tables. */
export async function erase(): Promise<void> {
  const transaction = (await database()).transaction([HEADS, LOG], 'readwrite')
  transaction.objectStore(HEADS).clear()
  transaction.objectStore(LOG).clear()
  await finished(transaction)
}

function rowsOf(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table, 0], [table, Infinity])
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the storage of this device does not answer'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the storage of this device is full'))
  })
}
