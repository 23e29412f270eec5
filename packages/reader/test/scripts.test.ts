/** The scripts as they are served: their size, what they are made of, and when they are made anew. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterEach, describe, expect, it } from "vitest"
import { apiScript, diagramsScript, siteFilesScript, siteScript, themeScript, themeScriptHash } from "../src/scripts.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Bytes, compressed with gzip and brotli: what they were as scripts that nobody had bundled, and five in a hundred; of
 * files, with a search that knows words of nine languages, verbs with their nouns, and the names of a glossary, and
 * says what to do where it finds nothing. Both offer what was searched for before, each
 * removable; files have pages of results. Both ask for a font with the emoji of the page, and share it.
 */
const budgets: ReadonlyArray<readonly [string, string, gzip: number, brotli: number]> = [
  ["site", siteScript, 7350, 6650],
  ["site of files", siteFilesScript, 17_150, 15_350],
  ["api", apiScript, 907, 738],
  ["diagrams", diagramsScript, 2600, 2300],
  // stands in every page; most of it asks for the typeface, and for emoji, where the line is quick enough
  ["theme", themeScript, 515, 440]
]

it.each(budgets)("%s is within its budget", (_, script, gzip, brotli) => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(gzip)
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(brotli)
})

it.each(budgets)(
  "%s is one classic script that leaves no name behind, and ends no element that it stands in",
  (_, script) => {
    expect(() => new Function(script)).not.toThrow()
    expect(script).toMatch(/^\(function\(\)\{.*\}\)\(\);$/s)
    expect(script).not.toMatch(/<\/script|<!--|\bimport\b|\brequire\b|\bprocess\b|sourceMappingURL/i)
  }
)

it("the policy names the script in the head by what it is", () => {
  expect(themeScriptHash).toBe(`sha256-${createHash("sha256").update(themeScript).digest("base64")}`)
})

describe("In a copy of the sources, the scripts", () => {
  const copies: Array<string> = []
  afterEach(() => {
    for (const copy of copies.splice(0)) {
      chmodSync(copy, 0o755)
      rmSync(copy, { recursive: true })
    }
  })
  const copyOf = (): string => {
    const copy = mkdtempSync(join(tmpdir(), "octavo-reader-"))
    copies.push(copy)
    cpSync(join(root, "src"), join(copy, "src"), { recursive: true })
    cpSync(join(root, "package.json"), join(copy, "package.json"))
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
    return copy
  }
  const served = (copy: string): string =>
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `const { siteScript } = await import(${JSON.stringify(join(copy, "src", "scripts.ts"))}); process.stdout.write(siteScript)`
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }
    )

  it("are made of the sources where nobody has made them, and not again while the sources stay", () => {
    const copy = copyOf()
    expect(served(copy)).toBe(siteScript)
    const kept = join(copy, "dist", "scripts.json")
    const { ino } = statSync(kept)
    expect(served(copy)).toBe(siteScript)
    expect(statSync(kept).ino).toBe(ino)
  })

  it("are those of the sources after a change of whatever file", () => {
    const copy = copyOf()
    served(copy)
    const change = (path: string): string => {
      const mark = `changed ${path}`
      appendFileSync(join(copy, "src", path), `\nself.name = ${JSON.stringify(mark)}\n`)
      return mark
    }
    // of each directory one alone: nothing else says that there is something new
    for (const path of ["logic/pages.ts", "browser/site.ts"]) {
      const mark = change(path)
      expect(served(copy)).toContain(mark)
    }
    const others = ["browser", "logic"]
      .flatMap((directory) => readdirSync(join(copy, "src", directory)).map((name) => `${directory}/${name}`))
      .filter(
        (path) =>
          path.endsWith(".ts") &&
          !/(?:api|diagram\w*|theme|line|tryIt|pages|site|live|faults?|siteFiles|findInSite|searchPlaces)\.ts$/.test(
            path
          )
      )
    expect(others.length).toBeGreaterThan(13)
    const marks = others.map(change)
    const made = served(copy)
    expect(marks.filter((mark) => !made.includes(mark))).toEqual([])
    // how they are bundled is one of their sources
    const bundling = join(copy, "src", "bundle.ts")
    writeFileSync(bundling, readFileSync(bundling, "utf8").replace("minify: true", "minify: false"))
    expect(served(copy).length).toBeGreaterThan(made.length * 1.2)
  })

  it("are not served where the sources are broken", () => {
    const copy = copyOf()
    served(copy)
    appendFileSync(join(copy, "src", "browser", "tabs.ts"), "\nexport const = 1\n")
    expect(() => served(copy)).toThrow(/tabs\.ts/)
    writeFileSync(join(copy, "src", "browser", "tabs.ts"), "export const enhanceTabs = () => {}\n")
    // one that another module imports is missing
    expect(() => served(copy)).toThrow(/revealTab/)
  })

  it("are made anew where what was kept is garbage", () => {
    const copy = copyOf()
    served(copy)
    for (const garbage of ["{", "null"]) {
      writeFileSync(join(copy, "dist", "scripts.json"), garbage)
      expect(served(copy)).toBe(siteScript)
    }
  })

  it("are made where nothing may be written, and nothing is", () => {
    const copy = copyOf()
    writeFileSync(join(copy, "dist"), "in the way")
    expect(served(copy)).toBe(siteScript)
    expect(readdirSync(copy).sort()).toEqual(["dist", "node_modules", "package.json", "src"])
  })
})
