import { counter, gauge, sumGauge } from "./metrics.ts"

/**
 * The cache that all others by bytes are made with: a map bounded by the sum of its entries' weights, which forgets what
 * was not read lately (LRU). Two generations instead of a list in order of use: a read of a hot key is one look-up and
 * writes nothing (with a key re-inserted on every read, reading a page took 5.6 microseconds; it takes 0.45).
 *
 * All caches of a process share one budget, and each has of it what is used: when new entries have taken half of it, all
 * caches forget what was not read or set since that was so before. One that has filled half of its own bound does so alone.
 */
export interface Lru<V> {
  readonly get: (key: string) => V | undefined
  /** Keeps a value of the given weight in bytes; one heavier than half the bound, or a quarter of all, is not kept. */
  readonly set: (key: string, value: V, bytes: number) => void
  readonly remove: (key: string) => void
  /** Says what a value weighs now, if it is still kept under that key. */
  readonly weigh: (key: string, value: V, bytes: number) => void
  readonly clear: () => void
  /** Sum of the weights kept now. */
  readonly bytes: () => number
}

interface Generation<V> {
  readonly entries: Map<string, { readonly value: V; readonly bytes: number }>
  bytes: number
}

const holds = sumGauge<{ readonly bytes: () => number }>("octavo_cache_bytes", "What caches hold", (cache) =>
  cache.bytes()
)

/** What a cache holds, in bytes: known here for a while longer than the cache is used. */
interface Held {
  young: number
  old: number
}

/** Forgets what is old, and calls old what is young. */
interface Ageing {
  readonly age: () => void
}

/** All caches of this process. */
class Budget {
  most = 256_000_000
  private young = 0
  private old = 0
  private readonly caches = new Map<Held, WeakRef<Ageing>>()
  private readonly gone = new FinalizationRegistry<Held>((held) => {
    this.note(held, 0, 0)
    this.caches.delete(held)
  })

  add(cache: Ageing, held: Held): void {
    this.caches.set(held, new WeakRef(cache))
    this.gone.register(cache, held)
  }

  note(held: Held, young: number, old: number): void {
    this.young += young - held.young
    this.old += old - held.old
    held.young = young
    held.old = old
  }

  /** Makes room for new entries of so many bytes. */
  reserve(bytes: number): void {
    const young = this.young + bytes
    if (young <= this.most / 2 && young + this.old <= this.most) return
    for (const cache of this.caches.values()) cache.deref()?.age()
  }
}

const budget = new Budget()
gauge("octavo_cache_budget_bytes", "What all caches together may hold", () => budget.most)

/** Says what all caches of this process may hold together, in bytes. What they hold beyond is forgotten as they are used. */
export const setCacheBudget = (bytes: number): void => {
  budget.most = bytes
}

/**
 * @param maxBytes most of the budget that it may have, so that no cache takes it all
 * @param name under which its use is counted, with others of that name
 */
export const makeLru = <V>(maxBytes: number, name: string): Lru<V> => {
  const look = (result: "hit" | "miss") =>
    counter("octavo_cache_lookups_total", "Look-ups in caches", { cache: name, result })
  const hits = look("hit")
  const misses = look("miss")
  const half = maxBytes / 2
  const empty = (): Generation<V> => ({ entries: new Map(), bytes: 0 })
  let young = empty()
  let old = empty()
  const held: Held = { young: 0, old: 0 }
  const note = () => budget.note(held, young.bytes, old.bytes)
  const age = () => {
    old = young
    young = empty()
    note()
  }
  const remove = (generation: Generation<V>, key: string) => {
    const entry = generation.entries.get(key)
    if (entry === undefined) return
    generation.entries.delete(key)
    generation.bytes -= entry.bytes
  }
  const set = (key: string, value: V, bytes: number) => {
    remove(young, key)
    remove(old, key)
    note()
    if (bytes > half || bytes > budget.most / 4) return
    budget.reserve(bytes)
    if (young.bytes + bytes > half) age()
    young.entries.set(key, { value, bytes })
    young.bytes += bytes
    note()
  }
  const lru: Lru<V> & Ageing = {
    age,
    get: (key) => {
      const hot = young.entries.get(key)
      if (hot !== undefined) {
        hits.value++
        return hot.value
      }
      const cool = old.entries.get(key)
      if (cool === undefined) {
        misses.value++
        return undefined
      }
      hits.value++
      set(key, cool.value, cool.bytes)
      return cool.value
    },
    set,
    remove: (key) => {
      remove(young, key)
      remove(old, key)
      note()
    },
    weigh: (key, value, bytes) => {
      for (const generation of [young, old]) {
        const entry = generation.entries.get(key)
        if (entry?.value !== value) continue
        generation.bytes += bytes - entry.bytes
        generation.entries.set(key, { value, bytes })
      }
      note()
    },
    clear: () => {
      young = empty()
      old = empty()
      note()
    },
    bytes: () => young.bytes + old.bytes
  }
  budget.add(lru, held)
  holds(lru, { cache: name })
  return lru
}
