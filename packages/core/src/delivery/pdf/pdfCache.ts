/**
 * A cache of PDFs in memory, by what is printed and for whom it is alike, so that one is printed once for all who are shown
 * the same (threat: strangers make work). An entry ends after ten minutes, because what descriptions of APIs say may change
 * without a revision, and before that when its room is needed.
 */
import { Clock, Deferred, Effect, Exit, type Scope, Stream } from "effect"
import { concatBytes } from "../../kernel/shared/hash.ts"
import { makeLru } from "../../kernel/shared/lru.ts"

/** Bytes of all that are kept. */
const cacheBytes = 64 * 1024 * 1024
/** The largest that is kept: what is larger is printed for each reader, as fast as that one reads. */
const mostBytes = 16 * 1024 * 1024
/** How long, in milliseconds. */
const keptFor = 10 * 60_000

interface Kept {
  /** Nothing of one that is too large. */
  readonly bytes: Uint8Array | undefined
  readonly until: number
}

/**
 * @returns gives what is kept under a name, or prints it when it is read; who comes while it is printed waits for that
 * one. It is printed to its end, whoever reads it, or no longer does.
 */
export const makePdfCache = <E>(scope: Scope.Scope) => {
  const cache = makeLru<Kept>(cacheBytes, "pdfs")
  const printing = new Map<string, Deferred.Deferred<Uint8Array | undefined, E>>()

  /** The bytes as one; `undefined` when there are too many. */
  const collected = (pdf: Stream.Stream<Uint8Array, E>) => {
    const pieces: Array<Uint8Array> = []
    let size = 0
    return pdf.pipe(
      Stream.takeWhile((piece) => {
        size += piece.length
        if (size <= mostBytes) pieces.push(piece)
        return size <= mostBytes
      }),
      Stream.runDrain,
      Effect.map(() => (size <= mostBytes ? concatBytes(pieces) : undefined))
    )
  }

  const begun = Effect.fnUntraced(function* (name: string, pdf: Stream.Stream<Uint8Array, E>) {
    const done = Deferred.makeUnsafe<Uint8Array | undefined, E>()
    printing.set(name, done)
    const print = Effect.onExit(collected(pdf), (exit) =>
      Effect.gen(function* () {
        printing.delete(name)
        if (Exit.isSuccess(exit)) {
          const until = (yield* Clock.currentTimeMillis) + keptFor
          cache.set(name, { bytes: exit.value, until }, (exit.value?.length ?? 0) + name.length * 2)
        }
        yield* Deferred.done(done, exit)
      })
    )
    yield* Effect.forkIn(print, scope)
    return done
  })

  const found = (name: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const one = cache.get(name)
      return one !== undefined && one.until > now ? one : undefined
    })

  return (
    name: string,
    print: Effect.Effect<Stream.Stream<Uint8Array, E>, E>
  ): Effect.Effect<Stream.Stream<Uint8Array, E>, E> =>
    Effect.gen(function* () {
      const known = yield* found(name)
      if (known?.bytes !== undefined) return Stream.make(known.bytes)
      // whoever waits for another takes no place of those who print
      const pdf = printing.has(name) ? undefined : yield* print
      if (known !== undefined && pdf !== undefined) return pdf
      return Stream.unwrap(
        Effect.gen(function* () {
          const meanwhile = yield* found(name)
          if (meanwhile?.bytes !== undefined) return Stream.make(meanwhile.bytes)
          const done = printing.get(name) ?? (pdf === undefined ? undefined : yield* begun(name, pdf))
          const bytes = done === undefined ? undefined : yield* Deferred.await(done)
          if (bytes !== undefined) return Stream.make(bytes)
          return pdf ?? Stream.unwrap(print)
        })
      )
    })
}
