/** What is kept of repositories on this machine: damaged, removed, packed, and as git has it. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { initialize } from "../src/cache.ts"
import { git } from "../src/testing.ts"
import { cacheRepository, fixture, gitLayer, open, packsIn, seed, text, withGit } from "./support/fixture.ts"

describe("a cache", () => {
  it.live("that is damaged, or was removed, is made anew", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const oid = yield* seed(at, { "a.md": "one", "b.md": "two".repeat(5000) })
      const layer = gitLayer(at.cache)
      const opens = Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        const bytes = yield* Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 100_000))
        return [snapshot.commit?.oid, bytes.map(({ length }) => length)]
      }).pipe(withGit(layer))
      const whole = [oid, [3, 15_000]]
      assert.deepStrictEqual(yield* opens, whole)
      const damages: ReadonlyArray<(repository: string, pack: string) => void> = [
        (repository) => rmSync(join(repository, "objects"), { recursive: true }),
        (repository) => rmSync(join(repository, "HEAD")),
        (repository) => rmSync(join(repository, "refs"), { recursive: true }),
        (repository) => rmSync(repository, { recursive: true }),
        (repository) => writeFileSync(join(repository, "config"), "[core\nbroken"),
        (repository) => writeFileSync(join(repository, "HEAD"), "nonsense"),
        (_, pack) => rmSync(pack),
        (_, pack) => writeFileSync(pack, "PACK"),
        (_, pack) => rmSync(pack.replace(/pack$/, "idx")),
        (repository) => writeFileSync(join(repository, "shallow.lock"), ""),
        (repository) => writeFileSync(join(repository, "objects/pack/tmp_pack_x"), "half")
      ]
      for (const damage of damages) {
        const repository = cacheRepository(at)
        const packs = join(repository, "objects", "pack")
        const pack = readdirSync(packs).find((name) => name.endsWith(".pack")) ?? "none"
        rmSync(join(packs, pack.replace(/pack$/, "rev")), { force: true })
        damage(repository, join(packs, pack))
        assert.deepStrictEqual(yield* opens, whole)
      }
      rmSync(at.cache, { recursive: true })
      assert.deepStrictEqual(yield* opens, whole)
    })
  )

  it.live("keeps what it fetched in few packs, and lets git look for them only when there are many", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* seed(at, { "a.md": "one" })
      const layer = gitLayer(at.cache)
      const count = () => packsIn(cacheRepository(at)).length
      const fetchNext = Effect.gen(function* () {
        yield* seed(at, { "a.md": crypto.randomUUID() })
        yield* open(at.source).pipe(withGit(layer))
        return count()
      })
      assert.strictEqual(yield* open(at.source).pipe(withGit(layer), Effect.map(count)), 1)
      assert.strictEqual(yield* fetchNext, 2)
      const packs = join(cacheRepository(at), "objects", "pack")
      const [first = ""] = packsIn(cacheRepository(at))
      for (let more = 0; more < 50; more++) {
        const name = `pack-${String(more).padStart(40, "0")}`
        for (const end of ["pack", "idx"])
          copyFileSync(join(packs, first.replace(/pack$/, end)), join(packs, `${name}.${end}`))
      }
      assert.isBelow(yield* fetchNext, 5)
      assert.strictEqual(yield* Effect.promise(() => git(cacheRepository(at), "fsck", "--no-dangling")), "")
    })
  )

  it.live("makes repositories as git does", () =>
    Effect.gen(function* () {
      for (const format of ["sha1", "sha256"]) {
        const at = yield* fixture()
        const made = join(at.cache, "..", `made-${format}`)
        const facts = async (repository: string) => [
          await git(repository, "config", "--list", "--local"),
          await git(repository, "rev-parse", "--is-bare-repository", "--show-object-format"),
          await git(repository, "symbolic-ref", "HEAD")
        ]
        yield* initialize(made, format === "sha256")
        const { ofGit, ours } = yield* Effect.promise(async () => {
          const theirs = `${made}-by-git`
          await git("/", "init", "--quiet", "--bare", `--object-format=${format}`, "--initial-branch=main", theirs)
          return { ofGit: await facts(theirs), ours: await facts(made) }
        })
        assert.deepStrictEqual(ours, ofGit)
      }
    })
  )

  it.live("may be removed or damaged while a snapshot is open, which reads on", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const large = "large ".repeat(100_000)
      yield* seed(at, { "a.md": "one", "b.md": large })
      const layer = gitLayer(at.cache)
      const removeCache = () => rmSync(at.cache, { recursive: true })
      const emptyPacks = () => {
        const packs = join(cacheRepository(at), "objects", "pack")
        for (const name of readdirSync(packs)) rmSync(join(packs, name))
      }
      for (const damage of [removeCache, emptyPacks]) {
        yield* Effect.gen(function* () {
          const snapshot = yield* open(at.source)
          damage()
          const reads = Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 1e6), { concurrency: 2 })
          assert.deepStrictEqual((yield* reads).map(text), ["one", large])
        }).pipe(withGit(layer))
        yield* Effect.gen(function* () {
          const snapshot = yield* open(at.source)
          damage()
          const chunks = yield* Stream.runCollect(snapshot.stream(snapshot.entries[1]!))
          assert.strictEqual(text(Buffer.concat(chunks)), large)
        }).pipe(withGit(layer))
      }
    })
  )

  it.live("with a bit that flipped on the disk fails one import and not the next", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const bytes = crypto.getRandomValues(new Uint8Array(50_000))
      yield* seed(at, { "a.bin": bytes })
      const layer = gitLayer(at.cache)
      const reads = Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        return yield* snapshot.read(snapshot.entries[0]!, 1e6)
      }).pipe(Effect.result, withGit(layer))
      yield* open(at.source).pipe(withGit(layer))
      const packs = join(cacheRepository(at), "objects", "pack")
      const pack = join(packs, readdirSync(packs).find((name) => name.endsWith(".pack"))!)
      const content = readFileSync(pack)
      content[content.length - 10_000]! ^= 1
      rmSync(pack)
      writeFileSync(pack, content)
      const failure = yield* reads
      assert.isTrue(Result.isFailure(failure) && failure.failure.reason === "Failed")
      const success = yield* reads
      assert.isTrue(Result.isSuccess(success) && Buffer.compare(success.success, bytes) === 0)
    })
  )
})
