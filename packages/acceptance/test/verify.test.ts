/** Backups of a store that is written to, with files in a directory; and what `octavo verify` finds in a damaged one. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { decodeRoot } from "@octavo/core/content/revisions/model/Records"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { readBackup } from "@octavo/runtime/backupFile"
import { backup, copy, restore, targetLayer, verify } from "@octavo/runtime/backups"
import type { OctavoConfig } from "@octavo/runtime/config"
import { importSnapshot, openLocalSource } from "@octavo/runtime/imports"
import { Dialect } from "@octavo/storage-sql"
import { fillStore } from "@octavo/storage-sql/restores"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { noise } from "../src/kills.ts"
import { onDatabase } from "../src/rows.ts"
import { type Database, emptyDatabase, onBothStores, postgres, sqlite } from "../src/stores.ts"
import { configOf, listen, startWorld, type World } from "../src/world.ts"

const summary = "* [Begin](README.md)\n"
const quiet = () => Effect.void
const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

onBothStores("A store with files in a directory", (store) => {
  const other = store.name === "SQLite" ? postgres : sqlite
  const [first, second] = [noise(1, 700_000), noise(2, 5_000)]
  const databases: Array<Database> = []
  let world: World
  let space: string
  let files: string
  let file: string

  beforeAll(async () => {
    const beside = await emptyDatabase(store)
    databases.push(beside)
    files = join(beside.directory, "files")
    file = join(beside.directory, "store.backup")
    world = await startWorld(store, { files: `directory:${files}` })
    space = await world.space()
    const folder = join(beside.directory, "folder")
    mkdirSync(join(folder, ".gitbook/assets"), { recursive: true })
    writeFileSync(
      join(folder, "README.md"),
      "# Begin\n\n![](.gitbook/assets/first.bin) ![](.gitbook/assets/second.bin)\n"
    )
    writeFileSync(join(folder, "SUMMARY.md"), summary)
    writeFileSync(join(folder, ".gitbook/assets/first.bin"), first)
    writeFileSync(join(folder, ".gitbook/assets/second.bin"), second)
    await world.operate(
      Effect.scoped(
        Effect.flatMap(openLocalSource({ path: folder }), (snapshot) => importSnapshot(space, snapshot, quiet))
      )
    )
  })
  afterAll(async () => {
    await world.stop()
    for (const database of databases) await database.drop()
  })

  /** An empty store of the other kind, with the key of this one. */
  const target = async (more: Partial<OctavoConfig> = {}): Promise<OctavoConfig> => {
    const database = await emptyDatabase(other)
    databases.push(database)
    writeFileSync(join(database.directory, "octavo.key"), readFileSync(join(world.database.directory, "octavo.key")))
    return { ...configOf(database), ...more }
  }

  it("is saved as it was at one moment while somebody writes, and served from what comes out", async () => {
    let written = 0
    let isOver = false
    const writing = (async () => {
      for (let n = 1; !isOver; n++) {
        const page = { operation: "insert_page", title: `Page ${n}`, document: { markdown: `Text ${n}` } }
        const answer = await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
        expect(answer.status, answer.text).toBe(200)
        written = n
      }
    })()
    while (written < 3) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = written
    const saved = await run(backup(world.config, file, quiet))
    const after = written
    isOver = true
    await writing
    expect(saved).toMatchObject({ files: 2, damaged: 0 })
    expect(after).toBeGreaterThan(before)

    // into the database, where there was a directory
    const config = await target()
    expect(await run(restore(config, file, quiet))).toMatchObject({ files: 2, damaged: 0, hasSecret: true })
    expect(await run(verify(config, quiet))).toMatchObject({ problems: [], files: 2 })
    const { close, origin, server } = await listen(config)
    try {
      await run(server.ready)
      const api = makeClient(origin, world.admin.token)
      const { body } = await api.get(`/v1/spaces/${space}/content/pages?limit=1000`)
      const titles = (body.pages as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)
      const pages = titles.filter((title) => title.startsWith("Page "))
      expect(pages).toEqual(pages.map((_, i) => `Page ${i + 1}`))
      expect(pages.length).toBeGreaterThanOrEqual(before)
      expect(pages.length).toBeLessThanOrEqual(after + 1)
      const found = await api.get(`/v1/spaces/${space}/search?query=Text`)
      expect(found.body.items.length, found.text).toBeGreaterThan(0)
      const listed = await api.get(`/v1/spaces/${space}/content/files`)
      const sizes = (listed.body.items as ReadonlyArray<{ readonly size: number }>).map(({ size }) => size)
      expect(sizes.sort()).toEqual([second.length, first.length])
      const named = listed.body.items.find(({ name }: { name: string }) => name === "first.bin")
      const bytes = new Uint8Array(await (await fetch(named.downloadURL)).arrayBuffer())
      expect(contentHash(bytes)).toBe(contentHash(first))
    } finally {
      await close()
    }
  })

  it("leaves files where they are for a copy that has the same place, and moves them to another", async () => {
    const same = await target({ files: `directory:${files}` })
    expect(await run(copy(world.config, same, quiet))).toMatchObject({ files: 0 })
    expect(await run(verify(same, quiet))).toMatchObject({ problems: [], files: 2 })
    const moved = await target({ files: `directory:${join(files, "../moved")}` })
    expect(await run(copy(world.config, moved, quiet))).toMatchObject({ files: 2 })
    expect(await run(verify(moved, quiet))).toMatchObject({ problems: [], files: 2 })
    expect(
      (await run(Effect.flip(copy({ ...world.config, files: undefined }, await target(), quiet)))) as Error
    ).toMatchObject({ _tag: "TransferRefused", message: expect.stringContaining("set OCTAVO_FILES") })
  })

  it("is filled by processes that end after every part, in rows and in files", async () => {
    await run(backup(world.config, file, quiet))
    const count = await run(Stream.runCount(readBackup(file)))
    const config = await target()
    const cut = new Error("the process ended")
    const filling = (parts: number) =>
      run(
        fillStore(
          Effect.succeed(
            Stream.concat(Stream.take(readBackup(file), parts), parts < count ? Stream.fail(cut) : Stream.empty)
          ),
          quiet
        ).pipe(Effect.provide(targetLayer(config)))
      )
    for (let parts = 1; parts < count; parts++) await expect(filling(parts)).rejects.toThrow(cut)
    expect(await filling(count)).toMatchObject({ files: 2, damaged: [], resumed: true })
    expect(await run(verify(config, quiet))).toMatchObject({ problems: [], files: 2 })
  })

  it("is found to be damaged, wherever it is", async () => {
    expect(await run(verify(world.config, quiet))).toMatchObject({ count: 0, problems: [] })
    const expected: Array<string> = []
    await onDatabase(
      world.config,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { textSearch } = yield* Dialect
        const spoil = (hash: string) => sql`UPDATE objects SET data = ${utf8.encode("[]")} WHERE hash = ${hash}`
        const rootOf = Effect.fnUntraced(function* (of: string) {
          const [row] = yield* sql<{ root: string; data: Uint8Array }>`SELECT r.root, o.data FROM revisions r
            JOIN objects o ON o.hash = r.root WHERE r.space_id = ${space} ORDER BY r.sequence ${sql.literal(of)} LIMIT 1`
          return decodeRoot(JSON.parse(utf8.decode(row!.data)))
        })
        const last = yield* rootOf("DESC")
        yield* spoil(last.paths!)
        expected.push(`The object ${last.paths} holds other bytes`, `The object ${last.paths}, of the revision`)
        yield* sql`DELETE FROM objects WHERE hash = ${last.slugs}`
        expected.push(`The object ${last.slugs}, of the revision`)
        const text = contentHash(utf8.encode("Text 1"))
        const gone = yield* sql`DELETE FROM objects WHERE hash = ${text} RETURNING hash`
        expect(gone.length).toBe(1)
        expected.push(`The text ${text}, of the revision`)
        // a table of contents as it was read, and the content that it said
        const { of, summary: kept } = last.settings!
        expect(kept).toBe(contentHash(utf8.encode(summary)))
        yield* sql`DELETE FROM objects WHERE hash IN (${kept!}, ${of})`
        expected.push(`The text ${kept}, of the revision`, `The object ${of}, of the revision`)

        yield* sql`UPDATE spaces SET position = '!!' WHERE id = ${space}`
        expected.push(`The row ${space} of spaces has "!!" as its place among its siblings`)
        yield* sql`INSERT INTO heads ${sql.insert({ space_id: space, name: "lost", revision_id: "nowhere", root: "none", sequence: 1, updated_at: "" })}`
        expected.push("1 rows of heads refer with revision_id to rows of revisions that are not there")
        yield* sql`UPDATE heads SET root = 'another' WHERE space_id = ${space} AND name = 'primary'`
        expected.push(`The head primary of the space ${space} shows other content than its revision`)
        yield* sql`INSERT INTO mails ${sql.insert({ id: "letter", kind: "invite", user_id: world.admin.id, created_at: "" })}`
        expected.push("letter of mails waits for a job that is not there")
        yield* sql`DELETE FROM search_terms AS t WHERE ${textSearch.number} = (SELECT min(id) FROM search_pages)`
        expected.push("1 pages are not in the full-text index")
      })
    )
    const paths = readdirSync(files, { recursive: true, encoding: "utf8" }).map((name) => join(files, name))
    const pathOf = (bytes: Uint8Array) => paths.find((path) => path.includes(`${contentHash(bytes)}-`))!
    writeFileSync(
      pathOf(first),
      first.map((byte, i) => (i === 650_000 ? byte ^ 1 : byte))
    )
    rmSync(pathOf(second))
    expected.push(
      `The bytes of the file ${contentHash(first)}, outside of the database, are other ones`,
      `The bytes of the file ${contentHash(second)}, outside of the database, are missing`
    )
    const { count, problems } = await run(verify(world.config, quiet))
    expect(problems.toSorted()).toEqual(expected.toSorted().map((text) => expect.stringContaining(text)))
    expect(count).toBe(expected.length)

    // what is left of it can be saved all the same, and is told
    expect(await run(backup(world.config, file, quiet))).toMatchObject({ files: 2, damaged: 2 })
    const config = await target()
    expect(await run(restore(config, file, quiet))).toMatchObject({ files: 2, damaged: 2 })
    const bytes = (await run(verify(config, quiet))).problems.filter((text) => text.startsWith("The bytes of"))
    expect(bytes.length).toBe(2)
  })
})
