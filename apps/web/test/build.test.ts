/** The application as it is built: how much a browser loads before a space can be read. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { buildApplication, type Entry, isBuilt, sources } from "../src/build/build.ts"

const directory = join(mkdtempSync(join(tmpdir(), "octavo-web-")), "built")
const kilobyte = 1000

let entry: Entry
let names: ReadonlyArray<string>
let modules: ReadonlyArray<string>

beforeAll(async () => {
  modules = await buildApplication(directory)
  entry = JSON.parse(readFileSync(join(directory, "application.json"), "utf8"))
  names = readdirSync(join(directory, "assets")).map((name) => `assets/${name}`)
})
afterAll(() => rmSync(join(directory, ".."), { recursive: true, force: true }))

const read = (name: string): string => readFileSync(join(directory, name), "utf8")
const compressed = (text: string): number => gzipSync(text, { level: 9 }).length

/** Scripts and all that they import at once. */
const withImports = (starts: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const [, imported] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) add(`assets/${imported}`)
  }
  starts.forEach(add)
  return found
}

it("Before a space can be read, at most 200 KB of script are loaded", () => {
  const scripts = withImports([entry.script])
  const bytes = [...scripts].reduce((sum, name) => sum + compressed(read(name)), 0)
  expect(bytes).toBeLessThanOrEqual(200 * kilobyte)
  // the menu of who is signed in, dialogs and forms come beside it
  const all = names.filter((name) => name.endsWith(".js"))
  expect(scripts.size).toBeLessThan(all.length)
})

it("What writing needs besides is at most 260 KB of script, and nothing of it is loaded to read", () => {
  const reading = withImports([entry.script])
  const editor = names.find((name) => /^assets\/PageBody-.*\.js$/.test(name))!
  expect(reading).not.toContain(editor)
  const more = [...withImports([editor])].filter((name) => !reading.has(name))
  expect(more.reduce((sum, name) => sum + compressed(read(name)), 0)).toBeLessThanOrEqual(260 * kilobyte)
})

it("No screen or dialog loads more than twelve files besides: a browser asks for six at a time", () => {
  const reading = withImports([entry.script])
  const later = names.filter((name) => /\/\w+-[\w-]{8}\.js$/.test(name) && !reading.has(name))
  const counts = later.map(
    (name) => [name, [...withImports([name])].filter((one) => !reading.has(one)).length] as const
  )
  expect(counts.length).toBeGreaterThan(100)
  expect(counts.filter(([, count]) => count > 12)).toEqual([])
})

it("What Markdown as text needs is loaded when it is asked for, by nobody else, and is at most 160 KB more", () => {
  const source = names.find((name) => /^assets\/MarkdownSource-.*\.js$/.test(name))!
  const editor = names.find((name) => /^assets\/PageBody-.*\.js$/.test(name))!
  const before = new Set([...withImports([entry.script]), ...withImports([editor])])
  expect(before).not.toContain(source)
  const more = [...withImports([source])].filter((name) => !before.has(name))
  expect(more.reduce((sum, name) => sum + compressed(read(name)), 0)).toBeLessThanOrEqual(160 * kilobyte)
  const codeMirror = /[\\/]node_modules[\\/]@(?:codemirror|lezer)[\\/]/
  expect(modules.some((path) => codeMirror.test(path))).toBe(true)
  for (const name of before) expect(read(name), name).not.toContain("cm-content")
})

it("It is built anew when a source of it changes: all that are in it are known", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url))
  const own = modules.flatMap((path) => {
    const [file] = path.split("?")
    return file!.startsWith(root) && !file!.includes("/node_modules/") ? [file!.slice(root.length)] : []
  })
  expect(own.length).toBeGreaterThan(20)
  const isKnown = (path: string): boolean => sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(own.filter((path) => !isKnown(path))).toEqual([])
})

it("What asks for a stack when it is loaded is in a small file: an engine reads all of it again to say where that was", () => {
  const asking = names.filter((name) =>
    /\{\s*stack\b[^}]*\}\s*=\s*(?:new )?Error\(|\bError\([^)]*\)\.stack/.test(read(name))
  )
  expect(asking.length).toBeGreaterThan(0)
  for (const name of asking) expect(read(name).length, name).toBeLessThanOrEqual(100 * kilobyte)
})

it("The API's client in it is at most 25 KB", async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("../../../packages/client/src/index.ts", import.meta.url)), formats: ["es"] }
    }
  })
  const [chunk] = (built as ReadonlyArray<{ output: ReadonlyArray<{ code?: string }> }>)[0]!.output
  expect(compressed(chunk!.code!)).toBeLessThanOrEqual(25 * kilobyte)
})

it("What a page loads at once is there, and what the script imports is named", () => {
  for (const name of [entry.early, entry.script, ...entry.preloads, ...entry.styles]) expect(names).toContain(name)
  expect([...withImports([entry.script])].toSorted()).toEqual([entry.script, ...entry.preloads].toSorted())
  expect(entry.styles.length).toBeGreaterThan(0)
})

it("What asks before anything is drawn is one small file, which waits for no other", () => {
  expect([...withImports([entry.early])]).toEqual([entry.early])
  expect(compressed(read(entry.early))).toBeLessThanOrEqual(3 * kilobyte)
})

it("Nothing of it asks another host, makes code of text, or names a path of this machine", () => {
  for (const name of names) {
    const text = read(name)
    expect(text, name).not.toMatch(/\bnew Function\b|\beval\(/)
    expect(text, name).not.toContain(fileURLToPath(new URL("../../..", import.meta.url)))
  }
  for (const name of entry.styles) expect(read(name), name).not.toMatch(/@import|url\(/)
  expect(modules.some((path) => path.includes("/packages/core/"))).toBe(false)
})

it("Several that build at once, over an earlier build, leave one that is whole, and nothing beside it", async () => {
  const place = join(directory, "..", "raced")
  mkdirSync(join(place, "dist", "assets"), { recursive: true })
  await Promise.all([1, 2, 3].map(() => buildApplication(join(place, "dist"))))
  expect(readdirSync(place)).toEqual(["dist"])
  expect(isBuilt(join(place, "dist"))).toBe(true)
  expect(readdirSync(join(place, "dist", "assets")).toSorted()).toEqual(
    names.map((name) => name.slice("assets/".length)).toSorted()
  )
})

it("It is built when it is that of the sources, and not when anything else is there", () => {
  expect(isBuilt(directory)).toBe(true)
  expect(isBuilt(join(directory, "assets"))).toBe(false)
})
