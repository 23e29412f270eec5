import { describe, expect, it } from "vitest"
import { type LinkSpace, maxDataUri, storedHref } from "../../../../src/content/revisions/changes/links.ts"

const paths: Readonly<Record<string, string>> = {
  "": "home",
  start: "home",
  guide: "g",
  "guide/setup": "s",
  "guide/use": "u"
}

const space = (fields: Partial<LinkSpace> = {}): LinkSpace => ({
  gitPath: undefined,
  virtualPath: "guide/setup.md",
  hasPage: (id) => Object.values(paths).includes(id),
  hasFile: (id) => id === "file1",
  hasGitPath: (path) => ["guide/use.md", "assets/a.png"].includes(path),
  isKept: (href) => ["use.md", "./kept", "pic.png"].includes(href),
  pageAt: (path) => paths[path],
  refs: new Map([
    ["new", { kind: "page", id: "n" }],
    ["pic", { kind: "file", id: "f" }],
    ["pic.png", { kind: "file", id: "f2" }]
  ]),
  ...fields
})

describe("destinations of a page that is in no repository", () => {
  it.each([
    ["/pages/u", undefined],
    ["/pages/u#x", undefined],
    ["/pages/guide", "/pages/g"],
    ["/pages/guide#a-b", "/pages/g#a-b"],
    ["/pages/guide/setup", "/pages/s"],
    ["/pages/guide.md", "/pages/g"],
    ["/pages/guide/setup.md", "/pages/s"],
    ["/pages/guide/README.md", "/pages/g"],
    ["/pages/README.md", "/pages/home"],
    ["/pages/none", undefined],
    ["./use.md", "/pages/u"],
    ["use.md#there", "/pages/u#there"],
    ["./use", "/pages/u"],
    ["../start.md", "/pages/home"],
    ["../README.md", "/pages/home"],
    ["../guide/README.md", "/pages/g"],
    ["README.md", "/pages/g"],
    ["./", "/pages/g"],
    ["./new.md", "/pages/n"],
    ["./new", "/pages/n"],
    ["../new.md", undefined],
    ["./pic", "/files/f"],
    ["./pic.png", "/files/f2"],
    ["./pic.md", undefined],
    ["/files/file1", undefined],
    ["/files/none", undefined],
    ["./none.md", undefined],
    ["#here", undefined],
    ["https://example.org/x", undefined],
    ["mailto:a@example.org", undefined],
    ["/other", undefined],
    ["../../../out.md", undefined],
    ["data:image/png;base64,AAAA", undefined],
    [`data:image/png;base64,${"A".repeat(maxDataUri)}`, ""]
  ])("%.60s", (href, stored) => expect(storedHref(href, space())).toBe(stored))
})

describe("destinations that the text had", () => {
  it.each([
    ["use.md", undefined],
    ["./use.md", "/pages/u"],
    ["./kept", undefined],
    // named by the batch
    ["pic.png", "/files/f2"]
  ])("%s", (href, stored) => expect(storedHref(href, space())).toBe(stored))
})

describe("destinations of a page of a repository", () => {
  const inGit = space({ gitPath: "guide/install.md" })
  it.each([
    ["use.md", undefined],
    ["../assets/a.png", undefined],
    ["./new.md", "/pages/n"],
    ["./setup.md", "/pages/s"],
    ["/pages/guide/use", "/pages/u"]
  ])("%s", (href, stored) => expect(storedHref(href, inGit)).toBe(stored))
})
