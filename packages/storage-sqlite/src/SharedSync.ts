/**
 * Commits that become durable together. SQLite writes them to its write-ahead log and does not wait for the disk
 * (`synchronous = NORMAL`); one `fdatasync` of the log, on another thread, is for all that were committed before it began.
 * Nobody is told of a commit, and nobody reads it, before that has ended: readers stay at the snapshot before it.
 *
 * Two connections read in turn. While something is not yet durable, one of them holds the snapshot that is. When a sync
 * begins the other one takes the snapshot that it makes durable, and when it ends they change places.
 */
import { closeSync, fdatasync, fstatSync, openSync, readSync, writeSync } from "node:fs"
import { syncCounts } from "@octavo/storage-sql"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { PartNumbers } from "./changedParts.ts"
import { toSqlError } from "./errors.ts"
import { Statements } from "./Statements.ts"

/** What the writing connection tells of its transactions, and what it asks before others may read. */
export interface Durability {
  /** A transaction, or a write without one, has begun and changed nothing yet. */
  readonly began: () => void
  /** What was changed since is committed now. Fails when readers can't stay where they are. */
  readonly committing: () => void
  /** It was committed; or it could not be, and is taken back next. */
  readonly committed: (schemaChanged: boolean) => void
  /** Until all that was committed so far is durable. */
  readonly settled: Effect.Effect<void, SqlError.SqlError>
  /** Before anything is written, by who has the writing connection. */
  readonly repaired: Effect.Effect<void, SqlError.SqlError>
}

/** Of a store in memory, where nothing outlives the process. */
export const nothingToKeep: Durability = {
  began: () => {},
  committing: () => {},
  committed: () => {},
  settled: Effect.void,
  repaired: Effect.void
}

/** A connection that reads, and may stay at what it saw. */
class Snapshot {
  readonly statements: Statements
  private readonly begin: Database.Statement
  private readonly look: Database.Statement
  private readonly end: Database.Statement
  private held = false

  constructor(database: Database.Database) {
    this.statements = new Statements(database)
    this.begin = database.prepare("BEGIN")
    // a transaction begins with its first read
    this.look = database.prepare("SELECT rootpage FROM sqlite_schema LIMIT 1")
    this.end = database.prepare("COMMIT")
  }

  hold(): void {
    if (this.held) return
    this.begin.run()
    this.held = true
    try {
      this.look.get()
    } catch (cause) {
      this.release()
      throw cause
    }
  }

  release(): void {
    if (!this.held) return
    this.held = false
    this.end.run()
  }
}

interface Waiting {
  readonly commit: number
  readonly end: (result: Effect.Effect<void, SqlError.SqlError>) => void
}

interface SharedSyncOptions {
  readonly filename: string
  readonly writer: Statements
  readonly readers: readonly [Database.Database, Database.Database]
  /** Whether the disk is waited for; else only the turns are taken. */
  readonly disk: boolean
  /** After each sync: how many commits it was for, and the size of the log in bytes. */
  readonly onSync: (commits: number, size: number) => void
}

export class SharedSync implements Durability {
  private readonly options: SharedSyncOptions
  private readonly otherCommits: Database.Statement
  private readonly totalChanges: Database.Statement
  private readonly numbers: PartNumbers
  private current: Snapshot
  private next: Snapshot
  private log: number | undefined
  /** Numbers of commits: the last one, the last one that is durable, and the last one of another process. */
  private last = 0
  private durable = 0
  private foreign = 0
  private running = false
  private closed = false
  private hasLooked = false
  private hasLookedForTurn = false
  private failure: SqlError.SqlError | undefined
  private waiting: Array<Waiting> = []
  private seenOther: unknown
  private changes: unknown
  private epoch = 0

  constructor(options: SharedSyncOptions) {
    const { readers, writer } = options
    this.options = options
    this.otherCommits = writer.database.prepare("PRAGMA data_version").pluck()
    this.totalChanges = writer.database.prepare("SELECT total_changes()").pluck()
    this.numbers = new PartNumbers(writer)
    this.current = new Snapshot(readers[0])
    this.next = new Snapshot(readers[1])
  }

  /** Changes with every commit, by anyone, that readers see. */
  version(): number {
    this.lookOnce()
    return this.epoch
  }

  /**
   * Of a part of the store, the number of its last change: that readers see, or that who writes sees before anything is
   * changed. `undefined` when it is not known.
   */
  numberOf(part: string, forReaders: boolean): number | undefined {
    this.lookOnce()
    if (!forReaders) return this.numbers.latest.of(part)
    return this.isWaited ? undefined : this.numbers.durable.of(part)
  }

  /** The highest number of all parts, as `numberOf` knows them. */
  latestNumber(forReaders: boolean): number | undefined {
    this.lookOnce()
    if (!forReaders) return this.numbers.latest.latest
    return this.isWaited ? undefined : this.numbers.durable.latest
  }

  /** Whether another process committed what is not known to be durable: who reads waits for it, and reads again. */
  isBehind(): boolean {
    this.look()
    return this.isWaited
  }

  private get isWaited(): boolean {
    return this.durable < this.foreign && this.failure === undefined
  }

  /** Changes with every commit of another process. */
  others(): number {
    this.look()
    return this.foreign
  }

  /** Whether everything that was committed is durable. */
  get isSettled(): boolean {
    return this.durable === this.last
  }

  /** What reads what is durable. */
  get reading(): Statements {
    return this.current.statements
  }

