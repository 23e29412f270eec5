import { SentDocuments, sentDocument } from "@octavo/core/kernel/shared/sentDocuments"
import { isStorableValue } from "@octavo/core/kernel/shared/text"
import { Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { describe, expect, test, vi } from "vitest"
import { normalizeUrl } from "../src/app.ts"
import { parseJson, scanJsonBody, withoutDocuments } from "../src/jsonBodies.ts"
import { boundedBodies, unexpected } from "../src/requests.ts"

test.each(["/v1/broken/", "/sites/broken/"])(
  "a defect below %s is logged with its cause, and answered without it",
  async (at) => {
    const lines: Array<string> = []
    const logs = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    const app = Layer.mergeAll(
      HttpRouter.add("GET", `${at as "/broken/"}:id`, Effect.die(new TypeError("the secret cause"))),
      HttpRouter.add("GET", "/v1/whole", Effect.succeed(HttpServerResponse.text("whole"))),
      unexpected
    ).pipe(Layer.provideMerge(HttpServer.layerServices), Layer.provideMerge(logs))
    const { handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
    const broken = await handler(new Request(`http://host${at}0Vbac3bG00IX4rToAFioqf?token=secret`))
    expect(broken.status).toBe(500)
    expect(await broken.json()).toEqual({ error: { code: 500, message: expect.stringContaining("server's log") } })
    expect(lines.join()).toContain("the secret cause")
    expect(lines.join()).toContain(`GET ${at}- failed`)
    expect(lines.join()).not.toContain("token=secret")
    expect(await (await handler(new Request("http://host/v1/whole"))).text()).toBe("whole")
  }
)

test.each([
  ["/v1/user?a=%ff;b#c", "/v1/user?a=%ff;b#c"],
  ["//v1/user", "/v1/user"],
  ["http://elsewhere.example//v1/user?a=//b", "/v1/user?a=//b"],
  ["HTTPS://elsewhere.example", "/"],
  ["/v1/spaces/a;b/content", "/v1/spaces/a%3Bb/content"],
  ["/v1/spaces/a#b", "/v1/spaces/a%23b"],
  ["/v1/spaces/%/50%zz%2", "/v1/spaces/%25/50%25zz%252"],
  ["/v1/spaces/%ff", "/v1/spaces/%EF%BF%BD"],
  ["/v1/spaces/%ED%A0%80", "/v1/spaces/%EF%BF%BD%EF%BF%BD%EF%BF%BD"],
  ["/sites/a/caf%c3%a9", "/sites/a/caf%c3%a9"],
  ["/v1/spaces/s/content/path/a/b%2Fc?format=markdown", "/v1/spaces/s/content/path/a%2Fb%2Fc?format=markdown"],
  ["/v1/spaces/s/content/path/?a=1", "/v1/spaces/s/content/path/%2F?a=1"],
  ["/sites/a/path/b/c", "/sites/a/path/b/c"],
  // ids from before they began with a letter, in every place where there is one
  ["/v1/spaces/0VblwkSb00g8U1m3Frqg8T", "/v1/spaces/aVblwkSb00g8U1m3Frqg8T"],
  [
    "/v1/spaces/0VblwkSb00g8U1m3Frqg8T/content/page/-9xQwErTyUiOpAsDfGhJkl",
    "/v1/spaces/aVblwkSb00g8U1m3Frqg8T/content/page/k9xQwErTyUiOpAsDfGhJkl"
  ],
  ["/v1/orgs/o/invites/7xQwErTyUiOpAsDfGhJklZ?a=1", "/v1/orgs/o/invites/hxQwErTyUiOpAsDfGhJklZ?a=1"],
  [
    "/v1/spaces/s/search?query=0VblwkSb00g8U1m3Frqg8T&page=0VblwkSb00g8U1m3Frqg8T",
    "/v1/spaces/s/search?query=0VblwkSb00g8U1m3Frqg8T&page=aVblwkSb00g8U1m3Frqg8T"
  ],
  ["/app/s/0VblwkSb00g8U1m3Frqg8T/~/changes/3", "/app/s/aVblwkSb00g8U1m3Frqg8T/~/changes/3"],
  ["/base/app/~/saml/0VblwkSb00g8U1m3Frqg8T/start?to=/", "/base/app/~/saml/aVblwkSb00g8U1m3Frqg8T/start?to=/"],
  [
    "/app/~/sign-in?organization=0VblwkSb00g8U1m3Frqg8T&email=a",
    "/app/~/sign-in?organization=aVblwkSb00g8U1m3Frqg8T&email=a"
  ],
  // and nowhere else
  ["/v1/spaces/s/content/path/2026-annual-report-eng", "/v1/spaces/s/content/path/2026-annual-report-eng"],
  ["/v1/orgs/o/openapi/2026-payments-of-shops", "/v1/orgs/o/openapi/2026-payments-of-shops"],
  ["/v1/spaces/s/0VblwkSb00g8U1m3Frqg8TT", "/v1/spaces/s/0VblwkSb00g8U1m3Frqg8TT"],
  ["/sites/a/0VblwkSb00g8U1m3Frqg8T/page", "/sites/a/0VblwkSb00g8U1m3Frqg8T/page"],
  ["/v1/spaces?page=eyJh.0VblwkSb00g8U1m3Frqg8T", "/v1/spaces?page=eyJh.0VblwkSb00g8U1m3Frqg8T"],
  // what is signed, and what programs and providers give to have back: half a percent of it has the form of an id
  ...["code", "state", "token", "RelayState", "SAMLResponse"].flatMap((name) =>
    ["0VblwkSb00g8U1m3Frqg8T", "eyJh.0VblwkSb00g8U1m3Frqg8T", "0VblwkSb00g8U1m3Frqg8T.eyJh"].map((value) => {
      const target = `/app/~/sign-in/x?iss=https://idp.test/&${name}=${value}&a=/0VblwkSb00g8U1m3Frqg8T`
      return [target, target] as [string, string]
    })
  )
])("what is asked for as %s is %s to all that look at it", (target, wanted) => {
  expect(normalizeUrl(target)).toBe(wanted)
  expect(normalizeUrl(wanted)).toBe(wanted)
  // the application's scripts ask for the same
  const own = target.startsWith("/v1/") ? "/base/app/~/api" : ""
  expect(normalizeUrl(own + target)).toBe(own + wanted)
})

/** Every way to write a few units in JSON, each plain or escaped, that UTF-8 can carry. */
const written = (units: ReadonlyArray<string>): ReadonlyArray<string> =>
  units
    .reduce<ReadonlyArray<string>>(
      (begun, unit) => {
        const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
        const plain = unit === "\0" ? [] : /["\\]/.test(unit) ? [`\\${unit}`] : [unit]
        return begun.flatMap((before) =>
          [escaped, escaped.toUpperCase().replace("U", "u"), ...plain].map((one) => before + one)
        )
      },
      [""]
    )
    .filter((text) => text.isWellFormed())
    .flatMap((text) => [`"${text}"`, `{"a":["b",{"${text}":1}]}`])

test("bodies are looked through for what no store can keep as their values are", () => {
  const units = ["a", "u", "0", "\0", "\ud83d", "\ude00", "\\", '"']
  const texts = units.flatMap((a) => units.flatMap((b) => units.flatMap((c) => written([a, b, c]))))
  const seen = { kept: 0, refused: 0 }
  for (const text of texts) {
    const value: unknown = JSON.parse(text)
    const { storable } = scanJsonBody(text)
    expect(storable, text).toBe(isStorableValue(value))
    seen[storable ? "kept" : "refused"]++
  }
  expect([seen.kept > 1000, seen.refused > 1000]).toEqual([true, true])
})

test.each(['{"a"', '"\\ud83d', '"\\ud83d\\', '"\\u00', '"\\uzzzz"', '"\\', ""])("%j is no JSON", (text) => {
  scanJsonBody(text)
  expect(parseJson(text)).toEqual({ problem: expect.stringContaining("The body is not JSON: ") })
})

/** Asks an operation that reads its body as operations do; answers with what it got and how this thread parsed JSON. */
const asked = async (body: string, path: `/v1/${string}` = "/v1/long") => {
  let turn = 0
  const count = (): void => {
    turn++
    waiting = setImmediate(count)
  }
  let waiting = setImmediate(count)
  const parsed: Array<{ readonly turn: number; readonly length: number; readonly values: number }> = []
  const { parse } = JSON
  const spied = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
    parsed.push({ turn, length: text.length, values: scanJsonBody(text).valuesOutside })
    return parse(text, reviver)
  })
  const got: { value?: any; documents?: ReadonlyMap<string, string> } = {}
  try {
    const read = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      got.value = JSON.parse(yield* request.text)
      got.documents = yield* SentDocuments
      return HttpServerResponse.text("read")
    })
    const app = Layer.mergeAll(HttpRouter.add("POST", path, read), boundedBodies).pipe(
      Layer.provideMerge(HttpServer.layerServices)
    )
    const { handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
    const headers = { "content-type": "application/json" }
    const answer = await handler(new Request(`http://host${path}`, { method: "POST", headers, body }))
    return { status: answer.status, text: await answer.text(), parsed, ...got }
  } finally {
    clearImmediate(waiting)
    spied.mockRestore()
  }
}

