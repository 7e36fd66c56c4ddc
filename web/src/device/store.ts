/** What this device keeps of its tables: a head and a log for each, in IndexedDB. */

/** Whether something was kept: it was, another window was first, or there is no room. */
export type Kept = 'kept' | 'changed' | 'full'

export interface Head {
  table: string
  /** The last number of its log. */
  seq: number
  updated: number
  /** The table as a list of tables tells it. */
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
      // Browsers close it in the background, or when somebody tidies up; whoever asks next opens it again.
      asked.result.onclose = () => (opened = null)
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new Error('the storage of this device cannot be opened'))
  })
  opened.catch(() => (opened = null))
  return opened
}

/** The key of whoever holds this device; made once, or for this time where nothing can be kept. */
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

/** A table that is kept, as JSON; nothing at all where there is none, for Python has another word for null. */
export async function read(table: string): Promise<string | undefined> {
  const transaction = (await database()).transaction([HEADS, LOG])
  const [head, log] = await Promise.all([
    answer(transaction.objectStore(HEADS).get(table) as IDBRequest<Head | undefined>),
    answer(transaction.objectStore(LOG).getAll(rowsOf(table)) as IDBRequest<unknown[]>),
  ])
  return head === undefined ? undefined : JSON.stringify({ head, log })
}

/** Whether a table is kept. */
export async function has(table: string): Promise<boolean> {
  const store = (await database()).transaction(HEADS).objectStore(HEADS)
  return (await answer(store.getKey(table))) !== undefined
}

/** All heads, those first at which something happened last; none where the browser keeps nothing. */
export async function allHeads(): Promise<Head[]> {
  const there = await database().catch(() => null)
  if (!there) return []
  const found = (await answer(there.transaction(HEADS).objectStore(HEADS).getAll())) as Head[]
  return found.sort((one, other) => other.updated - one.updated)
}

/** The same as JSON. */
export async function heads(): Promise<string> {
  return JSON.stringify(await allHeads())
}

/** Keep all of these changes, or none; where the browser keeps nothing there is no room either. */
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

/** Forget a table, unless something has happened at it since this number. */
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

/** Forget all tables. */
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
