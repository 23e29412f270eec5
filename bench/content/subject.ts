/** A store of its own with spaces of some number of pages each, and what is measured of them. */
import { statSync } from "node:fs"
import { join } from "node:path"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import Database from "better-sqlite3"
import { Effect, ManagedRuntime } from "effect"
import { makeSpace, markdown } from "../support/seed.ts"

/** Bytes of a page's text. */
const textBytes = 2_000

export interface Written {
  readonly milliseconds: number
  readonly cpuMilliseconds: number
}

/** Bytes per edit. */
export interface Bytes {
  /** Of new objects and revisions, as they are stored. */
  readonly logical: number
  /** By which the write-ahead log grew. */
  readonly physical: number
}

export interface Subject {
  /** Replaces the text of some page. */
  readonly edit: () => Promise<Written>
  readonly bytesOf: (edits: number) => Promise<Bytes>
  /** Milliseconds to read a page at an old revision, with nothing in memory. */
  readonly readCold: () => Promise<number>
  /** Microseconds of the same when it was read before. */
  readonly readWarm: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Numbers from 0 to 1 that are the same in every run. */
const makeRandom = () => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** @param spaces how many of them: where the nodes of a small space are cut is up to chance */
export const makeSubject = async (directory: string, pages: number, spaces: number): Promise<Subject> => {
  const filename = join(directory, `${pages}`, "octavo.db")
  const layer = () => octavoLayer({ database: `sqlite:${filename}`, worker: false })
  const runtime = ManagedRuntime.make(layer())
  const { admin, made } = await runtime.runPromise(makeStore(pages, spaces))
  const as = Effect.provideService(CurrentActor, { kind: "user", userId: admin, tokenId: null, scopes: null })
  const random = makeRandom()
  const some = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)]!
  const database = new Database(filename)

  const edit = async (): Promise<Written> => {
    const space = some(made)
    const page = some(space.pages)
    const text = markdown(`Edit ${space.revisions.length} of ${page}`, textBytes)
    const cpu = process.cpuUsage()
    const begun = performance.now()
    space.revisions.push(await runtime.runPromise(replaceText(space.id, page, text).pipe(as)))
    const milliseconds = performance.now() - begun
    const { system, user } = process.cpuUsage(cpu)
    return { milliseconds, cpuMilliseconds: (system + user) / 1_000 }
  }

  const stored = () =>
    database
      .prepare(
        `SELECT (SELECT sum(length(hash) + length(data)) FROM objects) +
          (SELECT sum(length(id) + length(space_id) + length(root) + length(parents) + length(created_at)) FROM revisions)`
      )
      .pluck()
      .get() as number

  const bytesOf = async (edits: number): Promise<Bytes> => {
    const before = stored()
    let physical = 0
    for (let left = edits; left > 0; left -= editsPerLog) {
      database.pragma("wal_checkpoint(TRUNCATE)")
      for (let i = 0; i < Math.min(left, editsPerLog); i++) await edit()
      physical += statSync(`${filename}-wal`).size
    }
    return { logical: (stored() - before) / edits, physical: physical / edits }
  }

  const readOld = () => {
    const { id, leaves, revisions } = some(made)
    return read(id, some(leaves), some(revisions)).pipe(as)
  }

  const readCold = async () => {
    const cold = ManagedRuntime.make(layer())
    await cold.context()
    const one = readOld()
    const begun = performance.now()
    await cold.runPromise(one)
    const milliseconds = performance.now() - begun
    await cold.dispose()
    return milliseconds
  }

  const readWarm = async () => {
    const all = Effect.all(Array.from({ length: warmReads }, readOld), { discard: true })
    await runtime.runPromise(all)
    const begun = performance.now()
    await runtime.runPromise(all)
    return ((performance.now() - begun) * 1_000) / warmReads
  }

  const close = async () => {
    database.close()
    await runtime.dispose()
  }
  return { edit, bytesOf, readCold, readWarm, close }
}

/** Few enough that the log is not checkpointed, and thus reused, meanwhile. */
const editsPerLog = 20
const warmReads = 200

const makeStore = (pages: number, spaces: number) =>
  Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations
    const content = yield* SpaceContent
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
    const made: Array<MadeSpace> = []
    for (let i = 0; i < spaces; i++) {
      const space = yield* makeSpace(id, `Space ${i}`, { pages, bytes: textBytes })
      const { revision } = yield* content.open(space.id)
      made.push({ ...space, revisions: [revision.id] })
    }
    return { admin: admin.id, made }
  }).pipe(Effect.provideService(CurrentActor, operator))

interface MadeSpace {
  readonly id: string
  readonly pages: ReadonlyArray<string>
  /** Those that are read: the answer for a page holds all pages below it. */
  readonly leaves: ReadonlyArray<string>
  /** All that have pages, oldest first. */
  readonly revisions: Array<string>
}

const replaceText = (spaceId: string, pageId: string, text: string) =>
  Effect.flatMap(EditContent, (content) => content.replaceText(spaceId, pageId, text))

const read = (spaceId: string, pageId: string, revisionId: string) =>
  Effect.gen(function* () {
    const content = yield* SpaceContent
    const open = yield* content.open(spaceId, revisionId)
    return yield* open.page(pageId, { format: "markdown" })
  })
