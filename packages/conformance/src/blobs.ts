import { describe, expect, layer } from "@effect/vitest"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { Objects } from "@octavo/core/content/revisions/model/Objects"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { now } from "@octavo/core/kernel/shared/clock"
import { concatBytes, contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Clock, Duration, Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { as, newOrganization, type StoreUnderTest, services } from "./harness.ts"

/** Bytes that no other file has, in pieces of odd sizes. */
const bytesOf = (size: number, seed = size): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) + seed * 7) & 255)

const inPieces = (bytes: Uint8Array, piece = 100_003): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) => bytes.subarray(i * piece, (i + 1) * piece))
  )

const putText = (text: string) => Effect.flatMap(Blobs, (blobs) => blobs.put(Stream.make(utf8.encode(text))))

const bytesIn = Effect.fnUntraced(function* (hash: string, range?: { readonly start: number; readonly end: number }) {
  const blobs = yield* Blobs
  const pieces = yield* Stream.runCollect(blobs.read(hash, range))
  return concatBytes(pieces)
})

/** Whether bytes and record are both there, or neither; anything else fails. */
const isThere = Effect.fnUntraced(function* (hash: string) {
  const info = yield* (yield* Blobs).info(hash)
  if (info === undefined) return false
  expect(contentHash(yield* bytesIn(hash))).toBe(hash)
  return true
})

/** The root of a revision that holds one file with these bytes. */
const rootWith = Effect.fnUntraced(function* (hash: string, size: number) {
  const trees = yield* RevisionTree
  const { created, root } = yield* trees.edit(null, [
    { type: "putFile", file: { id: `file-${hash}`, name: "a.bin", contentType: "text/plain", size, blob: hash } }
  ])
  yield* (yield* Objects).put(created)
  return root
})

/** A space with a revision of this root, beside its first one. */
const spaceWith = Effect.fnUntraced(function* (organization: { id: string; admin: string }, root: string) {
  const { id } = yield* (yield* Spaces).create(organization.id, {}).pipe(as(organization.admin))
  yield* (yield* RevisionStore).insert({
    id: makeId(),
    spaceId: id,
    root,
    parents: [],
    type: "edits",
    author: null,
    message: null,
    git: null,
    createdAt: yield* now
  })
  return id
})

const collect = () => Effect.flatMap(BlobCollector, (collector) => collector.collect("1 hour"))

