import fc from "fast-check"
import { expect, it } from "vitest"
import { makeShareKey } from "../../../src/delivery/visitors/ShareLink.ts"
import { makeId, makeSecret } from "../../../src/kernel/shared/ids.ts"
import { signValue } from "../../../src/kernel/shared/signature.ts"
import {
  textsWithoutSecrets,
  textWithoutSecrets,
  valueWithoutSecrets,
  withoutSecrets
} from "../../../src/kernel/shared/withoutSecrets.ts"

it.each([
  [
    "https://docs.test/guides/getting-started/with-a-very-long-slug-of-a-page?x=1#y",
    "https://docs.test/guides/getting-started/with-a-very-long-slug-of-a-page"
  ],
  ["https://example.com/", "https://example.com/"],
  ["https://docs.test/API/OAuth2", "https://docs.test/API/OAuth2"],
  ["guides/start?x", "guides/start"],
  ["postgres://octavo:sesame@db.test:5432/octavo?sslmode=require", "postgres://db.test:5432/octavo"],
  ["file:///srv/octavo/main.ts?x", "file:///srv/octavo/main.ts"],
  ["/v1/spaces/aVbo0Omh00R69txWjeJXm9/content?x=1", "/v1/spaces/aVbo0Omh00R69txWjeJXm9/content"],
  ["https://hooks.test/v1/aVbo0Omh00R69txWjeJXm9", "https://hooks.test/v1/-"],
  ["/app/s/aVbo0Omh00R69txWjeJXm9/~/changes/1", "/app/s/aVbo0Omh00R69txWjeJXm9/~/changes/1"],
  ["data:text/plain,secret", "data:"],
  ["mailto:somebody@docs.test", "mailto:"]
])("What opens nothing is kept: %s", (address, kept) => {
  expect(withoutSecrets(address)).toBe(kept)
})

const secret = fc
  .constantFrom(
    makeShareKey,
    () => makeSecret(24),
    () => "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln"
  )
  .map((make) => make())
const key = new Uint8Array(32).fill(7)

it("No signed part of an address is told, whatever was signed, and no id that lets in who has it", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom("~files", "~uploads", "~pdf", "~openapi", "~exports", "~preview"),
      (value, root) => {
        const signed = signValue(key, "file", value)
        for (const at of [
          `https://docs.test/${root}/${signed}/photo.png`,
          `/${root}/${signed}`,
          `/app/${root}/${signed}`
        ]) {
          expect(textWithoutSecrets(`GET ${at} failed`)).not.toContain(signed)
        }
      }
    )
  )
  const invite = makeId()
  for (const place of ["invites", "link-invites"]) {
    expect(withoutSecrets(`/v1/orgs/aVbo0Omh00R69txWjeJXm9/${place}/${invite}?a`)).toBe(
      `/v1/orgs/aVbo0Omh00R69txWjeJXm9/${place}/-`
    )
  }
})

/** Where an address with a secret may stand. */
const address = fc.constantFrom(
  (one: string) => `https://docs.test/${one}/guides/start`,
  (one: string) => `https://docs.test/guides?shareKey=${one}&a=b`,
  (one: string) => `http://me:${one}@[::1]:80/x#${one}`,
  (one: string) => `http://me:${one}@[::1/x`,
  (one: string) => `git+ssh://${one}@docs.test/x.git`,
  (one: string) => `postgres://me:${one}@db/octavo`,
  (one: string) => `/sites/docs/${one}/start?token=${one}`,
  (one: string) => `/app/~/mail#${one}`
)
const around = fc.constantFrom("", " ", "failed: ", "(", "<", '"', "'", "at\n", "a, ", "GET ")
const after = fc.constantFrom("", " ", ")", ">", '"', "'", ", and", "\n    at x", ": no answer")

it("No text tells a secret of an address in it, in JSON too, and what is told once is told the same again", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(around, address, secret, after), { maxLength: 4 }), (parts) => {
      const text = parts.map(([before, at, one, behind]) => before + at(one) + behind).join(" ")
      const told = [textWithoutSecrets(text), textWithoutSecrets(JSON.stringify({ text }))]
      for (const one of told) {
        for (const [, , key] of parts) expect(one).not.toContain(key)
        expect(textWithoutSecrets(one)).toBe(one)
      }
      JSON.parse(told[1]!)
    }),
    { numRuns: 500 }
  )
})

it.each([
  "listening on http://127.0.0.1:4000",
  "Error: no\n    at run (file:///srv/octavo/packages/core/src/content/space-content/SemanticChanges.ts:12:30)",
  "SELECT a / b FROM t WHERE c = ? AND d LIKE '%/%'",
  "and/or, 1/2, text/markdown, /v1/spaces/:spaceId, C:\\x",
  "https://docs.test and https://docs.test/guides/, too"
])("What tells no secret stays as it is: %s", (text) => {
  expect(textWithoutSecrets(text)).toBe(text)
})

it("Values are told without secrets in the texts that are addresses; words are people's own", () => {
  const value = { url: "https://me:x@docs.test/?a#b", list: ["/a?b", 1, null], title: "What is https://a.test/?b" }
  expect(valueWithoutSecrets(value)).toEqual({ ...value, url: "https://docs.test/" })
  expect(textsWithoutSecrets(value)).toEqual({
    ...{ url: "https://docs.test/", list: ["/a", 1, null], title: "What is https://a.test/" }
  })
})

it("is linear: twice the text takes twice the steps, whatever it is made of", () => {
  // a pattern that is not would need hours for these
  for (const piece of ["a", "a.", "/", "a:", "://", "a://", "/a?", "https://", "eyJ.", "%"]) {
    expect(textWithoutSecrets(piece.repeat(200_000)).length).toBeGreaterThan(0)
  }
})
