import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "@effect/vitest"
import { claimAt, readClaims } from "../src/claims.ts"
import { type OidcSettings, readOidcConfig } from "../src/config.ts"
import { makeProviderFetch } from "../src/providerFetch.ts"

const refuse = (name: string, problem: string): never => {
  throw new Error(`${name} ${problem}`)
}
const base = { oidcIssuer: "https://login.example.com/realms/docs", oidcClientId: "octavo" }

it("reads settings, with what is usual where nothing is said", () => {
  expect(readOidcConfig({}, refuse)).toBeUndefined()
  expect(readOidcConfig(base, refuse)).toMatchObject({
    clientId: "octavo",
    clientSecret: undefined,
    scopes: "openid email profile",
    label: "login.example.com",
    groupsClaim: "groups",
    rules: { organization: undefined, role: "read", domains: [], trustsEmails: false, groups: {} }
  })
  const rules = readOidcConfig({ ...base, oidcDomains: "A.test, b.test", oidcRole: "guest" }, refuse)?.rules
  expect(rules).toMatchObject({ role: null, domains: ["a.test", "b.test"] })
  expect(readOidcConfig({ ...base, oidcIssuer: "http://127.0.0.1:8080/" }, refuse)).toBeDefined()
})

const organization = { oidcOrganization: "org" }
it.each<readonly [OidcSettings, string]>([
  [{ oidcClientId: "octavo" }, "oidcIssuer"],
  [{ oidcIssuer: base.oidcIssuer }, "oidcClientId"],
  [{ ...base, oidcIssuer: "login.example.com" }, "oidcIssuer"],
  [{ ...base, oidcIssuer: "ftp://login.example.com" }, "oidcIssuer"],
  [{ ...base, oidcIssuer: "http://login.example.com" }, "oidcIssuer"],
  [{ ...base, oidcIssuer: "http://localhost.evil.test" }, "oidcIssuer"],
  [{ ...base, oidcIssuer: "https://user:x@login.example.com" }, "oidcIssuer"],
  [{ ...base, oidcIssuer: "https://login.microsoftonline.com/common/v2.0" }, "oidcIssuer"],
  [{ ...base, oidcScopes: "email" }, "oidcScopes"],
  [{ ...base, oidcRole: "owner" }, "oidcRole"],
  [{ ...base, oidcDomains: "octavo" }, "oidcDomains"],
  [{ ...base, oidcDomains: "ada@octavo.test" }, "oidcDomains"],
  [{ ...base, ...organization, oidcGroups: "writers" }, "oidcGroups"],
  [{ ...base, ...organization, oidcGroups: "[]" }, "oidcGroups"],
  [{ ...base, ...organization, oidcGroups: '{"a":{"role":"owner"}}' }, "oidcGroups"],
  [{ ...base, ...organization, oidcGroups: '{"a":{"teams":["x"]}}' }, "oidcGroups"],
  [{ ...base, oidcGroups: '{"a":{"team":"x"}}' }, "oidcOrganization"]
])("%j names the setting that cannot be used: %s", (given, name) => {
  expect(() => readOidcConfig(given, refuse)).toThrow(new RegExp(`^${name} (?:must|is needed)`))
})

it.each([
  [{ groups: ["a", "b"] }, "groups", ["a", "b"]],
  [{ groups: "a" }, "groups", ["a"]],
  [{ groups: ["a", 1, null, ""] }, "groups", ["a"]],
  [{}, "groups", []],
  [{ realm_access: { roles: ["a"] } }, "realm_access.roles", ["a"]],
  [{ "https://x.test/groups": ["a"] }, "https://x.test/groups", ["a"]],
  [{ groups: { a: true } }, "groups", []],
  [{}, "__proto__.toString", []],
  [{ hasgroups: true }, "groups", undefined],
  [{ _claim_names: { groups: "src1" } }, "groups", undefined],
  [{ _claim_names: { roles: "src1" } }, "groups", []]
] as const)("of %j the groups at %s are %j", (claims, name, groups) => {
  expect(readClaims({ sub: "s", ...claims }, undefined, name).groups).toEqual(groups)
})

it("reads who somebody is, however it is written", () => {
  expect(
    readClaims({ sub: "s", email: " a@x.test ", email_verified: "true", given_name: "Ada" }, undefined, "groups")
  ).toEqual({
    subject: "s",
    email: "a@x.test",
    emailVerified: true,
    name: "Ada",
    groups: []
  })
  expect(
    readClaims({ sub: "s", email: ["a@x.test"], email_verified: "no", name: 1 }, undefined, "groups")
  ).toMatchObject({
    email: undefined,
    emailVerified: false,
    name: undefined
  })
  expect(claimAt({ a: { b: 1 } }, "a.b.c")).toBeUndefined()
})

it("reaches private networks at the issuer's own host alone, follows nothing, and reads no endless answer", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/redirect") return response.writeHead(302, { location: "/" }).end()
    if (request.url === "/broken") return response.writeHead(500).end()
    response.end("x".repeat(request.url === "/large" ? 2_000_000 : 10))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = { method: "GET", headers: {} }
  const ask = makeProviderFetch(host)
  expect(await (await ask(`http://${host}/`, get)).text()).toBe("xxxxxxxxxx")
  expect((await ask(`http://${host}/redirect`, get)).status).toBe(302)
  await expect(ask(`http://${host}/broken`, get)).rejects.toThrow("answers 500")
  await expect(ask(`http://${host}/large`, get)).rejects.toThrow("too much")
  await expect(makeProviderFetch("login.example.com")(`http://${host}/`, get)).rejects.toThrow("private")
  await expect(makeProviderFetch("login.example.com")("https://169.254.169.254/", get)).rejects.toThrow("private")
  expect((await makeProviderFetch(undefined)(`http://${host}/`, get)).status).toBe(200)
  await new Promise((resolve) => server.close(resolve))
  await expect(ask(`http://${host}/`, get)).rejects.toThrow("cannot be reached")
})
