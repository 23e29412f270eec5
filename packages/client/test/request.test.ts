/** What the client of Promises does with a server, a network and a `fetch` of any kind. */

import { Effect } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { make } from "../src/effect.ts"
import { type ClientConfig, everyItem, OctavoError, octavoClient } from "../src/index.ts"

const url = "https://docs.acme.org"
const answering = (text: string, init: ResponseInit = {}) => vi.fn(async () => new Response(text, init))

const refused = async (call: Promise<unknown>): Promise<OctavoError> => {
  const error: unknown = await call.then(
    () => expect.unreachable("it was not refused"),
    (error) => error
  )
  expect(error).toBeInstanceOf(OctavoError)
  return error as OctavoError
}
const userOf = (config: Partial<ClientConfig>) =>
  octavoClient({ url, retries: 0, ...config }).users.getAuthenticatedUser()

describe("a read that is not answered well", () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-01-15T09:30:00Z") }))
  afterEach(() => vi.useRealTimers())

  const cut = async (): Promise<Response> => {
    throw new TypeError("fetch failed")
  }
  const status = (status: number, retryAfter?: string) => async () =>
    new Response("", { status, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } })

  /** Milliseconds until each request, of both clients. */
  const timesOf = async (answer: () => Promise<Response>, retries?: number) => {
    const run = async (ask: (fetch: typeof globalThis.fetch) => Promise<unknown>) => {
      const start = Date.now()
      const times: Array<number> = []
      const asked = ask(async () => {
        times.push(Date.now() - start)
        return answer()
      }).catch(() => undefined)
      await vi.runAllTimersAsync()
      await asked
      return times
    }
    const promises = await run((fetch) => octavoClient({ url, retries, fetch }).users.getAuthenticatedUser())
    const effects = await run((fetch) =>
      Effect.runPromise(
        make({ url, retries }).pipe(
          Effect.flatMap(({ users }) => users.getAuthenticatedUser()),
          Effect.provide(FetchHttpClient.layer),
          Effect.provideService(FetchHttpClient.Fetch, fetch)
        )
      )
    )
    expect(promises).toEqual(effects)
    return promises
  }

  it.each([408, 429, 500, 502, 503, 504])("is tried again after %i, later each time", async (code) => {
    expect(await timesOf(status(code))).toEqual([0, 200, 600])
    expect(await timesOf(status(code), 4)).toEqual([0, 200, 600, 1400, 3000])
    expect(await timesOf(status(code), 0)).toEqual([0])
  })

  it("is tried again when no answer comes", async () => {
    expect(await timesOf(cut)).toEqual([0, 200, 600])
  })

  it.each([200, 400, 401, 404, 413, 418, 501])("is not tried again after %i", async (code) => {
    expect(await timesOf(status(code))).toEqual([0])
  })

  it.each([
    ["a number of seconds", "3", [0, 3000, 6000]],
    ["a shorter time than its own", "0", [0, 200, 600]],
    ["a date", "Thu, 15 Jan 2026 09:30:02 GMT", [0, 2000, 2400]],
    ["no time at all", "soon", [0, 200, 600]],
    ["a time that nobody waits for", "3600", [0]]
  ])("waits for what the server says, by %s", async (_, retryAfter, times) => {
    const fetched: Array<number> = []
    const start = Date.now()
    const fetch = async () => {
      fetched.push(Date.now() - start)
      return new Response("", { status: 503, headers: { "retry-after": retryAfter } })
    }
    const asked = refused(userOf({ fetch, retries: 2 }))
    await vi.runAllTimersAsync()
    expect([(await asked).status, fetched]).toEqual([503, times])
  })

  it("gives the answer that came in the end", async () => {
    const answers = [cut, status(503), async () => new Response('{"id":"a"}')]
    const asked = userOf({ fetch: () => answers.shift()!(), retries: 2 })
    await vi.runAllTimersAsync()
    expect(await asked).toEqual({ id: "a" })
  })

  it("is not what changes something, which is sent once", async () => {
    for (const answer of [cut, status(503)]) {
      const fetch = vi.fn(answer)
      const asked = refused(
        octavoClient({ url, fetch }).organizations.createOrganization({ payload: { title: "Acme" } })
      )
      await vi.runAllTimersAsync()
      await asked
      expect(fetch).toHaveBeenCalledTimes(1)
    }
  })
})

