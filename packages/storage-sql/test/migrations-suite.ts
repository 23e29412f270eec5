import { Effect, Layer, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { blobColumns } from "../src/blobReferences.ts"
import { Dialect, type Epoch, type Migration, makeMigrator, makeStoreVersion } from "../src/index.ts"
import { migrations } from "../src/migrations/index.ts"
import type { Store } from "./client-suite.ts"

/** `open` makes a new empty store and gives a layer of which every build is another client of it. */
export const migrationsSuite = (
  open: Effect.Effect<Layer.Layer<Store | Epoch, SqlError.SqlError>, never, Scope.Scope>
) => {
  const create = (id: number, name: string): Migration => ({
    id,
    name,
    up: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { types } = yield* Dialect
      yield* sql`CREATE TABLE ${sql(name)} (id ${types.text} PRIMARY KEY)`
    })
  })
  const users = create(1, "users")
  const spaces = create(2, "spaces")
  const broken: Migration = {
    id: 2,
    name: "spaces",
    up: Effect.andThen(
      spaces.up,
      SqlClient.SqlClient.use((sql) => sql`SELECT * FROM nowhere`)
    ).pipe(Effect.asVoid)
  }
  const tables = Effect.flatMap(Dialect, ({ tableExists }) => Effect.all([tableExists("users"), tableExists("spaces")]))

  const onStore = <A, E>(body: Effect.Effect<A, E, Store>) =>
    Effect.gen(function* () {
      return yield* Effect.provide(body, yield* open)
    }).pipe(Effect.scoped, Effect.runPromise)

  describe("migrations", () => {
    it("run once, in order, from any earlier version", () =>
      onStore(
        Effect.gen(function* () {
          const first = makeMigrator([users])
          const second = makeMigrator([users, spaces])
          expect(yield* second.version).toBe(0)
          expect(yield* first.migrate).toEqual({ from: 0, to: 1 })
          expect(yield* second.migrate).toEqual({ from: 1, to: 2 })
          expect(yield* second.migrate).toEqual({ from: 2, to: 2 })
          expect([yield* second.version, second.target]).toEqual([2, 2])
          expect(yield* tables).toEqual([true, true])
        })
      ))

    it("that fail leave the step before them, and can be tried again", () =>
      onStore(
        Effect.gen(function* () {
          const failure = yield* Effect.flip(makeMigrator([users, broken]).migrate)
          expect(failure._tag).toBe("SqlError")
          expect(yield* tables).toEqual([true, false])
          expect(yield* makeMigrator([users, spaces]).migrate).toEqual({ from: 1, to: 2 })
        })
      ))

    it("refuse a store of a newer program, or of another history (threat: two servers)", () =>
      onStore(
        Effect.gen(function* () {
          yield* makeMigrator([users, spaces]).migrate
          const tooNew = yield* Effect.flip(makeMigrator([users]).migrate)
          expect(tooNew).toMatchObject({ _tag: "StoreTooNew", storeVersion: 2, programVersion: 1 })
          expect(tooNew.message).toMatch(/version 2.* 1/)
          const diverged = yield* Effect.flip(makeMigrator([users, { ...spaces, name: "pages" }]).migrate)
          expect(diverged).toMatchObject({ _tag: "StoreDiverged", version: 2, stored: "spaces", expected: "pages" })
        })
      ))

    it("of a newer program are seen by one that runs, which changes nothing more (threat: two servers)", () =>
      Effect.gen(function* () {
        const client = yield* open
        const { check } = yield* Effect.provide(
          Effect.andThen(makeMigrator([users]).migrate, makeStoreVersion(1)),
          yield* Layer.build(client)
        )
        yield* check
        yield* Effect.provide(makeMigrator([users, spaces]).migrate, Layer.fresh(client))
        yield* TestClock.adjust("1 second")
        expect(yield* Effect.flip(check)).toMatchObject({ _tag: "StoreTooNew", storeVersion: 2, programVersion: 1 })
      }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise))

    it("of many processes that start together run once (threat: two servers)", () =>
      Effect.gen(function* () {
        const client = yield* open
        let runs = 0
        const slow = (migration: Migration): Migration => ({
          ...migration,
          up: Effect.andThen(
            Effect.delay(
              Effect.sync(() => {
                runs++
              }),
              30
            ),
            migration.up
          )
        })
        const { migrate } = makeMigrator([slow(users), slow(spaces)])
        const server = Effect.scoped(Effect.provide(migrate, Layer.fresh(client)))
        const results = yield* Effect.all([server, server, server, server], { concurrency: "unbounded" })
        expect(results.map((result) => result.to)).toEqual([2, 2, 2, 2])
        expect(runs).toBe(2)
      }).pipe(Effect.scoped, Effect.runPromise))
  })

  const at = "2026-01-01T00:00:00.000Z"

  /** An organization `o` with a space `s`. */
  const oneSpace = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
    const organization = {
      id: "o",
      title: "O",
      created_at: at,
      email_domains: "[]",
      sso: 0,
      ai: 0,
      invite_links: 0
    }
    yield* sql`INSERT INTO organizations ${sql.insert({ ...organization, merge_rules: "{}" })}`
    const counts = { comments: 0, change_requests: 0, change_requests_open: 0, change_requests_draft: 0 }
    const space = { id: "s", organization_id: "o", position: "a0", title: "S", emoji: "", visibility: "private" }
    const rest = { edit_mode: "live", merge_rules: "{}", created_at: at, updated_at: at }
    yield* sql`INSERT INTO spaces ${sql.insert({ ...space, ...rest, ...counts })}`
  })

  it("4: revisions that are there become the history of the primary content", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* makeMigrator(migrations.slice(0, 3)).migrate
        yield* oneSpace(sql)
        for (const id of ["r1", "r2", "r3"]) {
          const row = { id, space_id: "s", root: "x", parents: "[]", type: "edits", created_at: at }
          yield* sql`INSERT INTO revisions ${sql.insert(row)}`
        }
        const head = { space_id: "s", name: "primary", revision_id: "r3", root: "x", sequence: 7, updated_at: at }
        yield* sql`INSERT INTO heads ${sql.insert(head)}`
        yield* makeMigrator(migrations.slice(0, 4)).migrate
        const rows = yield* sql<{ id: string; head: string; sequence: number | bigint }>`
          SELECT id, head, sequence FROM revisions ORDER BY id`
        expect(rows.map((row) => [row.id, row.head, Number(row.sequence)])).toEqual([
          ["r1", "primary", 5],
          ["r2", "primary", 6],
          ["r3", "primary", 7]
        ])
      })
    ))

  it("14: site spaces stay, with their looks, and what belongs to them still goes with them", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* makeMigrator(migrations.slice(0, 13)).migrate
        yield* oneSpace(sql)
        const site = { id: "i", organization_id: "o", type: "basic", title: "I", title_key: "i", visibility: "public" }
        const rest = { published: 1, agents_context: "included", adaptive_content: 0, created_at: at, updated_at: at }
        yield* sql`INSERT INTO sites ${sql.insert({ ...site, ...rest, default_site_space: "x" })}`
        for (const id of ["x", "y"]) {
          const row = { id, site_id: "i", space_id: "s", path: id, position: id, hidden: 0, draft: 0 }
          yield* sql`INSERT INTO site_spaces ${sql.insert(row)}`
        }
        const looks = { site_space_id: "y", settings: "{}", updated_at: at }
        yield* sql`INSERT INTO site_space_customizations ${sql.insert(looks)}`
        yield* makeMigrator(migrations.slice(0, 14)).migrate
        const rows = yield* sql`SELECT id, section_id, path FROM site_spaces ORDER BY id`
        expect(rows).toEqual([
          { id: "x", section_id: null, path: "x" },
          { id: "y", section_id: null, path: "y" }
        ])
        const count = Effect.map(sql`SELECT site_space_id FROM site_space_customizations`, ({ length }) => length)
        expect(yield* count).toBe(1)
        yield* sql`DELETE FROM site_spaces WHERE id = 'y'`
        expect(yield* count).toBe(0)
      })
    ))

  it("blob_keys: the bytes of files move into chunks of their own", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const step = migrations.findIndex(({ name }) => name === "blob_keys")
        yield* makeMigrator(migrations.slice(0, step)).migrate
        for (const hash of ["c1", "c2"]) {
          yield* sql`INSERT INTO objects ${sql.insert({ hash, data: new TextEncoder().encode(hash) })}`
        }
        for (const [hash, chunks] of [
          ["b1", ["c1", "c2"]],
          ["b2", ["c2"]],
          ["b3", []]
        ] as const) {
          yield* sql`INSERT INTO blobs ${sql.insert({ hash, size: chunks.length * 2, chunks: JSON.stringify(chunks) })}`
        }
        yield* makeMigrator(migrations.slice(0, step + 1)).migrate
        const rows = yield* sql<{ hash: string; number: number | bigint; data: Uint8Array }>`
          SELECT b.hash, c.number, c.data FROM blobs b JOIN blob_chunks c ON c.storage_key = b.storage_key
          WHERE b.outside = 0 AND b.unnamed_since IS NOT NULL ORDER BY b.hash, c.number`
        expect(rows.map((row) => [row.hash, Number(row.number), new TextDecoder().decode(row.data)])).toEqual([
          ["b1", 0, "c1"],
          ["b1", 1, "c2"],
          ["b2", 0, "c2"]
        ])
      })
    ))

  it("email_domain_proofs: whom a provider named, and who was removed, is known from the trail", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const step = migrations.findIndex(({ name }) => name === "email_domain_proofs")
        yield* makeMigrator(migrations.slice(0, step)).migrate
        yield* oneSpace(sql)
        const users = [
          ["named", null],
          ["gone", null],
          ["invited", null],
          ["verified", at]
        ] as const
        for (const [id, verified_at] of users) {
          const row = { id, display_name: id, name_key: id, email: `${id}@o.test`, created_at: at, verified_at }
          yield* sql`INSERT INTO users ${sql.insert(row)}`
        }
        // of a person who is gone, and of an organization that is: such rows have nothing that holds them
        const events = [
          ["1", "o", "member.sign-in", "named"],
          ["2", "p", "member.sign-in", "named"],
          ["3", "o", "member.sign-in", "verified"],
          ["4", "o", "member.sso", "invited"],
          ["5", "o", "member.remove", "gone"],
          ["6", "o", "member.remove", "gone"],
          ["7", "o", "member.remove", "nobody"],
          ["8", "nothing", "member.remove", "named"]
        ] as const
        for (const [id, organization_id, action, target_id] of events) {
          const actor = { actor_kind: "operator", actor_id: "operator", source: "cli", target_kind: "user" }
          const row = { ...actor, id, organization_id, action, target_id, occurred_at: at, schema_version: 1 }
          yield* sql`INSERT INTO audit_events ${sql.insert({ ...row, payload: "{}" })}`
        }
        yield* makeMigrator(migrations.slice(0, step + 1)).migrate
        expect(yield* sql`SELECT id, named_by FROM users WHERE named_by IS NOT NULL`).toEqual([
          { id: "named", named_by: "o" }
        ])
        expect(yield* sql`SELECT * FROM former_members`).toEqual([{ organization_id: "o", user_id: "gone" }])
        expect(yield* sql`SELECT domain FROM email_domain_proofs`).toEqual([])
      })
    ))

  it("told_addresses: what was kept of addresses tells no keys, tokens and passwords any more", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const step = migrations.findIndex(({ name }) => name === "told_addresses")
        yield* makeMigrator(migrations.slice(0, step)).migrate
        yield* oneSpace(sql)
        const site = { id: "i", organization_id: "o", type: "basic", title: "I", title_key: "i", visibility: "public" }
        const rest = { published: 1, agents_context: "included", adaptive_content: 0, created_at: at, updated_at: at }
        yield* sql`INSERT INTO sites ${sql.insert({ ...site, ...rest, default_site_space: "x" })}`
        const key = "AbcDefGhiJklMnoPqrStu1"
        const dirty = `https://me:${key}@docs.test/${key}/here?token=${key}#${key}`
        const clean = "https://docs.test/-/here"
        const event = {
          ...{ site_id: "i", occurred_at: at, occurred_week: at.slice(0, 10), type: "page_view", session_id: "s" },
          ...{ visitor_id: "v", display_context: "site", device: "", browser: "", os: "", bot: "", claims: "{}" }
        }
        // more than are read at once, and some that are clean already
        for (let n = 0; n < 1100; n++) {
          const seen = n % 3 === 0 ? { url: clean, referrer: null } : { url: dirty, referrer: dirty }
          const share_key = n % 2 === 0 ? null : n % 4 === 1 ? key : "0123456789abcdef"
          const row = { ...event, ...seen, share_key, id: `e${String(n).padStart(4, "0")}` }
          yield* sql`INSERT INTO site_events ${sql.insert(row)}`
        }
        const actor = {
          actor_kind: "operator",
          actor_id: "operator",
          source: "cli",
          target_kind: "site",
          target_id: "i"
        }
        const told = { organization_id: "o", action: "site.update", occurred_at: at, schema_version: 1 }
        const payloads = [{ url: { before: dirty, after: [dirty] }, words: `see ${dirty}` }, { title: "Here" }]
        for (const [n, payload] of payloads.entries()) {
          const row = { ...actor, ...told, id: `a${n}`, payload: JSON.stringify(payload) }
          yield* sql`INSERT INTO audit_events ${sql.insert(row)}`
        }
        const body = { type: "site_view", url: dirty, referrer: dirty, views: [{ url: dirty }, { url: clean }] }
        for (const type of ["site_view", "comment_created"]) {
          const row = { organization_id: "o", type, resource: "r", sequence: 1, occurred_at: at, id: type }
          yield* sql`INSERT INTO webhook_events ${sql.insert({ ...row, body: JSON.stringify({ ...body, type }) })}`
        }
        yield* makeMigrator(migrations.slice(0, step + 1)).migrate
        const events = yield* sql<Record<string, string | null>>`
          SELECT DISTINCT url, referrer, share_key FROM site_events ORDER BY url, referrer, share_key`
        expect(new Set(events.map(({ url }) => url))).toEqual(new Set([clean]))
        expect(new Set(events.map(({ referrer }) => referrer))).toEqual(new Set([clean, null]))
        const name = expect.stringMatching(/^[0-9a-f]{16}$/)
        const keys = [...new Set(events.map((one) => one["share_key"]))].filter((one) => one !== null)
        expect(keys.sort()).toEqual(["0123456789abcdef", name])
        const trail = yield* sql<{ payload: string }>`SELECT payload FROM audit_events ORDER BY id`
        expect(trail.map(({ payload }) => JSON.parse(payload))).toEqual([
          // words of people stay
          { url: { before: clean, after: [clean] }, words: `see ${dirty}` },
          { title: "Here" }
        ])
        const bodies = yield* sql<{ id: string; body: string }>`SELECT id, body FROM webhook_events ORDER BY id`
        expect(bodies.map((row) => JSON.parse(row.body))).toEqual([
          { ...body, type: "comment_created" },
          { type: "site_view", url: clean, referrer: clean, views: [{ url: clean }, { url: clean }] }
        ])
      })
    ))

  it("every column that refers to a blob is known to what collects blobs", () =>
    onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { kind } = yield* Dialect
        yield* makeMigrator(migrations).migrate
        const found =
          kind === "sqlite"
            ? yield* sql<{ t: string; c: string }>`SELECT m.name AS t, f."from" AS c
                FROM sqlite_master m, pragma_foreign_key_list(m.name) f
                WHERE m.type = 'table' AND f."table" = 'blobs'`
            : yield* sql<{ t: string; c: string }>`SELECT c.conrelid::regclass::text AS t, a.attname AS c
                FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
                WHERE c.contype = 'f' AND c.confrelid = 'blobs'::regclass`
        expect(found.map(({ c, t }) => `${t}.${c}`).sort()).toEqual(blobColumns.map((one) => one.join(".")).sort())
      })
    ))

  it("a manifest with a gap is refused", () => {
    expect(() => makeMigrator([users, create(3, "pages")])).toThrow(`"pages" must have id 2`)
  })
}
