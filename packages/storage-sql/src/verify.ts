/** Walks a whole store: every hash, every reference, every key of an order, every job that something waits for. */
import { TransferRefused } from "@octavo/core/connections/backups/errors"
import { BlobStorage, OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { decodeNode } from "@octavo/core/content/revisions/model/MapNode"
import { decodeRoot, emptyRoot, type FileRecord, type PageRecord } from "@octavo/core/content/revisions/model/Records"
import { isOrderKey } from "@octavo/core/content/revisions/model/SiblingOrder"
import { contentHash, makeHasher, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Report, requireStore } from "./backups.ts"
import { Dialect, literal, type Reference } from "./Dialect.ts"
import { jobsTable } from "./JobQueue.ts"
import { migrator } from "./migrations/index.ts"
import { verifySyncs } from "./verifySyncs.ts"

export interface Verified {
  readonly objects: number
  readonly revisions: number
  readonly files: number
  /** How many problems there are. */
  readonly count: number
  /** The first of them, in words. */
  readonly problems: ReadonlyArray<string>
}

/** Problems that are told; all are counted. */
const mostTold = 1000

const objectsAtOnce = 64
const hashesAtOnce = 500
const rowsAtOnce = 1000

/** What refers to a row without a foreign key, and must find it. */
const loose: ReadonlyArray<Reference> = [
  ["heads", "revision_id", "revisions"],
  ["page_changes", "revision_id", "revisions"],
  ["change_requests", "revision_initial", "revisions"],
  ["change_requests", "revision_merged", "revisions"],
  ["sites", "default_site_space", "site_spaces"],
  ["sites", "default_site_section", "site_sections"],
  ["site_sections", "group_id", "site_section_groups"],
  ["site_sections", "default_site_space", "site_spaces"],
  ["site_section_groups", "parent_id", "site_section_groups"],
  ["site_external_links", "group_id", "site_section_groups"],
  ["conversation_issues", "cluster_id", "issue_clusters"]
].map(([table, column, to]) => ({ table: table!, columns: [column!], to: to!, toColumns: ["id"] }))

/** What waits for a job: rows of a condition, and the column with the id of the job in a queue. */
const awaited = [
  ["git", "git_operations", "id", "state IN ('pending', 'running')"],
  ["imports", "import_runs", "id", "status IN ('pending', 'in-progress')"],
  ["site-exports", "site_exports", "id", "status IN ('pending', 'in-progress')"],
  ["openapi", "openapi_specs", "run", "state IN ('pending', 'progress')"],
  ["translations", "translation_runs", "id", "status = 'running'"],
  ["mail", "mails", "id", "sent_at IS NULL AND failure IS NULL"]
] as const

/** Maps of a revision by the name that its root has for them. */
const maps = ["pages", "children", "slugs", "files", "reusableContents", "variables", "tags", "paths"] as const
type MapName = (typeof maps)[number]

/** To be run inside `snapshot`. Changes nothing. Asks the places outside of the database for the bytes of files, too. */
export const verifyStore = Effect.fnUntraced(function* (report: Report) {
  const sql = yield* SqlClient.SqlClient
  const { portable, textSearch } = yield* Dialect
  const inside = yield* BlobStorage
  const outside = yield* OutsideBlobStorage
  const { length: version } = yield* requireStore
  if (version < migrator.target) {
    return yield* new TransferRefused({
      message: `The store is at schema version ${version}, and this program verifies version ${migrator.target}: bring it up to date first, by serving it, or verify it with the Octavo that it is of`
    })
  }

  const problems: Array<string> = []
  let count = 0
  const problem = (text: string): void => {
    count++
    if (problems.length < mostTold) problems.push(text)
  }
  const counted = (from: string) =>
    Effect.map(sql.unsafe<{ n: number }>(`SELECT count(*) AS n FROM ${from}`), ([row]) => Number(row!.n))
  const missingOf = Effect.fnUntraced(function* (table: "objects" | "blobs", hashes: ReadonlyArray<string>) {
    const missing: Array<string> = []
    for (let start = 0; start < hashes.length; start += hashesAtOnce) {
      const some = hashes.slice(start, start + hashesAtOnce)
      const rows = yield* sql<{ hash: string }>`SELECT hash FROM ${sql(table)} WHERE ${sql.in("hash", some)}`
      const found = new Set(rows.map(({ hash }) => hash))
      missing.push(...some.filter((hash) => !found.has(hash)))
    }
    return missing
  })

  /** Every object is the bytes that its hash names. */
  const objects = Effect.gen(function* () {
    const all = yield* counted("objects")
    let done = 0
    for (let after = ""; ; ) {
      const rows = yield* sql<{ hash: string; data: Uint8Array }>`SELECT hash, data FROM objects WHERE hash > ${after}
        ORDER BY hash LIMIT ${objectsAtOnce}`
      for (const { data, hash } of rows) {
        if (contentHash(data) !== hash) problem(`The object ${hash} holds other bytes than its name says`)
      }
      done += rows.length
      yield* report(`Reading objects: ${done} of ${all}`, done / Math.max(1, all))
      if (rows.length < objectsAtOnce) return all
      after = rows.at(-1)!.hash
    }
  })

  /** Every revision, down to the bodies of its pages and the rows of its files. What revisions share is read once. */
  const revisions = Effect.gen(function* () {
    const roots = yield* sql<{ root: string; id: string }>`SELECT root, min(id) AS id FROM revisions GROUP BY root`
    const seen = new Set<string>()
    const bodies = new Map<string, string>()
    const blobs = new Map<string, string>()
    let next = roots
      .filter(({ root }) => root !== emptyRoot.root)
      .map(({ id, root }) => ({ hash: root, map: undefined as MapName | undefined, of: `the revision ${id}` }))

    const visit = (json: unknown, map: MapName | undefined, of: string): void => {
      const follow = (hash: unknown, into: MapName | undefined) => {
        if (typeof hash !== "string" || seen.has(`${into} ${hash}`)) return
        seen.add(`${into} ${hash}`)
        next.push({ hash, map: into, of })
      }
      if (map === undefined) {
        const root = decodeRoot(json)
        for (const name of maps) follow(root[name] ?? null, name)
        const { of: said, ...texts } = root.settings ?? {}
        for (const hash of Object.values(texts)) bodies.set(hash, of)
        if (said !== undefined && said !== emptyRoot.root) follow(said, undefined)
        return
      }
      if (!Array.isArray(json)) throw new Error("no node of a map")
      const { items, level } = decodeNode(json)
      if (level > 0) {
        for (const item of items) follow(item, map)
        return
      }
      if (map === "files") for (const file of items as unknown as Array<FileRecord>) blobs.set(file.blob, of)
      if (map !== "pages" && map !== "reusableContents") return
      for (const record of items as unknown as Array<Partial<PageRecord>>) {
        if (record.body !== undefined) bodies.set(record.body, of)
        if (map === "pages" && !isOrderKey(String(record.order))) {
          problem(`The page ${record.id} of ${of} has ${JSON.stringify(record.order)} as its place among its siblings`)
        }
      }
    }

    while (next.length > 0) {
      const waiting = next
      next = []
      for (let start = 0; start < waiting.length; start += hashesAtOnce) {
        const some = waiting.slice(start, start + hashesAtOnce)
        const rows = yield* sql<{ hash: string; data: Uint8Array }>`SELECT hash, data FROM objects
          WHERE ${sql.in(
            "hash",
            some.map(({ hash }) => hash)
          )}`
        const found = new Map(rows.map(({ data, hash }) => [hash, data]))
        for (const { hash, map, of } of some) {
          const data = found.get(hash)
          if (data === undefined) {
            problem(`The object ${hash}, of ${of}, is missing`)
            continue
          }
          try {
            visit(JSON.parse(utf8.decode(data)), map, of)
          } catch (cause) {
            problem(`The object ${hash}, of ${of}, cannot be read: ${(cause as Error).message}`)
          }
        }
      }
    }
    for (const hash of yield* missingOf("objects", [...bodies.keys()])) {
      problem(`The text ${hash}, of ${bodies.get(hash)}, is missing`)
    }
    for (const hash of yield* missingOf("blobs", [...blobs.keys()])) {
      problem(`The file ${hash}, of ${blobs.get(hash)}, is missing`)
    }
    const astray = yield* sql<{ space_id: string; name: string }>`SELECT h.space_id, h.name FROM heads h
      JOIN revisions r ON r.id = h.revision_id WHERE r.root <> h.root`
    for (const { name, space_id } of astray) {
      problem(`The head ${name} of the space ${space_id} shows other content than its revision`)
    }
    const headless = yield* sql<{ id: string }>`SELECT id FROM spaces s
      WHERE NOT EXISTS (SELECT 1 FROM heads h WHERE h.space_id = s.id AND h.name = 'primary')`
    for (const { id } of headless) problem(`The space ${id} has no content, not even an empty one`)
    return yield* counted("revisions")
  })

  /** Every file has its bytes, wherever they lie. */
  const files = Effect.gen(function* () {
    const all = yield* counted("blobs")
    let done = 0
    for (let after = ""; ; ) {
      const rows = yield* sql<{ hash: string; size: number; storage_key: string; outside: number }>`SELECT hash, size,
        storage_key, outside FROM blobs WHERE hash > ${after} ORDER BY hash LIMIT ${hashesAtOnce}`
      for (const row of rows) {
        const [place, where] = row.outside === 1 ? [outside, "outside of the database"] : [inside, "in the database"]
        const wrong =
          place === undefined
            ? "lie outside of the database, and no place outside is configured (OCTAVO_FILES)"
            : yield* compare(place, row)
        if (wrong !== undefined) problem(`The bytes of the file ${row.hash}, ${where}, ${wrong}`)
        done++
        yield* report(`Reading files: ${done} of ${all}`, done / all)
      }
      if (rows.length < hashesAtOnce) return all
      after = rows.at(-1)!.hash
    }
  })

  const references = Effect.gen(function* () {
    for (const { columns, table, to, toColumns } of [...(yield* portable.references), ...loose]) {
      const set = columns.map((column) => `t."${column}" IS NOT NULL`).join(" AND ")
      const same = columns.map((column, i) => `r."${toColumns[i]}" = t."${column}"`).join(" AND ")
      const n = yield* counted(`"${table}" t WHERE ${set} AND NOT EXISTS (SELECT 1 FROM "${to}" r WHERE ${same})`)
      if (n > 0) problem(`${n} rows of ${table} refer with ${columns.join(", ")} to rows of ${to} that are not there`)
    }
    const unfound = yield* sql<{ n: number }>`SELECT count(*) AS n FROM search_pages p
      JOIN content_indexes x ON x.space_id = p.space_id WHERE x.after IS NULL AND (x.computed IS NULL OR x.computed <> '')
        AND NOT EXISTS (SELECT 1 FROM search_terms t WHERE ${textSearch.number} = p.id)`
    if (Number(unfound[0]!.n) > 0) problem(`${unfound[0]!.n} pages are not in the full-text index`)
  })

  const orders = Effect.gen(function* () {
    for (const { columns, key, name } of yield* portable.tables) {
      if (key.length !== 1 || !columns.some((column) => column.name === "position")) continue
      const id = sql(key[0]!)
      for (let after = ""; ; ) {
        const rows = yield* sql<{ id: string; position: string }>`SELECT ${id} AS id, position FROM ${sql(name)}
          WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${rowsAtOnce}`
        for (const { id, position } of rows) {
          if (!isOrderKey(position)) {
            problem(`The row ${id} of ${name} has ${JSON.stringify(position)} as its place among its siblings`)
          }
        }
        if (rows.length < rowsAtOnce) break
        after = rows.at(-1)!.id
      }
    }
  })

  const jobs = Effect.gen(function* () {
    const { tableExists } = yield* Dialect
    if (!(yield* tableExists(jobsTable))) return
    for (const [queue, table, column, waits] of awaited) {
      const rows = yield* sql<{ id: string; state: string | null }>`SELECT w.${sql(column)} AS id, j.state
        FROM ${sql(table)} w LEFT JOIN ${sql(jobsTable)} j ON j.queue_name = ${queue} AND j.id = w.${sql(column)}
        WHERE ${literal(waits.replace(/\b(state|status|sent_at|failure)\b/g, "w.$1"))}
          AND (j.state IS NULL OR j.state <> 'pending') LIMIT ${mostTold}`
      for (const { id, state } of rows) {
        problem(`${id} of ${table} waits for a job that ${state === null ? "is not there" : `is ${state}`}`)
      }
    }
    const states = yield* sql<{ id: string; state: string }>`SELECT id, state FROM ${sql(jobsTable)}
      WHERE state NOT IN ('pending', 'completed', 'failed') LIMIT ${mostTold}`
    for (const { id, state } of states) problem(`The job ${id} has the unknown state ${JSON.stringify(state)}`)
  })

  const found = { objects: yield* objects, revisions: yield* revisions, files: yield* files }
  yield* Effect.all([references, orders, jobs, verifySyncs(problem)], { discard: true })
  return { ...found, count, problems } satisfies Verified
})

/** What is wrong with the bytes of a file; `undefined` when nothing is. */
const compare = (
  place: BlobStorage["Service"],
  { hash, size, storage_key: key }: { readonly hash: string; readonly size: number; readonly storage_key: string }
) =>
  Effect.suspend(() => {
    const hasher = makeHasher()
    const bytes = size === 0 ? Stream.empty : place.read(key, { start: 0, end: Number(size) })
    return Stream.runForEach(bytes, (piece) => Effect.sync(() => hasher.update(piece))).pipe(
      Effect.map(() => (hasher.digest() === hash ? undefined : "are other ones than its hash says")),
      Effect.catchTag("ObjectMissing", () => Effect.succeed("are missing"))
    )
  })