describe("whatever goes wrong", () => {
  it.each([
    [
      "nobody answers",
      { fetch: async () => Promise.reject(new TypeError("fetch failed")) },
      /^No answer .*\/v1\/user: fetch failed$/
    ],
    [
      "the own fetch throws at once",
      {
        fetch: () => {
          throw new Error("no network here")
        }
      },
      /no network here$/
    ],
    ["the address is none", { url: "docs.acme.org" }, /Invalid URL/],
    [
      "the answer ends early",
      { fetch: async () => new Response(new ReadableStream({ pull: (c) => c.error(new Error("reset")) })) },
      /reset$/
    ],
    ["the answer is no JSON", { fetch: answering("<html>") }, /cannot be read/],
    ["the token is none", { token: "a\nb" }, /No answer/]
  ])("an OctavoError says so: %s", async (_, config, message) => {
    const error = await refused(userOf(config as Partial<ClientConfig>))
    expect([error.name, error.status, error.details]).toEqual(["OctavoError", undefined, []])
    expect(error.message).toMatch(message)
    expect(error.cause).toBeInstanceOf(Error)
  })

  it("an OctavoError says so: what is to be sent is no JSON", async () => {
    const fetch = answering("{}", { status: 201 })
    const payload: { title: string; self?: unknown } = { title: "Acme" }
    payload.self = payload
    const error = await refused(octavoClient({ url, fetch }).organizations.createOrganization({ payload }))
    expect([error.status, fetch.mock.calls]).toEqual([undefined, []])
  })

  it.each([
    "null",
    "[]",
    '{"error":null}',
    '{"error":{"message":1,"details":"x"}}',
    '{"error":{"details":[null,{"path":1}]}}'
  ])("an answer of a proxy is told by its status: %s", async (text) => {
    const error = await refused(userOf({ fetch: answering(text, { status: 502, headers: { "retry-after": "soon" } }) }))
    expect(error).toMatchObject({ status: 502, message: "The server answered 502", details: [], retryAfter: undefined })
  })
})

describe("addresses", () => {
  const asked = async (base: string | URL): Promise<string> => {
    const fetch = vi.fn(async (_: unknown) => new Response("{}"))
    await octavoClient({ url: base, fetch }).users.getAuthenticatedUser()
    return String(fetch.mock.calls[0]![0])
  }
  afterEach(() => vi.unstubAllGlobals())

  it("are below the one that is given, which may end with a slash", async () => {
    for (const base of [url, `${url}/`, new URL(url)]) expect(await asked(base)).toBe(`${url}/v1/user`)
    expect(await asked(`${url}/base/`)).toBe(`${url}/base/v1/user`)
  })

  it("are those of the page's own server, in a browser, where only a path is given", async () => {
    vi.stubGlobal("location", new URL("https://www.acme.org/help/page?a=b#c"))
    expect(await asked("")).toBe("https://www.acme.org/v1/user")
    expect(await asked("/docs")).toBe("https://www.acme.org/docs/v1/user")
  })
})

it("without a fetch of its own, the global one of the moment is asked", async () => {
  const client = octavoClient({ url })
  const fetch = answering('{"id":"a"}')
  vi.stubGlobal("fetch", fetch)
  try {
    expect(await client.users.getAuthenticatedUser()).toEqual({ id: "a" })
    expect(fetch).toHaveBeenCalledExactlyOnceWith(new URL(`${url}/v1/user`), { method: "GET", headers: {} })
  } finally {
    vi.unstubAllGlobals()
  }
})

it("a list is read to its end, and no further than it is used", async () => {
  const pages = [
    { items: [1, 2], next: { page: "b" } },
    { items: [], next: { page: "c" } },
    { items: [3], next: { page: "d" } }
  ]
  const seen: Array<string | undefined> = []
  const list = async (page: string | undefined) => {
    seen.push(page)
    return pages[seen.length - 1] ?? { items: [4] }
  }
  const items: Array<number> = []
  for await (const item of everyItem<number>(list)) {
    items.push(item)
    if (item === 3) break
  }
  expect([items, seen]).toEqual([
    [1, 2, 3],
    [undefined, "b", "c"]
  ])
})
