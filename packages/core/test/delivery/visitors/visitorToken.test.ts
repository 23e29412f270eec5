import { Effect } from "effect"
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose"
import { describe, expect, it } from "vitest"
import { longestToken, verifyVisitorToken } from "../../../src/delivery/visitors/visitorToken.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const key = bytes("4Fq0kKw2Zx9Vb7Nn1Mm3Ll5Jj8Hh6Gg0Ff2Dd4Ss6Aa")
const nowMs = Date.parse("2026-01-01T00:00:00Z")
const now = nowMs / 1000
const verify = (token: string, at = nowMs, secret = key) => Effect.runPromise(verifyVisitorToken(secret, token, at))

const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}, secret: Uint8Array = key) =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256", ...header }).sign(secret)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("visitors' tokens", () => {
  it("bring the claims that were signed, and when they end", async () => {
    const claims = { sub: "u1", plan: "pro", org: { size: 3 }, roles: ["a"], iss: "https://login.test", aud: "docs" }
    const token = await sign({ ...claims, iat: now, nbf: now, jti: "1", exp: now + 60, unsigned: { plan: "x" } })
    expect(await verify(token)).toEqual({ claims, expiresAt: now + 60 })
    expect(await verify(await sign(claims))).toEqual({ claims, expiresAt: undefined })
    // what came from upstream may name its key
    expect(await verify(await sign(claims, { kid: "upstream", typ: "JWT" }))).toMatchObject({ claims })
  })

  it("do not pollute", async () => {
    const token = await sign(JSON.parse('{"__proto__":{"admin":true},"constructor":{"a":1},"a":{"__proto__":{"b":1}}}'))
    expect(await verify(token)).toEqual({ claims: { a: {} }, expiresAt: undefined })
  })

  it("end to the second, with a little for clocks that differ", async () => {
    const token = await sign({ exp: now, nbf: now - 10 })
    expect(await verify(token, nowMs + 4000)).toBeDefined()
    expect(await verify(token, nowMs + 6000)).toBeUndefined()
    expect(await verify(token, nowMs - 14_000)).toBeDefined()
    expect(await verify(token, nowMs - 16_000)).toBeUndefined()
  })

  it("13: forged, they stand for nobody", async () => {
    const good = await sign({ plan: "pro", exp: now + 60 })
    const [header, , signature] = good.split(".") as [string, string, string]
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true })
    const jwk = await exportJWK(publicKey)
    const own = bytes("o".repeat(43))
    const forged: Record<string, string> = {
      none: new UnsecuredJWT({ plan: "pro" }).encode(),
      "none, spelled otherwise": `${base64({ alg: "nOnE" })}.${base64({ plan: "pro" })}.`,
      "no signature": good.slice(0, good.lastIndexOf(".") + 1),
      "another payload": `${header}.${base64({ plan: "enterprise" })}.${signature}`,
      "another header": `${base64({ alg: "HS512" })}.${good.split(".")[1]}.${signature}`,
      "another site's key": await sign({ plan: "pro" }, {}, own),
      "another algorithm of the same key": await new SignJWT({ plan: "pro" })
        .setProtectedHeader({ alg: "HS512" })
        .sign(key),
      RS256: await new SignJWT({ plan: "pro" }).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
      "HS256 over a public key": await sign({ plan: "pro" }, {}, bytes(await exportSPKI(publicKey))),
      "jwk that comes along": await new SignJWT({ plan: "pro" })
        .setProtectedHeader({ alg: "RS256", jwk: jwk as never })
        .sign(privateKey),
      "jwk of a secret": await sign(
        { plan: "pro" },
        { jwk: { kty: "oct", k: Buffer.from(own).toString("base64url") } },
        own
      ),
      jku: await sign({ plan: "pro" }, { jku: "https://evil.test/keys" }, own),
      kid: await sign({ plan: "pro" }, { kid: "../../../../dev/null" }, bytes("\0")),
      "a crit that nobody knows": `${base64({ alg: "HS256", crit: ["x"], x: 1 })}.${base64({})}.${signature}`,
      "no JWT": "abc",
      "too many parts": `${good}.x`,
      empty: "",
      "1 MB": `${header}.${"a".repeat(1024 * 1024)}.${signature}`,
      "text for an end": await sign({ exp: "never" as never }),
      "a list": `${header}.${base64([1])}.${signature}`,
      "longer than a cookie": await sign({ plan: "x".repeat(longestToken) })
    }
    for (const [name, token] of Object.entries(forged)) expect(await verify(token), name).toBeUndefined()
    expect(await verify(good)).toBeDefined()
  })
})
