import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { Epoch, madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import { Unauthorized } from "@octavo/core/kernel/shared/errors"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { expect, test } from "vitest"
import { SessionActor } from "../src/authentication.ts"
import { KeptAnswers } from "../src/keptAnswers.ts"
import { responseCache } from "../src/responseCache.ts"

const actor = (tokenId: string): Actor => ({ kind: "user", userId: "u", tokenId, scopes: null })

const authentication = Layer.succeed(Authentication, {
  authenticate: (bearer) =>
    bearer === "wrong" ? Effect.fail(new Unauthorized({ message: "wrong" })) : Effect.succeed(actor(bearer))
})

/** Makes requests ones of the session that a header names. */
const inSession = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers: { session } }) =>
      session === undefined
        ? app
        : Effect.provideService(app, SessionActor, { kind: "user", userId: "u", tokenId: null, scopes: null, session })
    ),
  { global: true }
)

interface Asked {
  readonly session?: string
  readonly token?: string
  readonly method?: string
  readonly etag?: string
  readonly fresh?: boolean
}

/** An application whose answers say how often its operation ran; `during` runs in the middle of it. */
const makeApp = (
  options: { readonly epoch?: boolean; readonly parts?: boolean; readonly during?: () => void } = {}
) => {
  const state = { epoch: 1, runs: 0, space: 1, looks: 0 }
  const operation = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    state.runs++
    options.during?.()
    const [, space] = /^\/v1\/spaces\/(\w+)(?:\?|$)/.exec(request.url) ?? []
    const told = space === undefined ? Effect.void : madeOnlyOf([space])
    const status = request.url.includes("missing") ? 404 : 200
    const headers = {
      ...(request.url.includes("secret") ? { "cache-control": "private, no-store" } : {}),
      ...(request.url.includes("varied") ? { vary: "origin" } : {}),
      ...(request.url.includes("tagged") ? { etag: '"t"' } : {})
    }
    return Effect.as(told, HttpServerResponse.text(`run ${state.runs}`, { status, headers }))
  }).pipe(Effect.flatten)
  const app = Layer.mergeAll(HttpRouter.add("*", "/*", operation), inSession, responseCache).pipe(
    Layer.provide(authentication),
    Layer.provide(KeptAnswers.layer),
    Layer.provide(
      Layer.succeed(Epoch, {
        read: () => (options.epoch === false ? undefined : state.epoch),
        others: () => undefined,
        arrived: () => {},
        isCommitted: () => true,
        of: () => (options.parts === false ? undefined : state.space),
        atBegin: () => (options.parts === false ? undefined : state.space),
        latest: () => (options.parts === false ? undefined : state.space),
        reading: (effect) =>
          Effect.suspend(() => {
            state.looks++
            return effect
          })
      })
    ),
    Layer.provideMerge(HttpServer.layerServices)
  )
  const { handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
  const ask = async (path: string, { etag, fresh, method = "GET", session, token = "a" }: Asked = {}) => {
    const headers = new Headers(etag === undefined ? {} : { "if-none-match": etag })
    if (fresh === true) headers.set("cache-control", "no-cache")
    if (session !== undefined) headers.set("session", session)
    else if (token !== "") headers.set("authorization", `Bearer ${token}`)
    const response = await handler(new Request(`http://host${path}`, { headers, method }))
    return response.status === 304 ? `304 ${response.headers.get("etag")}` : response.text()
  }
  return { state, ask }
}

test("an answer is sent again until something is committed", async () => {
  const { ask, state } = makeApp()
  expect([await ask("/v1/x?y=1"), await ask("/v1/x?y=1")]).toEqual(["run 1", "run 1"])
  expect(await ask("/v1/x?y=2")).toBe("run 2")
  state.epoch++
  expect([await ask("/v1/x?y=1"), await ask("/v1/x?y=1")]).toEqual(["run 3", "run 3"])
})

test("each token has answers of its own, a wrong one none", async () => {
  const { ask } = makeApp()
  expect([await ask("/v1/x"), await ask("/v1/x", { token: "b" })]).toEqual(["run 1", "run 2"])
  expect([await ask("/v1/x"), await ask("/v1/x", { token: "b" })]).toEqual(["run 1", "run 2"])
  expect([await ask("/v1/x", { token: "wrong" }), await ask("/v1/x", { token: "" })]).toEqual(["run 3", "run 4"])
})