  /** Sees commits of other processes, which may have told of them already. There are none during a transaction. */
  private look(): void {
    const seen = this.otherCommits.get()
    if (seen === this.seenOther) return
    this.seenOther = seen
    this.note()
    this.foreign = this.last
    this.epoch++
    this.sync()
  }

  /** Looks once in each piece of work: nobody can tell a commit from one that comes right after it. */
  private lookOnce(): void {
    if (this.hasLooked) return
    this.hasLooked = true
    queueMicrotask(this.forget)
    this.look()
  }

  private readonly forget = (): void => {
    this.hasLooked = false
  }

  /**
   * Looks once for all requests that came with one turn of the event loop: all of them were there before the first of them
   * is read, so that none can know of a commit that comes after that look. Requests are read in the poll phase, and what
   * is set to run at once (`setImmediate`) runs right after it.
   */
  arrived(): void {
    if (!this.hasLookedForTurn) {
      this.hasLookedForTurn = true
      setImmediate(this.endTurn)
      this.look()
    }
    if (this.hasLooked) return
    this.hasLooked = true
    queueMicrotask(this.forget)
  }

  private readonly endTurn = (): void => {
    this.hasLookedForTurn = false
  }

  began(): void {
    this.changes = this.totalChanges.get()
    this.look()
  }

  committing(): void {
    if (this.isSettled) this.current.hold()
  }

  committed(schemaChanged: boolean): void {
    const isUndone = this.options.writer.database.inTransaction
    if (isUndone || (!schemaChanged && this.totalChanges.get() === this.changes)) {
      if (this.isSettled) this.current.release()
      return
    }
    this.note()
    this.sync()
  }

  readonly settled: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() => {
    if (this.isSettled) return Effect.void
    if (this.failure !== undefined) return Effect.fail(this.failure)
    return Effect.callback<void, SqlError.SqlError>((resume) => {
      this.waiting.push({ commit: this.last, end: resume })
    })
  })

  /**
   * After a sync that failed, before anything is written again: the system may have thrown away what it could not keep,
   * and then call it kept. So the log is written anew from what is still in memory. Only who has the writing connection
   * may ask for it.
   */
  readonly repaired: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() => {
    if (this.failure === undefined) return Effect.void
    if (this.closed) return Effect.fail(this.failure)
    return Effect.andThen(
      Effect.try({ try: () => this.writeAnew(), catch: (cause) => toSqlError(cause, "sync") }),
      Effect.suspend(() => {
        this.failure = undefined
        this.sync()
        return this.settled
      })
    )
  })

  /** Waits for syncs that run, and closes what is open: who still writes is told that it is not durable. */
  readonly close: Effect.Effect<void> = Effect.suspend(() => {
    // who writes in the background may have committed meanwhile
    if (this.running) return Effect.andThen(Effect.ignore(this.settled), this.close)
    this.closed = true
    this.failure ??= toSqlError(new Error("The store is closed"), "sync")
    if (this.log !== undefined) closeSync(this.log)
    this.log = undefined
    return Effect.void
  })

  private note(): void {
    this.last++
    this.numbers.look(this.last)
  }

  /** Has all that was committed synced, together with what others commit in the same turn of the event loop. */
  private sync(): void {
    if (this.running || this.failure !== undefined) return
    this.running = true
    process.nextTick(this.begin)
  }

  private readonly begin = (): void => {
    const target = this.last
    try {
      this.next.hold()
      this.toDisk((error) => (error === null ? this.kept(target) : this.lost(error)))
    } catch (cause) {
      this.lost(cause)
    }
  }

  private toDisk(done: (error: Error | null) => void): void {
    if (!this.options.disk) {
      setImmediate(done, null)
      return
    }
    // no lock of SQLite is on this file, so that it may be closed
    this.log ??= openSync(`${this.options.filename}-wal`, "r+")
    fdatasync(this.log, done)
  }

  private kept(target: number): void {
    this.running = false
    const commits = target - this.durable
    syncCounts.syncs.value++
    syncCounts.commits.value += commits
    this.durable = target
    this.numbers.keep(target)
    this.current.release()
    ;[this.current, this.next] = [this.next, this.current]
    this.epoch++
    if (this.isSettled) this.current.release()
    else this.sync()
    this.end(Effect.void, (commit) => commit <= target)
    this.options.onSync(commits, this.log === undefined ? 0 : fstatSync(this.log).size)
  }

  private lost(cause: unknown): void {
    this.running = false
    this.next.release()
    this.failure = toSqlError(cause, "sync")
    this.end(Effect.fail(this.failure), () => true)
  }

  private end(result: Effect.Effect<void, SqlError.SqlError>, which: (commit: number) => boolean): void {
    const ended = this.waiting.filter(({ commit }) => which(commit))
    this.waiting = this.waiting.filter(({ commit }) => !which(commit))
    for (const { end } of ended) end(result)
  }

  private writeAnew(): void {
    const { database: writer } = this.options.writer
    if (this.log === undefined) return
    // no other process may write meanwhile
    writer.exec("BEGIN IMMEDIATE")
    try {
      const part = Buffer.allocUnsafe(1_048_576)
      const { size } = fstatSync(this.log)
      for (let at = 0; at < size; ) {
        const read = readSync(this.log, part, 0, part.length, at)
        if (read === 0) break
        writeSync(this.log, part, 0, read, at)
        at += read
      }
    } finally {
      writer.exec("ROLLBACK")
    }
  }
}
