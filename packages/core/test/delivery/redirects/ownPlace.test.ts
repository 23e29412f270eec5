import { describe, expect, it } from "vitest"
import { ownPlace } from "../../../src/delivery/redirects/ownPlace.ts"
import type { SiteRecord } from "../../../src/delivery/site-records/Site.ts"
import { externalProblem } from "../../../src/kernel/shared/externalAddress.ts"

describe("Addresses that redirects lead to (threat: open redirects)", () => {
  const addresses: ReadonlyArray<string> = [
    "https://example.com",
    "https://example.com/",
    "HTTP://EXAMPLE.COM/A",
    "http://example.com:8080/a/b?c=d&e=%20#f",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/ä?ö#ü",
    "http://localhost:3000/x",
    "http://[::1]:80/",
    `https://example.com/${"a".repeat(2048 - 20)}`,
    `https://example.com/${"😀".repeat(2048 - 20)}`
  ]
  it.each(addresses)("can be %j", (url) => expect(externalProblem(url)).toBeUndefined())

  const refused: ReadonlyArray<readonly [string, string]> = [
    ["", "begin"],
    ["/a", "begin"],
    ["//evil.test", "begin"],
    ["///evil.test", "begin"],
    ["\\\\evil.test", "begin"],
    ["/\\evil.test", "begin"],
    ["evil.test", "begin"],
    ["https:evil.test", "begin"],
    ["https:/evil.test", "begin"],
    ["https:///evil.test", "begin"],
    ["https:\\\\evil.test", "begin"],
    [" https://evil.test", "begin"],
    ["javascript:alert(1)", "begin"],
    ["java\nscript:alert(1)", "begin"],
    ["data:text/html,x", "begin"],
    ["vbscript:x", "begin"],
    ["file:///etc/passwd", "begin"],
    ["mailto:a@b.test", "begin"],
    ["blob:https://evil.test/x", "begin"],
    ["https://evil.test\\@good.test/", "backslashes"],
    ["https://good.test/\r\nset-cookie: a=b", "control"],
    ["https://good.test/\tx", "control"],
    ["https://good.test/\0", "control"],
    ["https://good.test/\u007f", "control"],
    ["https://good.test/a b", "spaces"],
    ["https://good.test/\u2028", "spaces"],
    ["https://good.test/\u00a0", "spaces"],
    ["https://[::1/", "browsers"],
    ["https://%zz/", "browsers"],
    ["https://a.test:99999/", "browsers"],
    ["https://good.test@evil.test/", "user name"],
    ["https://a:b@evil.test/", "user name"],
    ["https://:b@evil.test/", "user name"],
    [`https://example.com/${"a".repeat(2048 - 19)}`, "2048"]
  ]
  it.each(refused)("cannot be %j: %s", (url, reason) => expect(externalProblem(url)).toContain(reason))
})

describe("Addresses of the site itself", () => {
  const instance = { publicUrl: "https://octavo.test", siteHost: "docs.test", version: "0", built: "" }
  const site = {
    id: "s1",
    basename: "book",
    hostname: "docs.book.test",
    proxy: "company.test/help"
  } as SiteRecord
  const places: ReadonlyArray<readonly [string, ReadonlyArray<string> | undefined, string]> = [
    ["https://octavo.test/sites/s1/a/b", ["a", "b"], ""],
    ["https://octavo.test/sites/book", [], ""],
    ["https://octavo.test/sites/book/a%20b/?q=1#x", ["a b"], "?q=1#x"],
    ["https://book.docs.test/a", ["a"], ""],
    ["https://docs.book.test/a", ["a"], ""],
    ["https://company.test/help", [], ""],
    ["https://company.test/help/a?b", ["a"], "?b"],
    ["https://company.test/helping/a", undefined, ""],
    ["https://company.test/", undefined, ""],
    ["https://octavo.test/sites/other/a", undefined, ""],
    ["https://other.docs.test/a", undefined, ""],
    ["https://octavo.test/app", undefined, ""],
    ["https://octavo.test/sites/book/a//b", undefined, ""],
    ["https://octavo.test/sites/book/%2e%2e/x", undefined, ""],
    ["https://example.com/sites/book/a", undefined, ""]
  ]
  it.each(places)("%s", (url, segments, suffix) => {
    expect(ownPlace(instance, site, url)).toEqual(segments === undefined ? undefined : { segments, suffix })
  })
})
