import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Context, Effect, Layer, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { Dialect } from "../src/Dialect.ts"
import { store } from "../src/store.ts"

class Refused extends Error {
  readonly _tag = "Refused"
}

class Things extends Context.Service<
  Things,
  {
    readonly get: (id: string, more?: number) => Effect.Effect<string, StorageError | Refused>
    readonly all: Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly read: (id: string) => Stream.Stream<string, StorageError>
  }
>()("test/Things") {}

const broken = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("away"), message: "away", operation: "execute" })
})

const made = (fails: boolean) =>
  Effect.runPromise(
    Effect.provide(
      Things,
      store(Things, "things", () => ({
        get: (id, more = 0) =>
          id === "refused" ? Effect.fail(new Refused()) : fails ? Effect.fail(broken) : Effect.succeed(`${id} ${more}`),
        all: fails ? Effect.fail(broken) : Effect.succeed(["a"]),
        read: (id) => (fails ? Stream.fail(broken) : Stream.make(id))
      })).pipe(
        // no statement is made
        Layer.provide(Layer.succeed(SqlClient.SqlClient, {} as SqlClient.SqlClient)),
        Layer.provide(Layer.succeed(Dialect, {} as Dialect["Service"]))
      )
    )
  )

it("What fails in the database fails as the port's error, with the operation's name: of methods, effects and streams", async () => {
  const things = await made(true)
  const named = async (effect: Effect.Effect<unknown, StorageError | Refused>) => {
    const error = await Effect.runPromise(Effect.flip(effect))
    expect(error).toBeInstanceOf(StorageError)
    return (error as StorageError).operation
  }
  expect(await named(things.get("a"))).toBe("things.get")
  expect(await named(things.all)).toBe("things.all")
  expect(await named(Stream.runCollect(things.read("a")))).toBe("things.read")
})

it("Other failures stay, and so do answers", async () => {
  const things = await made(false)
  expect(await Effect.runPromise(Effect.flip(things.get("refused")))).toBeInstanceOf(Refused)
  expect(await Effect.runPromise(things.get("a", 2))).toBe("a 2")
  expect(await Effect.runPromise(things.all)).toEqual(["a"])
  expect(await Effect.runPromise(Stream.runCollect(things.read("a")))).toEqual(["a"])
})

it("Values of any number come in parts that leave room for other parameters of the statement", async () => {
  class Parts extends Context.Service<
    Parts,
    { readonly of: (values: Iterable<number>) => Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, StorageError> }
  >()("test/Parts") {}
  const maxParameters = 32_766
  const layer = store(Parts, "parts", ({ inParts }) => ({
    of: (values) => inParts(values, (some) => Effect.succeed([some]))
  })).pipe(
    Layer.provide(Layer.succeed(SqlClient.SqlClient, {} as SqlClient.SqlClient)),
    Layer.provide(Layer.succeed(Dialect, { maxParameters } as Dialect["Service"]))
  )
  const parts = await Effect.runPromise(Effect.provide(Parts, layer))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, 999, 1000, 1001, maxParameters, 3 * maxParameters), async (count) => {
      const values = Array.from({ length: count }, (_, i) => i)
      const found = await Effect.runPromise(parts.of(new Set(values)))
      expect(found.flat()).toEqual(values)
      for (const some of found) {
        expect(some.length).toBeGreaterThan(0)
        expect(some.length + 10).toBeLessThan(maxParameters)
      }
    })
  )
})
