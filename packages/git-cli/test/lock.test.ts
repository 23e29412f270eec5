import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeLocks } from "../src/lock.ts"
import { commitFiles } from "../src/testing.ts"
import { fixture, temporaryDirectory } from "./support/fixture.ts"

const script = fileURLToPath(new URL("support/open-many.ts", import.meta.url))

/** Runs a program to its end and answers its lines. */
const run = (args: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<string>>((resolve, reject) => {
        const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
        let output = ""
        child.stdout.on("data", (chunk) => (output += chunk))
        child.on("close", (code) =>
          code === 0 ? resolve(output.trim().split("\n")) : reject(new Error(`${args} ended with ${code}`))
        )
      })
  )

describe("locks", () => {
  it.live("one holder at a time, fibers of one process and of several", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "deep", "x.lock")
      let holders = 0
      let most = 0
      const hold = (lock: ReturnType<typeof makeLocks>) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* lock(path)
            most = Math.max(most, ++holders)
            yield* Effect.sleep(5)
            holders--
          })
        )
      // each maker knows nothing of the other: as two processes do
      const [one, two] = [makeLocks(), makeLocks()]
      yield* Effect.all([one, two, one, two, one, two].map(hold), { concurrency: "unbounded" })
      assert.strictEqual(most, 1)
      assert.isFalse(existsSync(path))
    })
  )

  it.live("is free again after interruption, while waiting and while held", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "x.lock")
      const [one, two] = [makeLocks(), makeLocks()]
      const hold = (lock: ReturnType<typeof makeLocks>) => Effect.scoped(Effect.andThen(lock(path), Effect.never))
      const holder = yield* Effect.forkChild(hold(one))
      yield* Effect.sleep(50)
      const fibers = [yield* Effect.forkChild(hold(one)), yield* Effect.forkChild(hold(two))]
      yield* Effect.sleep(120)
      yield* Fiber.interruptAll(fibers)
      assert.isTrue(existsSync(path))
      yield* Fiber.interrupt(holder)
      assert.isFalse(existsSync(path))
      yield* Effect.scoped(one(path))
    })
  )

  it.live("takes over what a process that is gone left behind, and waits for one that lives elsewhere", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "x.lock")
      const lock = makeLocks()
      const take = Effect.scoped(lock(path)).pipe(Effect.timeoutOption(1000))
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* lock(path)
          const own = JSON.parse(readFileSync(path, "utf8"))
          writeFileSync(`${path}.copy`, JSON.stringify({ ...own, pid: 2 ** 22 + 1, token: "gone" }))
        })
      )
      writeFileSync(path, readFileSync(`${path}.copy`))
      assert.strictEqual((yield* take)._tag, "Some", "its process is gone")

      writeFileSync(path, JSON.stringify({ pid: 1, place: "elsewhere", token: "x" }))
      assert.strictEqual((yield* take)._tag, "None", "its process may live")
      const past = new Date(Date.now() - 60_000)
      utimesSync(path, past, past)
      assert.strictEqual((yield* take)._tag, "Some", "it was not touched for long")

      writeFileSync(path, "")
      utimesSync(path, past, past)
      mkdirSync(`${path}.d`)
      writeFileSync(`${path}.takeover`, "")
      utimesSync(`${path}.takeover`, past, past)
      assert.strictEqual((yield* take)._tag, "Some", "the one that took over is gone too")
    })
  )

  it.live("several processes open one repository while it changes", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const commits = [yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "0" }, "0"))]
      const processes = yield* Effect.forkChild(
        Effect.all(
          [1, 2, 3].map(() => run([script, at.cache, at.source.url, "5"])),
          { concurrency: 3 }
        )
      )
      for (let i = 1; i < 8; i++) {
        yield* Effect.sleep(150)
        commits.push(yield* Effect.promise(() => commitFiles(at.repository, { "a.md": `${i}` }, `${i}`)))
      }
      for (const lines of yield* Fiber.join(processes)) {
        assert.strictEqual(lines.length, 5)
        const positions = lines.map((line) => commits.indexOf(line))
        assert.deepStrictEqual(
          positions,
          positions.toSorted((a, b) => a - b),
          "never back in time"
        )
        assert.isTrue(positions.every((position) => position >= 0))
      }
    })
  )
})
