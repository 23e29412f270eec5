import type { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { GitCli } from "../src/index.ts"
import { commitFiles } from "../src/testing.ts"
import { fixture, gitLayer, open, text, withGit } from "./support/fixture.ts"

/** Processes of git that this process started. */
const children = (): ReadonlyArray<number> =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return (
          / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) . /, " "))?.[1] ===
            `${process.pid}` && readlinkSync(`/proc/${pid}/exe`).includes("git")
        )
      } catch {
        return false
      }
    })

/** Waits until so many of them live: one that was killed is there for a moment still. */
const untilChildren = (count: number) =>
  Effect.promise(async () => {
    for (const end = Date.now() + 30_000; children().length !== count; await sleep(5)) {
      if (Date.now() > end) assert.lengthOf(children(), count)
    }
  })

/** Counts processes from now on, until the scope ends. */
const countProcesses = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const started: Array<ChildProcess> = []
      const seen = (message: unknown) => void started.push((message as { readonly process: ChildProcess }).process)
      subscribe("child_process", seen)
      return { started, seen }
    }),
    ({ seen }) => Effect.sync(() => unsubscribe("child_process", seen))
  ),
  ({ started }) => started
)

const megabyte = 1 << 20

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const held = (): number => {
  collectGarbage()
  const { arrayBuffers, external, heapUsed } = process.memoryUsage()
  return arrayBuffers + external + heapUsed
}

/** 60 MB whose every block differs. */
const large = (): Uint8Array => {
  const bytes = new Uint8Array(60 * megabyte)
  const view = new Uint32Array(bytes.buffer)
  for (let i = 0; i < view.length; i++) view[i] = Math.imul(i, 2654435761)
  return bytes
}

describe("reading objects", () => {
  it.live("reads 20,000 small files by one process, however many at a time", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const files = Object.fromEntries(
        Array.from({ length: 20_000 }, (_, i) => [`d${i % 100}/${i}.md`, `# Page ${i}\n${"text ".repeat(i % 200)}`])
      )
      yield* Effect.promise(() => commitFiles(at.repository, files, "many"))
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        assert.strictEqual(snapshot.entries.length, 20_000)
        const started = yield* countProcesses
        for (const concurrency of [1, 16]) {
          yield* Effect.forEach(
            snapshot.entries,
            (entry) =>
              Effect.map(snapshot.read(entry, 10_000), (bytes) => {
                if (text(bytes) !== files[entry.path]) assert.fail(entry.path)
              }),
            { concurrency, discard: true }
          )
        }
        assert.deepStrictEqual(
          started.map(({ spawnargs }) => spawnargs.filter((arg) => /^(?:git|cat-file|--batch.*)$/.test(arg))),
          [["git", "cat-file", "--batch"]]
        )
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )

  it.live("streams 60 MB with little memory, waiting for its reader; interruption ends the process", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await commitFiles(at.repository, { "big.bin": large(), "small.md": "small", "empty.md": "" }, "large")
      })
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        const [big, empty, small] = snapshot.entries
        assert.isTrue(big !== undefined && empty !== undefined && small !== undefined)
        if (big === undefined || empty === undefined || small === undefined) return
        const expected = large()
        const before = held()
        let seen = 0
        let peak = 0
        let largest = 0
        yield* Stream.runForEach(snapshot.stream(big), (chunk) =>
          Effect.promise(async () => {
            if (Buffer.compare(chunk, expected.subarray(seen, seen + chunk.length)) !== 0) assert.fail(`at ${seen}`)
            seen += chunk.length
            largest = Math.max(largest, chunk.length)
            if (seen % (5 * megabyte) < chunk.length) {
              await sleep(20)
              peak = Math.max(peak, held() - before)
            }
          })
        )
        assert.strictEqual(seen, 60 * megabyte)
        assert.isAtMost(largest, megabyte)
        console.log(`60 MB: at most ${(peak / megabyte).toFixed(1)} MB held`)
        assert.isBelow(peak, 16 * megabyte)

        const first = yield* Stream.runCollect(Stream.take(snapshot.stream(big), 1))
        assert.strictEqual(first.length, 1)
        yield* untilChildren(0)

        const fiber = yield* Effect.forkChild(Stream.runForEach(snapshot.stream(big), () => Effect.sleep(5)))
        yield* untilChildren(1)
        yield* Fiber.interrupt(fiber)
        yield* untilChildren(0)

        assert.strictEqual(text(yield* snapshot.read(small, 10)), "small")
        assert.strictEqual(yield* Stream.runCount(snapshot.stream(empty)), 0)
        assert.strictEqual((yield* Stream.runCollect(snapshot.stream(small))).map(text).join(), "small")
      }).pipe(withGit(gitLayer(at.cache)))
      yield* untilChildren(0)
    })
  )

  it.live("refuses more than the limit of a read before it is read", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "x".repeat(101) }, "one"))
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        const error = yield* Effect.flip(snapshot.read(snapshot.entries[0]!, 100))
        assert.strictEqual(error.reason, "TooLarge")
        assert.include(error.message, "a.md has 101 bytes")
        assert.strictEqual(children().length, 0)
        assert.strictEqual((yield* snapshot.read(snapshot.entries[0]!, 101)).length, 101)
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )

  it.live("goes on after interrupted reads, a reader that was killed and an object that is not there", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.md`, `${i} `.repeat(3000)]))
      yield* Effect.promise(() => commitFiles(at.repository, files, "one"))
      yield* Effect.gen(function* () {
        // without the repair of a cache
        const snapshot = yield* GitCli.openLocal(at.repository)
        const readAll = Effect.forEach(
          snapshot.entries,
          (entry) => Effect.map(snapshot.read(entry, 100_000), (bytes) => text(bytes) === files[entry.path]),
          { concurrency: 50 }
        )
        for (const ms of [0, 1, 2, 4, 8]) {
          const fiber = yield* Effect.forkChild(readAll)
          yield* Effect.sleep(ms)
          yield* Fiber.interrupt(fiber)
          assert.isTrue((yield* readAll).every(Boolean))
        }
        assert.strictEqual(children().length, 1)

        const failing = yield* Effect.forkChild(Effect.exit(readAll), { startImmediately: true })
        for (const pid of children()) process.kill(pid, "SIGKILL")
        yield* Fiber.join(failing)
        assert.isTrue((yield* readAll).every(Boolean))

        const absent = { path: "gone.md", oid: "a".repeat(40), size: 3 }
        assert.strictEqual((yield* Effect.flip(snapshot.read(absent, 10))).reason, "Failed")
        const long = { ...absent, size: 10 * megabyte }
        assert.strictEqual((yield* Effect.flip(Stream.runDrain(snapshot.stream(long)))).reason, "Failed")
        const wrong = { ...snapshot.entries[0]!, size: 1 }
        assert.strictEqual((yield* Effect.flip(snapshot.read(wrong, 10))).reason, "Failed")
        assert.isTrue((yield* readAll).every(Boolean))
      }).pipe(Effect.scoped)
      yield* untilChildren(0)
    })
  )

  it.live("reads nothing after its scope has closed", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "x" }, "one"))
      const snapshot = yield* open(at.source).pipe(withGit(gitLayer(at.cache)))
      assert.strictEqual((yield* Effect.flip(snapshot.read(snapshot.entries[0]!, 100))).reason, "Failed")
      assert.strictEqual(children().length, 0)
    })
  )
})
