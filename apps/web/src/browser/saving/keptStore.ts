/**
 * What was written and is not on the server yet, kept in this browser: encrypted with a key that scripts can use and not
 * read, a record for each window that writes. A window that was closed leaves its record to whichever opens the page next.
 */
import { jsonBytes } from "../../logic/blockJson.ts"
import type { KeptWork, PageText } from "../../logic/PageSaver.ts"

type Work = KeptWork<PageText>

/** What is sealed: the work, and what its page was called. */
interface Content {
  readonly work: Work
  readonly title: string
}

interface KeptRecord {
  readonly id: string
  /** Whose work it is, and of which page. */
  readonly place: string
  readonly sealed: Sealed
}

type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer } | { readonly plain: Content }

/** The work of one window on one page. */
export interface Kept {
  /** What a window that is gone has left. */
  readonly found: Work | undefined
  readonly keep: (work: Work | undefined) => Promise<void>
  /** Leaves what is kept to the next window. */
  readonly leave: () => void
}

const result = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

let opened: Promise<IDBDatabase> | undefined

const database = (): Promise<IDBDatabase> => {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("octavo", 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore("work", { keyPath: "id" }).createIndex("place", "place")
      request.result.createObjectStore("keys")
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** The key of this browser, which is made once; `undefined` on plain http in a network, where browsers have none. */
const keyOf = async (db: IDBDatabase): Promise<CryptoKey | undefined> => {
  if (globalThis.crypto?.subtle === undefined) return undefined
  const found = await result<CryptoKey | undefined>(db.transaction("keys").objectStore("keys").get("work"))
  if (found !== undefined) return found
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"])
  // another window may have made one meanwhile: the first one counts
  const store = db.transaction("keys", "readwrite").objectStore("keys")
  const first = await result<CryptoKey | undefined>(store.get("work"))
  if (first !== undefined) return first
  await result(store.put(made, "work"))
  return made
}

const seal = async (db: IDBDatabase, content: Content): Promise<Sealed> => {
  const key = await keyOf(db)
  if (key === undefined) return { plain: content }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, jsonBytes(content)) }
}

const unseal = async (db: IDBDatabase, sealed: Sealed): Promise<Content | undefined> => {
  if ("plain" in sealed) return sealed.plain
  try {
    const key = await keyOf(db)
    if (key === undefined) return undefined
    const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv: sealed.iv }, key, sealed.bytes)
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // sealed with a key that is gone: nobody can read it any more
    return undefined
  }
}

const lockOf = (id: string): string => `octavo-work-${id}`

/** Holds a record for this window. @returns what lets it go; `undefined` when another window has it */
const hold = (id: string): Promise<(() => void) | undefined> => {
  // browsers without locks: two windows may take up the same, which the server merges into one
  if (navigator.locks === undefined) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    })
    held.catch(reject)
  })
}

const randomId = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("")

/** Removes records. */
const remove = async (db: IDBDatabase, ids: ReadonlyArray<string>): Promise<void> => {
  const transaction = db.transaction("work", "readwrite", { durability: "strict" })
  for (const id of ids) transaction.objectStore("work").delete(id)
  await done(transaction)
}

/**
 * Takes up what is kept of a page, and keeps what this window writes in it.
 * @param place whose work, and of which page
 * @param title what the page is called now
 * @param takesUp whether what a window has left is wanted
 */
export const openKept = async (place: string, title: () => string, takesUp = true): Promise<Kept> => {
  const id = randomId()
  let found: Work | undefined
  let taken: { readonly id: string; readonly release: () => void } | undefined
  const own = await hold(id)
  try {
    const db = await database()
    const records = takesUp
      ? await result<Array<KeptRecord>>(db.transaction("work").objectStore("work").index("place").getAll(place))
      : []
    // one at a time: what another window has left comes when the page is opened next
    for (const record of records) {
      const release = await hold(record.id)
      if (release === undefined) continue
      found = (await unseal(db, record.sealed))?.work
      if (found !== undefined) {
        taken = { id: record.id, release }
        break
      }
      await remove(db, [record.id])
      release()
    }
  } catch {
    // a browser that keeps nothing has nothing kept
  }
  return {
    found,
    keep: async (work) => {
      const db = await database()
      const other = taken?.id
      if (work === undefined) await remove(db, other === undefined ? [id] : [id, other])
      else {
        const record: KeptRecord = { id, place, sealed: await seal(db, { work, title: title() }) }
        // together: what was taken up is never gone before it is kept anew
        const transaction = db.transaction("work", "readwrite", { durability: "strict" })
        transaction.objectStore("work").put(record)
        if (other !== undefined) transaction.objectStore("work").delete(other)
        await done(transaction)
      }
      taken?.release()
      taken = undefined
    },
    leave: () => {
      own?.()
      taken?.release()
    }
  }
}

/** Work that a window has left and none has taken up. */
export interface LeftWork {
  readonly id: string
  readonly place: string
  readonly title: string
  readonly work: Work
}

/** What was left in places that begin alike. */
export const leftWork = async (places: string): Promise<ReadonlyArray<LeftWork>> => {
  const db = await database()
  const range = IDBKeyRange.bound(places, `${places}\uffff`)
  const records = await result<Array<KeptRecord>>(
    db.transaction("work").objectStore("work").index("place").getAll(range)
  )
  const locks = navigator.locks === undefined ? [] : ((await navigator.locks.query()).held ?? [])
  const held = new Set(locks.map(({ name }) => name))
  const left = records.filter(({ id }) => !held.has(lockOf(id)))
  const contents = await Promise.all(
    left.map(async ({ id, place, sealed }) => ({ id, place, content: await unseal(db, sealed) }))
  )
  return contents.flatMap(({ content, id, place }) => (content === undefined ? [] : [{ id, place, ...content }]))
}

export const throwAwayLeft = async (id: string): Promise<void> => remove(await database(), [id])

/** Whether anything is kept that the server does not have, of any page. */
export const hasKept = async (): Promise<boolean> => {
  const db = await database()
  return (await result(db.transaction("work").objectStore("work").count())) > 0
}

/** Forgets everything, with the key that it was sealed with. */
export const forgetKept = async (): Promise<void> => {
  const db = await database()
  const transaction = db.transaction(["work", "keys"], "readwrite")
  transaction.objectStore("work").clear()
  transaction.objectStore("keys").clear()
  await done(transaction)
}