export const blobsSuite = (under: StoreUnderTest): void => {
  describe(`blobs on ${under.name}`, () => {
    layer(services(under))((it) => {
      for (const size of [0, 1, 262_144, 262_145, 3_000_000, 9_000_001]) {
        it.effect(`gives ${size} bytes back, whole and in parts`, () =>
          Effect.gen(function* () {
            const blobs = yield* Blobs
            const bytes = bytesOf(size)
            const stored = yield* blobs.put(inPieces(bytes))
            expect(stored).toEqual({ hash: contentHash(bytes), size })
            expect(yield* blobs.info(stored.hash)).toEqual(stored)
            expect(Buffer.compare(yield* bytesIn(stored.hash), bytes)).toBe(0)
            for (const [start, end] of [
              [0, 1],
              [size - 1, size],
              [262_140, 262_150],
              [size, size + 10],
              [5, 5]
            ] as const) {
              const part = yield* bytesIn(stored.hash, { start, end })
              expect(Buffer.compare(part, bytes.subarray(Math.max(0, start), end))).toBe(0)
            }
          })
        )
      }

      it.effect("keeps the same bytes once, whoever writes them, also at the same time", () =>
        Effect.gen(function* () {
          yield* TestClock.adjust("2 hours")
          const { named } = yield* collect()
          const bytes = bytesOf(600_000, 5)
          const stored = yield* Effect.all(
            Array.from({ length: 5 }, () => Effect.flatMap(Blobs, (blobs) => blobs.put(inPieces(bytes)))),
            { concurrency: "unbounded" }
          )
          expect(new Set(stored.map(({ hash }) => hash)).size).toBe(1)
          yield* TestClock.adjust("2 hours")
          // one record, and no bytes beside those that it names
          expect(yield* collect()).toEqual({ named, removed: 1, bytes: 600_000, leftovers: 0 })
        })
      )

      it.effect("has nothing of a write that broke off, and removes what it left", () =>
        Effect.gen(function* () {
          const blobs = yield* Blobs
          const bytes = bytesOf(9_000_000, 3)
          const broken = Stream.concat(inPieces(bytes), Stream.fail("the line broke"))
          expect(yield* Effect.flip(blobs.put(broken))).toBe("the line broke")
          expect(yield* blobs.info(contentHash(bytes))).toBeUndefined()
          yield* TestClock.adjust("2 hours")
          yield* collect()
          expect((yield* collect()).leftovers).toBe(0)
        })
      )

      it.effect("knows nothing of other hashes", () =>
        Effect.gen(function* () {
          const unknown = contentHash(utf8.encode("never written"))
          expect(yield* (yield* Blobs).info(unknown)).toBeUndefined()
          expect(yield* Effect.flip(bytesIn(unknown))).toMatchObject({ _tag: "ObjectMissing" })
        })
      )

      it.effect("removes what nothing names, not before its time", () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization()
          const named = yield* putText("named by a revision")
          const space = yield* spaceWith(organization, yield* rootWith(named.hash, named.size))
          const unnamed = yield* putText("named by nothing")
          yield* collect()
          yield* TestClock.adjust("59 minutes")
          yield* collect()
          expect(yield* isThere(unnamed.hash)).toBe(true)
          yield* TestClock.adjust("2 minutes")
          yield* collect()
          expect(yield* isThere(unnamed.hash)).toBe(false)
          expect(yield* isThere(named.hash)).toBe(true)

          // what was named until now waits as long as what is new
          yield* (yield* SpaceStore).purge(space)
          yield* TestClock.adjust("3 hours")
          yield* collect()
          expect(yield* isThere(named.hash)).toBe(true)
          yield* TestClock.adjust("61 minutes")
          yield* collect()
          expect(yield* isThere(named.hash)).toBe(false)

          // and can come back
          expect(yield* putText("named by a revision")).toEqual(named)
          expect(yield* isThere(named.hash)).toBe(true)
        })
      )

      it.effect("lets what is written again wait anew", () =>
        Effect.gen(function* () {
          const { hash } = yield* putText("written again")
          yield* collect()
          yield* TestClock.adjust("59 minutes")
          yield* putText("written again")
          yield* TestClock.adjust("59 minutes")
          yield* collect()
          expect(yield* isThere(hash)).toBe(true)
        })
      )

      it.effect("never loses what writers name while it collects", () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization()
          const spaces = yield* SpaceStore
          const clock = yield* handClock
          /** Spaces that live, with the bytes that each names. */
          const living = new Map<string, { readonly hash: string; readonly root: string }>()
          /** When writers who have not named their bytes yet began. */
          const waiting = new Set<{ readonly since: number }>()
          const lost: Array<string> = []
          let writing = true

          const waits = (turns: number) =>
            Effect.gen(function* () {
              const one = { since: clock.passed() }
              waiting.add(one)
              yield* Effect.repeat(turn, { times: turns })
              return Effect.sync(() => waiting.delete(one))
            })
          const write = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
            for (const { content, pick, turns, type } of steps) {
              const found = [...living][pick % Math.max(1, living.size)]
              if (type === "write") {
                const done = yield* waits(0)
                const { hash, size } = yield* putText(`content ${content}`)
                yield* Effect.repeat(turn, { times: turns })
                const root = yield* rootWith(hash, size)
                living.set(yield* spaceWith(organization, root), { hash, root })
                yield* done
                if (!(yield* isThere(hash))) lost.push(`content ${content}`)
              } else if (type === "copy" && found !== undefined) {
                const done = yield* waits(turns)
                living.set(yield* spaceWith(organization, found[1].root), found[1])
                yield* done
              } else if (type === "purge" && found !== undefined) {
                living.delete(found[0])
                yield* spaces.purge(found[0])
              }
            }
          })
          const collecting = Effect.gen(function* () {
            let removed = 0
            while (writing) {
              removed += (yield* collect()).removed
              yield* turn
            }
            return removed
          })
          // time flies, but nobody takes longer to name bytes than they stay without a name
          const ticking = Effect.gen(function* () {
            while (writing) {
              const oldest = Math.min(...[...waiting].map(({ since }) => since), clock.passed())
              if (clock.passed() - oldest < 50 * 60_000) clock.advance(5 * 60_000)
              yield* turn
            }
          })
          const [, ...removed] = yield* Effect.all(
            [
              Effect.forEach(fc.sample(steps, { seed: 4, numRuns: 4 }), write, {
                concurrency: "unbounded",
                discard: true
              }).pipe(
                Effect.ensuring(
                  Effect.sync(() => {
                    writing = false
                  })
                )
              ),
              collecting,
              collecting,
              ticking
            ],
            { concurrency: "unbounded" }
          ).pipe(Effect.provideService(Clock.Clock, clock.service))
          for (const [space, { hash }] of living) if (!(yield* isThere(hash))) lost.push(space)
          expect(lost).toEqual([])
          expect(living.size).toBeGreaterThan(3)
          expect((removed[0] ?? 0) + (removed[1] ?? 0)).toBeGreaterThan(0)
        })
      )
    })
  })
}

const steps = fc.array(
  fc.record({
    type: fc.constantFrom("write", "copy", "purge"),
    content: fc.nat(3),
    pick: fc.nat(1_000),
    turns: fc.nat(12)
  }),
  { minLength: 12, maxLength: 12 }
)
type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer A>> ? A : never

/** Lets everything else go on. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** A clock that is set by hand, whose sleeps are real: what a store waits for has nothing to do with it. */
export const handClock = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  let passed = 0
  const millis = () => clock.currentTimeMillisUnsafe() + passed
  const nanos = () => clock.monotonicTimeNanosUnsafe() + BigInt(passed) * 1_000_000n
  return {
    passed: () => passed,
    advance: (milliseconds: number) => {
      passed += milliseconds
    },
    service: {
      ...clock,
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration: Duration.Duration) =>
        Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, Duration.toMillis(duration))))
    }
  }
})