test("whoever waits comes between the readings of a long body", async () => {
  const { parsed, status } = await asked(JSON.stringify({ changes: ["a".repeat(2_000_000)] }))
  expect(status).toBe(200)
  expect(parsed).toHaveLength(2)
  expect(parsed[1]!.turn).toBeGreaterThan(parsed[0]!.turn)
})

/** What takes a parser long. */
const dense: Readonly<Record<string, (n: number) => string>> = {
  objects: () => "{}",
  lists: () => "[]",
  numbers: () => "0",
  "names of their own": (n) => `{"${n.toString(36)}":0}`,
  "many names in each": (n) => `{${Array.from({ length: 30 }, (_, at) => `"${at}x${n}":0`).join()}}`,
  "texts of their own": (n) => `"${n.toString(36)}"`,
  "lists in lists": () => `${"[".repeat(100)}${"]".repeat(100)}`,
  blocks: (n) =>
    `{"object":"block","type":"paragraph","nodes":[{"object":"text","leaves":[{"object":"leaf","text":"${n}","marks":[]}]}]}`
}
const denseOf = (piece: (n: number) => string, length: number): string => {
  const parts: Array<string> = []
  for (let n = 0, all = 0; all < length; n++) {
    parts.push(piece(n))
    all += parts.at(-1)!.length + 1
  }
  return `[${parts.join()}]`
}
const places: Readonly<Record<string, { readonly isDocument: boolean; readonly body: (list: string) => string }>> = {
  "a document of a page": {
    isDocument: true,
    body: (list) => `{"changes":[{"operation":"delete_page"},{"document":{"document":{"nodes":${list}}},"page":"p"}]}`
  },
  "a document of a comment": {
    isDocument: true,
    body: (list) => `{ "page" : "p", "body" : { "document" : { "nodes" : ${list} } } }`
  },
  "something else": { isDocument: false, body: (list) => `{"title":"a","document":{"document":{"nodes":${list}}}}` },
  "the body itself": { isDocument: false, body: (list) => list }
}

