/** What diagrams are drawn with as it is served, and what a page takes of what the frame says. */
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildDiagrams } from "../src/diagrams/bundle.ts"
import { diagramFile, diagramFiles, framePath, sourcesOfDiagrams } from "../src/diagrams/files.ts"
import { isTooLarge, namesTheme, type Picture, readPicture, safeHref, withoutIcons } from "../src/logic/diagrams.ts"

/** The directory of a site that has the files. */
const directoryOfFiles = (): string => framePath()!.replace("frame.html", "")

const sources = fileURLToPath(new URL("../src/", import.meta.url))

describe("The files", { timeout: 120_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-diagrams-"))
  const built = join(directory, "built")
  let modules: ReadonlyArray<string>
  beforeAll(async () => {
    modules = await buildDiagrams(built)
  }, 120_000)
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it("are those that are served, to the byte, whoever builds them", async () => {
    expect(readdirSync(built).sort()).toEqual(await diagramFiles())
    for (const name of await diagramFiles()) {
      const served = await diagramFile(`/any/site${directoryOfFiles()}${name}`)
      expect(Buffer.from(served!.body).equals(readFileSync(join(built, name)))).toBe(true)
      expect(served!.headers["cache-control"]).toContain("immutable")
    }
  })

  it("are called by all that is ours in them", () => {
    const ours = modules.filter((id) => id.startsWith(sources)).map((id) => id.slice(sources.length))
    expect(ours.length).toBeGreaterThan(1)
    expect(ours.filter((path) => !sourcesOfDiagrams.includes(path))).toEqual([])
  })

  it("leave out what is larger than all else", () => {
    expect(modules.filter((id) => /\/(?:elkjs|katex)\//.test(id))).toEqual([])
  })

  it.each([
    ["a flowchart", ["core", "shapes", "graphs"], 290_000],
    ["a sequence", ["core", "shapes", "charts"], 360_000],
    ["a pie", ["core", "shapes", "charts", "parser", "others"], 670_000]
  ])("of %s are not many, and not large", (_, parts, most) => {
    const sum = parts.reduce((total, name) => total + gzipSync(readFileSync(join(built, `${name}.js`))).length, 0)
    expect(sum).toBeLessThan(most)
  })

  it("are no other ones", async () => {
    const at = directoryOfFiles()
    for (const path of [
      "/",
      at,
      `${at}other.js`,
      `${at}../files.ts`,
      `${at}%2e%2e/core.js`,
      `${at}core.js.map`,
      "/_octavo/diagrams.0123456789abcdef/core.js",
      `${at}core.js/`
    ])
      expect(await diagramFile(path), path).toBeUndefined()
  })

  it("are a frame that may do nothing but draw", async () => {
    const { body, headers } = (await diagramFile(framePath()!))!
    const html = Buffer.from(body).toString()
    const [, first] = /<script>(.*?)<\/script>/.exec(html)!
    const hash = createHash("sha256").update(first!).digest("base64")
    const policy = `default-src 'none'; script-src http: https: 'sha256-${hash}'; style-src 'unsafe-inline'`
    // the policy, and what narrows it, before everything else that runs
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${first}</script></head>`
    )
    expect(headers["content-security-policy"]).toBe(`${policy}; sandbox allow-scripts; frame-ancestors 'self'`)
  })
})

const picture: Picture = {
  svg: "<svg/>",
  width: 100,
  height: 50,
  title: "A",
  description: "",
  hasOwnColors: false,
  links: []
}

const link = { href: "a", label: "A", left: 0, top: 0, width: 0.5, height: 1 }

describe("Of a frame that nobody trusts a page takes", () => {
  it("a picture", () => {
    expect(readPicture({ ...picture, more: 1 })).toEqual(picture)
    expect(readPicture({ ...picture, links: [link] })?.links).toEqual([link])
  })

  it.each([
    [undefined],
    [null],
    ["<svg/>"],
    [{ ...picture, svg: "<img>" }],
    [{ ...picture, svg: `<svg>${" ".repeat(5_000_000)}` }],
    [{ ...picture, width: 0 }],
    [{ ...picture, width: Number.NaN }],
    [{ ...picture, height: 1e9 }],
    [{ ...picture, title: {} }],
    [{ ...picture, links: {} }]
  ])("no picture of anything else", (value) => {
    expect(readPicture(value)).toBeUndefined()
  })

  it("no link that is none, and not many", () => {
    const wrong = [null, 1, { ...link, left: -1 }, { ...link, width: 2 }, { ...link, href: 1 }, { ...link, top: "0" }]
    expect(readPicture({ ...picture, links: wrong })?.links).toEqual([])
    expect(readPicture({ ...picture, links: Array(5_000).fill(link) })?.links).toHaveLength(200)
  })

  it.each([
    ["https://example.com/a", "https://example.com/a"],
    ["../b#c", "https://docs.example.com/b#c"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["javascript:alert(1)", undefined],
    [" java\nscript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["blob:https://docs.example.com/1", undefined],
    ["https://", undefined]
  ])("of the address %j %j", (href, expected) => {
    expect(safeHref(href, "https://docs.example.com/a/page")).toBe(expected)
  })
})

it.each([
  ['%%{init: {"theme":"forest"}}%%\ngraph TD', true],
  ["%%{init: {'theme': 'dark'}}%%", true],
  ["---\nconfig:\n  theme: neutral\n---\ngraph TD", true],
  ["%%{init: {'theme': 'base', 'themeVariables': {'primaryColor': '#f00'}}}%%", false],
  ["graph TD; A[theme] --> B[dark]", false],
  ["graph TD", false]
])("%j names a theme: %s", (source, expected) => {
  expect(namesTheme(source)).toBe(expected)
})

it.each([
  ["graph TD\n  A --> B", false],
  [`graph TD\n${"A-->B\n".repeat(500)}`, false],
  [`graph TD\n${"A-->B\n".repeat(700)}`, true],
  [`graph TD;${"A-->B;".repeat(700)}`, true],
  [`graph TD; ${"A & ".repeat(700)} B --> C`, true],
  [`graph TD; A[${"x".repeat(20_000)}]`, true]
])("a source is not tried where it is too large: %#", (source, expected) => {
  expect(isTooLarge(source)).toBe(expected)
})

it.each([
  ["A[fa:fa-car Car] --> B[fab:fa-twitter]", "A[Car] --> B[twitter]"],
  ['A["fa:fa-ban forbidden"] --> B("fas:fa-check ")', 'A["forbidden"] --> B("check ")'],
  ["A[alfa:fa] --> B", "A[alfa:fa] --> B"]
])("%j has no icons as %j", (source, expected) => {
  expect(withoutIcons(source)).toBe(expected)
})
