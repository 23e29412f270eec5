/** Who can get in with what could be guessed is guarded where that is answered: every address that asks for no token is looked at. */
import { globSync, readFileSync } from "node:fs"
import { Api } from "@octavo/api/Api"
import { Authenticated } from "@octavo/api/shared"
import { type WayIn, waysIn } from "@octavo/core/kernel/rate-limits/bruteForceGuard"
import { expect, it } from "vitest"

const root = new URL("../../../", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), "utf8")
const sources = globSync("packages/{http,runtime,site}/src/**/*.ts", { cwd: root })
const accountSource = "packages/site/src/account/Account.ts"

/** Operations that are answered without a token, of which there are none. */
const open = Object.values(Api.groups).flatMap((group) =>
  Object.values(
    group.endpoints as Record<string, { path: string; method: string; middlewares: ReadonlySet<unknown> }>
  ).flatMap(({ method, middlewares, path }) => (middlewares.has(Authenticated) ? [] : [`${method} ${path}`]))
)

/** Operations of people who are no members yet: what leads them in stands in the path. */
const joins = Object.values(Api.groups).flatMap((group) =>
  Object.entries(group.endpoints as Record<string, { path: string; method: string }>).flatMap(
    ([name, { method, path }]) => (/^join/.test(name) ? [`${method} ${path}`] : [])
  )
)

/** What is answered beside the contract. */
const routes = sources.flatMap((file) =>
  [...read(file).matchAll(/HttpRouter\.(?:add|route)\(\s*"(\w+)",\s*(?:"([^"]+)"|route\("([^"]+)"\)|(`[^`]+`))/g)].map(
    ([, method, path, below, computed]) => `${method} ${path ?? (below === undefined ? computed : `/app${below}`)}`
  )
)

/** What is answered below the application's path, by the names that the pages of the account compare with. */
const account = (() => {
  const text = read(accountSource)
  const [answer, submit, receive] = ["answer", "submit", "receive"].map((name) =>
    text.indexOf(`const ${name} = Effect`)
  )
  const comparison = /(?:below (?:===|!==) |path (?:===|!==) (?:basePath \+ )?|step (?:===|!==) )(\w+|`[^`]+`|"\w+")/g
  const paths = (method: string, part: string) => [...part.matchAll(comparison)].map(([, path]) => `${method} ${path}`)
  return [
    ...paths("GET", text.slice(answer, submit)),
    ...paths("POST", text.slice(submit, receive)),
    ...paths("POST", text.slice(receive, text.indexOf("return Account.of")))
  ].filter((address) => !address.endsWith(" undefined"))
})()

/** Each address: its guard, or in a sentence why there is nothing to guess. */
const addresses: Readonly<Record<string, WayIn | `${string} ${string}`>> = {
  "POST /v1/orgs/:organizationId/invites/:inviteId": "invite",
  "POST /v1/orgs/:organizationId/join": "asks for a proven address, which the account has or has not",
  "GET /auth/verify": "says the same of every secret",
  "POST /auth/verify": "verify",
  "PUT /~uploads/:signed": "upload",
  "OPTIONS /~uploads/:signed": "says the same of every address",
  "GET /~files/:signed/:name": "signed, and checked before the store is asked",
  "GET /~pdf/:signed/:name": "signed, and checked before the store is asked",
  "GET /~exports/:signed/:name": "signed, and checked before the store is asked",
  "GET /~avatars/:name": "pictures that everybody may see",
  "GET /~openapi/:key/:name": "keys of 128 bits that lead to one document, and to no session",
  "GET /*": "published sites, which count their own tries",
  "POST /*": "published sites, which count their own tries",
  "DELETE /*": "published sites, which count their own tries",
  "GET /app/*": "the account's pages, which stand below, and pages of a session",
  "POST /app/~/*": "the account's forms, which stand below",
  "GET `/${reference.basePath.slice(1)}/*`": "the contract, which everybody may read",
  "GET signInPath": "a form",
  "GET linkPath": "link",
  "GET setUpPath": "setup",
  "GET authorizePath": "asks for a session",
  "GET tokensPath": "asks for a session",
  "GET unsubscribePath": "signed, and checked before the store is asked",
  "POST unsubscribePath": "signed, and checked before the store is asked",
  "GET `${oidcPath}/start`": "leads to the provider",
  "GET oidcCallbackPath": "oidc",
  "GET `${signInPath}/finish`": "finish",
  'GET "start"': "leads to the provider",
  "POST authorizePath": "asks for a session",
  "POST signOutPath": "ends a session",
  "POST mailPath": "mail",
  "POST linkPath": "link",
  "POST setUpPath": "setup",
  "POST home": "token",
  "POST tokenPath": "program",
  'POST "acs"': "saml"
}

const isWay = (kind: string): kind is WayIn => (waysIn as ReadonlyArray<string>).includes(kind)

it("no operation is answered without a token", () => {
  expect(open).toEqual([])
})

it("every address that is answered without a token has a guard, or a reason why it needs none", () => {
  expect(Object.keys(addresses).toSorted()).toEqual([...new Set([...joins, ...routes, ...account])].toSorted())
})

it("every way in is guarded where it is answered, and there is no guard of another", () => {
  const guards = sources.flatMap((file) =>
    [...read(file).matchAll(/\bguard\((?:limits, )?"(\w+)"/g)].map(([, way]) => way!)
  )
  expect(new Set(guards)).toEqual(new Set(waysIn))
  expect(new Set(Object.values(addresses).filter(isWay))).toEqual(new Set(waysIn))
})
