import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { git, makeRepository } from "../src/testing.ts"
import { commit, fixture, gitLayer, hook, newCommit, open, seed, tip, withGit } from "./support/fixture.ts"

describe("a commit that ends in the middle", () => {
  it.live("interrupting it leaves no process, no lock and no files", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      hook(at, "pre-receive", `touch '${at.root}/reached'; sleep 5; exit 1`)
      const fiber = yield* Effect.forkChild(
        commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer), Effect.exit)
      )
      while (!existsSync(join(at.root, "reached"))) yield* Effect.sleep(10)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(
        readdirSync(at.cache).filter((name) => !name.endsWith(".git")),
        []
      )
      rmSync(join(at.repository, "hooks", "pre-receive"))
      const made = yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer))
      assert.strictEqual(yield* tip(at), made.oid)
    })
  )

  it.live("what a killed process left behind is removed by the next one", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      yield* open(at.source).pipe(withGit(layer))
      const repository = join(at.cache, readdirSync(at.cache).find((name) => name.endsWith(".git")) ?? "")
      const left = ["pack-0.pack", "tmp_pack_x"].map((name) => join(repository, "objects", "pack", name))
      const locks = [join(repository, "shallow.lock"), join(repository, "packed-refs.lock")]
      for (const file of [...left, ...locks]) writeFileSync(file, "x")
      const [old, young] = ["commit-old", "commit-young"].map((name) => join(at.cache, name))
      for (const directory of [old, young]) mkdirSync(join(directory ?? "", "staged.git"), { recursive: true })
      utimesSync(old ?? "", 1, 1)
      yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer))
      assert.deepStrictEqual([...left, ...locks, old ?? ""].filter(existsSync), [])
      assert.isTrue(existsSync(young ?? ""))
    })
  )

  it.live("kill -9 leaves a usable cache and at most one commit a try", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      yield* Effect.promise(() => makeRepository(at.repository))
      yield* seed(at, { "a.md": "1" })
      const script = fileURLToPath(new URL("./support/commit-many.ts", import.meta.url))
      const layer = gitLayer(at.cache)
      for (let round = 0; round < 6; round++) {
        const before = Number(yield* Effect.promise(() => git(at.repository, "rev-list", "--count", "main")))
        const committed = yield* Effect.promise(async () => {
          const child = spawn(process.execPath, [script, at.cache, at.source.url], {
            stdio: ["ignore", "pipe", "pipe"]
          })
          let output = ""
          const closed = new Promise((resolve) => child.on("close", resolve))
          child.stderr.on("data", (chunk) => assert.fail(String(chunk)))
          await new Promise<void>((resolve) => {
            child.stdout.on("data", (chunk) => {
              output += chunk
              resolve()
            })
          })
          await sleep(40 + round * 60)
          child.kill("SIGKILL")
          await closed
          // what git still does without its parent
          await sleep(500)
          return output.split("committed").length - 1
        })
        const count = Number(yield* Effect.promise(() => git(at.repository, "rev-list", "--count", "main")))
        assert.include([committed, committed + 1], count - before)
        yield* Effect.gen(function* () {
          const snapshot = yield* open(at.source)
          yield* Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 1_000_000))
          const { oid } = yield* commit(at.source, newCommit(snapshot.commit?.oid, { "round.md": `${round}` }))
          assert.strictEqual(yield* tip(at), oid)
        }).pipe(withGit(layer))
      }
      yield* Effect.promise(() => git(at.repository, "fsck", "--strict", "--no-dangling"))
    })
  )
})
