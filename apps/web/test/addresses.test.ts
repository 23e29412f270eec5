/** Addresses of the application: made, read, and told from those of others. */
import { expect, it } from "vitest"
import { commentAddress, isScreen, ownAddress, pageAddress, pageOfAddress } from "../src/logic/addresses.ts"

const app = { origin: "https://docs.acme.org", base: "/octavo/app" }

it.each([
  ["https://docs.acme.org/octavo/app", "/"],
  ["https://docs.acme.org/octavo/app/o/o1", "/o/o1"],
  ["https://docs.acme.org/octavo/app/s/s1/a/b?x=1#c", "/s/s1/a/b?x=1#c"],
  ["https://docs.acme.org/octavo/app/s/s1/~/changes", "/s/s1/~/changes"],
  ["https://docs.acme.org/octavo/app/s/s1/~/changes/12/a/b#c", "/s/s1/~/changes/12/a/b#c"],
  ["/octavo/app/account", "/account"],
  ["/octavo/app/account/notifications", "/account/notifications"],
  ["/octavo/app/account/tokens", "/account/tokens"],
  ["/octavo/app/account/other", undefined],
  // what the server draws itself
  ["https://docs.acme.org/octavo/app/s/s1/~/changes/12", "/s/s1/~/changes/12"],
  ["https://docs.acme.org/octavo/app/s/s1/~/revisions/r1", "/s/s1/~/revisions/r1"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x", "/o/o1/sites/x"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/settings", "/o/o1/sites/x/settings"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/structure", "/o/o1/sites/x/structure"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/look", "/o/o1/sites/x/look"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/domain", "/o/o1/sites/x/domain"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/audience", "/o/o1/sites/x/audience"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/redirects", "/o/o1/sites/x/redirects"],
  ["https://docs.acme.org/octavo/app/o/o1/sites/x/preview", undefined],
  ["https://docs.acme.org/octavo/app/~/tokens", undefined],
  ["https://docs.acme.org/octavo/app/o/o1/people", "/o/o1/people"],
  ["https://docs.acme.org/octavo/app/o/o1/teams", "/o/o1/teams"],
  ["https://docs.acme.org/octavo/app/o/o1/teams/t1", "/o/o1/teams/t1"],
  ["https://docs.acme.org/octavo/app/o/o1/teams/t1/x", undefined],
  ["https://docs.acme.org/octavo/app/o/o1/openapi", "/o/o1/openapi"],
  ["https://docs.acme.org/octavo/app/o/o1/openapi/pet-store", "/o/o1/openapi/pet-store"],
  ["https://docs.acme.org/octavo/app/o/o1/openapi/pet-store/x", undefined],
  ["https://docs.acme.org/octavo/app/o/o1/translations", "/o/o1/translations"],
  ["https://docs.acme.org/octavo/app/o/o1/fonts", "/o/o1/fonts"],
  ["https://docs.acme.org/octavo/app/o/o1/audit?person=u1", "/o/o1/audit?person=u1"],
  ["https://docs.acme.org/octavo/app/o/o1/webhooks", "/o/o1/webhooks"],
  ["https://docs.acme.org/octavo/app/o/o1/webhooks/w1", "/o/o1/webhooks/w1"],
  ["https://docs.acme.org/octavo/app/o/o1/webhooks/w1/x", undefined],
  ["https://docs.acme.org/octavo/app/o/o1/sign-in", "/o/o1/sign-in"],
  ["https://docs.acme.org/octavo/app/o/o1/settings", "/o/o1/settings"],
  ["https://docs.acme.org/octavo/app/o/o1/join/i1", "/o/o1/join/i1"],
  ["https://docs.acme.org/octavo/app/o/o1/join", undefined],
  // others
  ["https://docs.acme.org/octavo/application/o/o1", undefined],
  ["https://evil.example/octavo/app/o/o1", undefined],
  ["javascript:alert(1)", undefined],
  ["http://[", undefined]
])("%s is %s for the router", (url, address) => {
  expect(ownAddress(url, app)).toBe(address)
})

it.each(["", "start", "a/b", "ü/ß", "100%/a?b#c", "a b/c+d", "~x/y"])("The address of page %j leads to it", (path) => {
  const address = pageAddress("s1", path)
  expect(pageOfAddress(address)).toEqual({ space: "s1", path })
  expect(isScreen(address)).toBe(true)
})

it.each(["start", "a/b", "ü/ß", "100%/a?b#c"])("The address of page %j of a change request leads to it", (path) => {
  const address = pageAddress("s1", path, "12")
  expect(pageOfAddress(address)).toEqual({ space: "s1", path, number: "12" })
  expect(isScreen(address)).toBe(true)
})

it.each([
  ["a/b", undefined, "/s/s1/a/b?comment=c%201"],
  ["a", "12", "/s/s1/~/changes/12/a?comment=c%201"]
])("A comment on page %j in change request %j is at %s", (path, number, address) => {
  expect(commentAddress("s1", path, "c 1", number)).toBe(address)
  expect(isScreen(address)).toBe(true)
  expect(pageOfAddress(address)?.path).toBe(path)
})

it("Rooms and broken addresses are no pages", () => {
  for (const address of [
    "/s/s1/~/changes",
    "/s/s1/~/changes/12",
    "/s/s1/~/changes/12/",
    "/s/s1/~",
    "/o/o1",
    "/s/s1/%zz"
  ])
    expect(pageOfAddress(address), address).toBeUndefined()
})