describe.each(Object.entries(places))("in %s", (_, { body, isDocument }) => {
  test.each(Object.entries(dense))("a long list of %s is not parsed by who answers", async (_, piece) => {
    const list = denseOf(piece, 2_000_000)
    const { documents, parsed, status } = await asked(body(list))
    expect(parsed.filter(({ values }) => values > 200_000)).toEqual([])
    expect(status).toBe(isDocument ? 200 : 413)
    expect([...(documents?.values() ?? [])].map((one) => one.replaceAll(" ", ""))).toEqual(
      isDocument ? [`{"nodes":${list}}`] : []
    )
  })
})

test("documents are left out of long bodies, and nothing else is", () => {
  const words = "w".repeat(5_000)
  const document = (text: string) => ({ nodes: [{ text, "a}]\\": '"{[', document: { document: { text } } }] })
  const nested = { changes: [{ document: { document: document(words) } }] }
  const bodies: ReadonlyArray<readonly [body: unknown, documents: ReadonlyArray<unknown>]> = [
    [nested, [document(words)]],
    [{ body: { document: document(words) } }, [document(words)]],
    [{ a: nested, body: nested, changes: { document: { document: document(words) } } }, []],
    [{ changes: [[{ document: { document: document(words) } }], { document: { document: [words] } }] }, []],
    [{ changes: [{ document: { markdown: words, document: { short: true } } }, words, null] }, []],
    [{ changes: [{ document: document(words), body: { document: document(words) } }] }, []],
    [
      { changes: Array.from({ length: 3 }, (_, n) => ({ a: n, document: { document: document(words + n) }, b: n })) },
      [0, 1, 2].map((n) => document(words + n))
    ]
  ]
  for (const [body, wanted] of bodies) {
    for (const text of [JSON.stringify(body), JSON.stringify(body, undefined, 2)]) {
      const looked = scanJsonBody(text)
      const { documents, rest } = withoutDocuments(text, looked.documents)
      expect([...documents.values()].map((one) => JSON.parse(one))).toEqual(wanted)
      const whole = JSON.parse(rest, (_, value) => {
        const sent = sentDocument(documents, value)
        return sent === undefined ? value : JSON.parse(sent)
      })
      expect(whole).toEqual(body)
    }
  }
})
