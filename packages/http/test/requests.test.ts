import { isStorableValue } from "@octavo/core/shared/text"
import { Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { expect, test, vi } from "vitest"
import { normalizeUrl } from "../src/app.ts"
import { boundedBodies, readJson, unexpected } from "../src/requests.ts"

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
    const read = readJson(text)
    expect(read, text).toEqual(
      isStorableValue(value) ? { value } : { problem: "Text must not hold NUL characters or unpaired surrogates" }
    )
    seen["value" in read ? "kept" : "refused"]++
  }
  expect([seen.kept > 1000, seen.refused > 1000]).toEqual([true, true])
})

test.each(['{"a"', '"\\ud83d', '"\\ud83d\\', '"\\u00', '"\\uzzzz"', '"\\', ""])("%j is no JSON", (text) => {
  expect(readJson(text)).toEqual({ problem: expect.stringContaining("The body is not JSON: ") })
})

test("whoever waits comes between the readings of a long body", async () => {
  const body = JSON.stringify({ changes: ["a".repeat(2_000_000)] })
  let turn = 0
  const count = (): void => {
    turn++
    waiting = setImmediate(count)
  }
  let waiting = setImmediate(count)
  const turns: Array<number> = []
  const { parse } = JSON
  const spied = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
    if (text.length === body.length) turns.push(turn)
    return parse(text, reviver)
  })
  try {
    // as operations read them
    const read = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      return HttpServerResponse.text(String(Object.keys(JSON.parse(yield* request.text))))
    })
    const app = Layer.mergeAll(HttpRouter.add("POST", "/v1/long", read), boundedBodies).pipe(
      Layer.provideMerge(HttpServer.layerServices)
    )
    const { handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
    const headers = { "content-type": "application/json" }
    const answer = await handler(new Request("http://host/v1/long", { method: "POST", headers, body }))
    expect(await answer.text()).toBe("changes")
  } finally {
    clearImmediate(waiting)
    spied.mockRestore()
  }
  expect(turns).toHaveLength(2)
  expect(turns[1]).toBeGreaterThan(turns[0]!)
})
