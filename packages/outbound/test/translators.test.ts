/** Providers of translations on loopback, as they speak and as they fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { TranslationRequest } from "@octavo/core/content/translations/Translator"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { make, type TranslatorConfig } from "../src/translators.ts"

interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: any
}

let server: Server
let url = ""
const asked: Array<Asked> = []
/** What answers the next question in place of translations. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined

const loud = (text: string): string =>
  text.replace(/(<[^>]*>|&\w+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase())

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request) text += piece
    const body = JSON.parse(text)
    asked.push({ path: request.url!, authorization: request.headers.authorization, body })
    const answer = instead
    instead = undefined
    if (answer !== undefined) return answer(request, response)
    const json =
      request.url === "/v2/translate"
        ? { translations: body.text.map((one: string) => ({ detected_source_language: "EN", text: loud(one) })) }
        : { translatedText: body.q.map(loud) }
    response.setHeader("content-type", "application/json").end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const request: TranslationRequest = {
  from: "en",
  to: "pt-br",
  texts: ["A <x1/> space &amp; more", "spaces"],
  instructions: "",
  terms: []
}

const providers = ["deepl", "libretranslate"] as const
const translate = (config: Partial<TranslatorConfig>, more: Partial<TranslationRequest> = {}) =>
  make({ provider: "deepl", url: `${url}/`, key: Redacted.make("secret"), ...config }).translate({
    ...request,
    ...more
  })

describe("translation providers", () => {
  it("are asked in their own words", async () => {
    asked.length = 0
    for (const provider of providers) {
      expect(await Effect.runPromise(translate({ provider }, { instructions: "Be brief." }))).toEqual([
        "A <x1/> SPACE &amp; MORE",
        "SPACES"
      ])
    }
    expect(asked).toEqual([
      {
        path: "/v2/translate",
        authorization: "DeepL-Auth-Key secret",
        body: {
          text: request.texts,
          source_lang: "EN",
          target_lang: "PT-BR",
          tag_handling: "xml",
          context: "Be brief."
        }
      },
      {
        path: "/translate",
        authorization: undefined,
        body: { q: request.texts, source: "en", target: "pt-BR", format: "html", api_key: "secret" }
      }
    ])
  })

  it.each(providers)("%s leaves terms of the glossary to us", async (provider) => {
    const terms = [
      { source: "Space", target: "espaço <1>" },
      { source: "more", target: "mais" }
    ]
    expect(await Effect.runPromise(translate({ provider }, { terms }))).toEqual([
      "A <x1/> espaço &lt;1&gt; &amp; mais",
      // another word
      "SPACES"
    ])
  })

  const status =
    (code: number, headers: Record<string, string> = {}, body = "{}") =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(code, headers).end(body)

  it.each([
    ["a limit", status(429, { "retry-after": "7" }), { reason: "unavailable", retryAfter: 7000 }],
    ["an error of its own", status(500), { reason: "unavailable" }],
    ["a gateway", status(503, {}, "<html>"), { reason: "unavailable" }],
    ["a wrong key", status(403, {}, '{"message":"Invalid key"}'), { reason: "refused", message: /403: Invalid key/ }],
    ["a used up quota", status(456), { reason: "refused", message: /quota/ }],
    ["a redirect", status(302, { location: "http://169.254.169.254/" }), { reason: "refused" }],
    ["no JSON", status(200, {}, "{ nonsense"), { reason: "garbage" }],
    ["other JSON", status(200, {}, '{"translations":[{"text":1}],"translatedText":{"a":1}}'), { reason: "garbage" }],
    [
      "a connection that is cut",
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { "content-length": "1000" }).write('{"trans')
        setImmediate(() => response.destroy())
      },
      { reason: "unavailable", message: /broke off/ }
    ],
    ["silence", () => {}, { reason: "unavailable", message: /did not answer/ }]
  ])("%s is told as what it is", async (name, answer, told) => {
    for (const provider of providers) {
      instead = answer
      const error = await Effect.runPromise(
        Effect.flip(translate({ provider, ...(name === "silence" && { timeoutMs: 300 }) }))
      )
      const { message, ...plain } = told as { readonly message?: RegExp }
      expect(error).toMatchObject(plain)
      expect(error.message).toMatch(message ?? /127\.0\.0\.1/)
      expect(error.message).not.toContain("secret")
    }
  })
})