test("each session has answers of its own, although it is the same person's, with the same token or none", async () => {
  const { ask } = makeApp()
  for (const path of ["/v1/x", "/v1/spaces/s"]) {
    const first = [await ask(path), await ask(path, { session: "s" }), await ask(path, { session: "t" })]
    expect(new Set(first).size).toBe(3)
    expect([await ask(path), await ask(path, { session: "s" }), await ask(path, { session: "t" })]).toEqual(first)
  }
})

test("what was read while something was committed serves one request only", async () => {
  let commits = 1
  const { ask, state } = makeApp({
    during: () => {
      state.epoch += commits
    }
  })
  expect(await ask("/v1/x")).toBe("run 1")
  commits = 0
  expect([await ask("/v1/x"), await ask("/v1/x")]).toEqual(["run 2", "run 2"])
})

test.each([
  ["a write", "/v1/x", { method: "POST" }],
  ["a read of what is made", "/v1/x", { fresh: true }],
  ["a read of what is made in a session", "/v1/x", { fresh: true, session: "s" }],
  ["what is missing", "/v1/missing", {}],
  ["what says no-store", "/v1/secret", {}],
  ["what varies by a header", "/v1/varied", {}],
  ["what is not the API's", "/sites/x", {}]
])("%s is not kept", async (_, path, asked) => {
  const { ask } = makeApp()
  expect([await ask(path, asked), await ask(path, asked)]).toEqual(["run 1", "run 2"])
})

test("nothing is kept over a store that cannot tell", async () => {
  const { ask } = makeApp({ epoch: false, parts: false })
  expect([await ask("/v1/x"), await ask("/v1/x")]).toEqual(["run 1", "run 2"])
  expect([await ask("/v1/spaces/s"), await ask("/v1/spaces/s")]).toEqual(["run 3", "run 4"])
})

test("an answer that tells what it is made of is kept until that changes, whatever else is committed", async () => {
  const { ask, state } = makeApp()
  const both = async () => [
    await ask("/v1/spaces/s"),
    await ask("/v1/spaces/s/comments"),
    await ask("/v1/spaces/s?a=1")
  ]
  expect(await both()).toEqual(["run 1", "run 2", "run 3"])
  state.epoch++
  expect(await both()).toEqual(["run 1", "run 4", "run 3"])
  state.epoch++
  state.space++
  expect(await both()).toEqual(["run 5", "run 6", "run 7"])
  expect([await ask("/v1/spaces/s", { token: "b" }), await ask("/v1/spaces/s")]).toEqual(["run 8", "run 5"])
})

test("who has an answer is told that it holds, and who wants none that is kept gets one that is made", async () => {
  const { ask, state } = makeApp()
  expect(await ask("/v1/tagged")).toBe("run 1")
  for (const etag of ['"t"', 'W/"t"', '"a", "t"', "*", '"t.br"']) {
    expect(await ask("/v1/tagged", { etag }), etag).toBe('304 "t"')
  }
  expect(await ask("/v1/tagged", { etag: '"other"' })).toBe("run 1")
  expect(await ask("/v1/tagged", { fresh: true })).toBe("run 2")
  // that one is for who asked alone
  expect(await ask("/v1/tagged")).toBe("run 1")
  // nothing is known to hold that has no tag
  expect([await ask("/v1/plain"), await ask("/v1/plain", { etag: "*" })]).toEqual(["run 3", "run 3"])
  state.epoch++
  expect(await ask("/v1/tagged", { etag: '"other"' })).toBe("run 4")
})

test("it is also kept over a store that cannot tell of commits, and not when its part changed meanwhile", async () => {
  let changes = 1
  const { ask, state } = makeApp({
    epoch: false,
    during: () => {
      state.space += changes
    }
  })
  expect(await ask("/v1/spaces/s")).toBe("run 1")
  changes = 0
  expect([await ask("/v1/spaces/s"), await ask("/v1/spaces/s")]).toEqual(["run 2", "run 2"])
})

test.each([
  ["a read", {}, 1],
  ["a read in a session", { session: "s" }, 1],
  ["a conditional read", { etag: '"e"' }, 1],
  ["a read of what is made", { fresh: true }, 1],
  ["a write, which looks once its body is there", { method: "POST" }, 0],
  ["whoever has no token", { token: "" }, 0]
])("whether the store is looked at before %s", async (_, asked, looks) => {
  const { ask, state } = makeApp()
  await ask("/v1/spaces/s", asked)
  expect(state.looks).toBe(looks)
})
