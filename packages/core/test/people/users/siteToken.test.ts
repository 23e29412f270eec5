import { Effect } from "effect"
import { SignJWT, UnsecuredJWT } from "jose"
import { describe, expect, it } from "vitest"
import { anonymous } from "../../../src/kernel/conditions/Visitor.ts"
import { signSiteToken, verifySiteToken } from "../../../src/people/users/siteToken.ts"

const key = new Uint8Array(32).fill(1)
const now = Date.parse("2026-01-01T00:00:00Z")
const payload = { organization: "o", site: "s", siteSpace: "x", space: "p", spaces: ["p", "q"] }
const anyone = { pass: { kind: "anyone" }, visitor: anonymous } as const
const verify = (token: string, at = now) => Effect.runPromise(verifySiteToken(key, token, at))
const forged = (alg: string, secret: Uint8Array, audience: string) =>
  new SignJWT({ kind: "site", ...payload })
    .setProtectedHeader({ alg })
    .setAudience(audience)
    .setIssuedAt(now / 1000)
    .setExpirationTime(now / 1000 + 3600)
    .sign(secret)

describe("site tokens", () => {
  it("stand for a reader of the site, until they expire", async () => {
    const token = await Effect.runPromise(signSiteToken(key, payload, anyone, now / 1000, now / 1000 + 3600))
    expect(await verify(token)).toEqual({ kind: "site", organizationId: "o", siteId: "s", ...anyone })
    expect(await verify(token, now + 3_599_000)).toBeDefined()
    expect(await verify(token, now + 3_600_000)).toBeUndefined()
  })
  it.each([
    [{ kind: "share-link", id: "l" } as const, anonymous],
    [{ kind: "signed-in", keyId: "k" } as const, { claims: { plan: "pro" }, unsigned: { lang: "de" } }],
    [{ kind: "anyone" } as const, { claims: {}, unsigned: { a: [1, { b: null }] } }]
  ])("say what let the reader in, and as whom: %j", async (pass, visitor) => {
    const token = await Effect.runPromise(signSiteToken(key, payload, { pass, visitor }, now / 1000, now / 1000 + 3600))
    expect(await verify(token)).toEqual({ kind: "site", organizationId: "o", siteId: "s", pass, visitor })
  })
  it.each([
    [{ kind: "member", userId: "u" } as const, { userId: "u", space: "p", changeRequest: "c", until: 9 }],
    [{ kind: "member", userId: null } as const, { userId: null, space: "p", revision: "r", until: 9 }]
  ])("say what their reader has a preview of: %j", async (pass, preview) => {
    const reader = { pass, visitor: anonymous, preview }
    const token = await Effect.runPromise(signSiteToken(key, payload, reader, now / 1000, now / 1000 + 3600))
    expect(await verify(token)).toEqual({ kind: "site", organizationId: "o", siteId: "s", ...reader })
  })
  it("cannot be made or changed by others", async () => {
    const token = await Effect.runPromise(signSiteToken(key, payload, anyone, now / 1000, now / 1000 + 3600))
    const [header, body, signature] = token.split(".")
    const other = Buffer.from(JSON.stringify({ ...payload, spaces: ["secret"] })).toString("base64url")
    expect(await verify(`${header}.${other}.${signature}`)).toBeUndefined()
    expect(await verify(`${header}.${body}.`)).toBeUndefined()
    expect(await verify(new UnsecuredJWT(payload).setAudience("octavo:site").encode())).toBeUndefined()
    expect(await verify(await forged("HS256", new Uint8Array(32), "octavo:site"))).toBeUndefined()
    expect(await verify(await forged("HS512", key, "octavo:site"))).toBeUndefined()
    expect(await verify(await forged("HS256", key, "another"))).toBeUndefined()
    expect(await verify("")).toBeUndefined()
    expect(await verify("a".repeat(100_000))).toBeUndefined()
  })
})
