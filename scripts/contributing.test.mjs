import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { picture, reduced } from "./map.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const contributing = readdirSync(join(root, "docs/contributing")).map((file) => `docs/contributing/${file}`)
const textOf = (path) => readFileSync(join(root, path), "utf8")
const withoutFences = (text) => text.replace(/^```[\s\S]*?^```$/gm, "")

/** Paths of the repository in backticks; `AREA` and others like it stand for any name. */
const pathsIn = (text) =>
  [...withoutFences(text).matchAll(/`((?:packages|apps|docs|scripts|bench)\/[^\s`]*|vitest\.config\.ts)`/g)].map(
    ([, path]) => path
  )
const isThere = (path) => {
  const pattern = path.replace(/\b[A-Z]{2,}\b(?!\.md)/g, "*")
  return pattern === path ? existsSync(join(root, path)) : globSync(pattern, { cwd: root }).length > 0
}

/** What a heading is linked to by, as GitHub and Octavo make it of plain words. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
const anchorsIn = (text) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))

/** Links to files and their places that are not there. */
const brokenLinks = (path) =>
  [...withoutFences(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
    if (/^https?:/.test(target)) return []
    const [file, anchor] = target.split("#")
    const at = file === "" ? path : join(dirname(path), file)
    if (!existsSync(join(root, at))) return [`${path}: ${target}`]
    return anchor === undefined || anchorsIn(textOf(at)).includes(anchor) ? [] : [`${path}: ${target}`]
  })

it.each([...contributing, "CONTRIBUTING.md", "docs/decisions/README.md"])("%s names what is there", (path) => {
  expect(pathsIn(textOf(path)).filter((one) => !isThere(one))).toEqual([])
  expect(brokenLinks(path)).toEqual([])
})

it("a path that is not there is found", () => {
  const text = "See `packages/core/src/gone.ts`, `packages/conformance/src/AREA.ts` and `packages/AREA/gone`.\n"
  expect(pathsIn(text).filter((one) => !isThere(one))).toEqual(["packages/core/src/gone.ts", "packages/AREA/gone"])
})

it("pages for contributors have no block of code but the picture: a copy of code grows old", () => {
  const fences = contributing.flatMap((path) => textOf(path).match(/^```\w+/gm) ?? [])
  expect(fences).toEqual(["```mermaid"])
})

it("the picture leaves out what other arrows say, and nothing else", () => {
  const graph = new Map([
    ["a", new Set(["b", "c", "d"])],
    ["b", new Set(["c"])],
    ["c", new Set()],
    ["d", new Set(["c"])]
  ])
  expect(reduced(graph)).toEqual([
    ["a", "b"],
    ["a", "d"],
    ["b", "c"],
    ["d", "c"]
  ])
  expect(picture(root)).toContain("people --> kernel")
})

it("the map says what each package and app is for", () => {
  const map = textOf("docs/contributing/README.md")
  for (const top of ["packages", "apps"])
    for (const name of readdirSync(join(root, top)))
      if (existsSync(join(root, top, name, "package.json"))) expect(map).toContain(`\`${top}/${name}\``)
})

/** Sources, and pages: what refers to papers. */
const files = globSync(
  ["{packages,apps}/*/{src,test,examples}/**/*.{ts,mjs}", "{bench,scripts}/**/*.{ts,mjs}", "docs/**/*.md", "*.md"],
  { cwd: root, exclude: (path) => path.includes("node_modules") || path === "CHANGELOG.md" }
).filter((path) => path !== "scripts/contributing.test.mjs")
/** The words of a source; of a page all of it. */
const wordsOf = (path) =>
  path.endsWith(".md")
    ? withoutFences(textOf(path))
    : [...textOf(path).matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) => comment).join("\n")

/** Names of papers in a text: not those of files of Markdown that the dialect knows, or that are an example. */
const papersIn = (text) =>
  [
    ...text.matchAll(
      /(?<![\w/.>-])((?:docs|reference|decisions)\/[\w./-]+\.md|[a-z]+(?:-[a-z]+)*\.(?:md|tsv))(?:#([\w-]+))?(?! ?["')>]*\()/g
    )
  ].map(([, path, anchor]) => ({ path, anchor }))
const examples = new Set([
  "page.md",
  "file.md",
  "other.md",
  "self.md",
  "a.md",
  "b.md",
  "x.md",
  "summary.md",
  "readme.md",
  "brewing.md"
])

it("no source and no page refers to a paper that is not in the repository, or to a place that it has not", () => {
  expect(files.length).toBeGreaterThan(1000)
  const problems = files.flatMap((file) =>
    papersIn(wordsOf(file)).flatMap(({ anchor, path }) => {
      if (examples.has(basename(path))) return []
      const at = [path, `docs/contributing/${path}`, `docs/decisions/${path}`, join(dirname(file), path)].find((one) =>
        existsSync(join(root, one))
      )
      if (at === undefined) return [`${file}: ${path}`]
      return anchor === undefined || anchorsIn(textOf(at)).includes(anchor) ? [] : [`${file}: ${path}#${anchor}`]
    })
  )
  expect(problems).toEqual([])
})

it("nothing refers to a place in a paper by its number: numbers move, names say what is meant", () => {
  const numbered =
    /\b(?:[Ss]ections?|[Pp]oints?|[Cc]hapters?|[Nn]otes?|[Rr]ules?|[Ll]ines?) (?:[A-Z]?\d+(?:\.\d+)*)\b|\.md`? \d|\bthreats? \d/
  // names of tests are no comments
  const inBrackets =
    /\((?:rule|section|point|note|threat)s? [A-Z]?\d|\b[Ss]ections? (?:[b-j]\b(?! ON\b)|a(?:,| and|\)|:))/
  const problems = files.flatMap((file) =>
    [
      ...wordsOf(file)
        .split("\n")
        .filter((line) => numbered.test(line)),
      ...textOf(file)
        .split("\n")
        .filter((line) => inBrackets.test(line))
    ].map((line) => `${file}: ${line.trim()}`)
  )
  expect(problems).toEqual([])
})

/** Calls that make a cache, by the folder of their area. */
const cachesOf = () => {
  const counts = new Map()
  for (const file of globSync("packages/*/src/**/*.ts", { cwd: root })) {
    if (/^packages\/(?:acceptance|conformance|programs)\//.test(file)) continue
    const code = textOf(file).replace(/\/\*[\s\S]*?\*\//g, "")
    const made = [
      ...code.matchAll(/(?<!const )\b(?:makeLru|makeEpochCache|makePartCache|Cache\.make\w*)(?:<[^(\n]*>)?\(/g)
    ].length
    if (made === 0) continue
    const depth = file.startsWith("packages/core/") ? 5 : /^packages\/(?:http|runtime)\//.test(file) ? 3 : 4
    const folder = dirname(file).split("/").slice(0, depth).join("/")
    counts.set(folder, (counts.get(folder) ?? 0) + made)
  }
  return counts
}

it("docs/contributing/caches.md has a row for every cache, and adds up its budgets", () => {
  const text = textOf("docs/contributing/caches.md")
  const rows = new Map()
  for (const [, folder] of text.matchAll(/^\| `(packages\/[^`]+)` \|/gm)) {
    if (/\.ts$/.test(folder)) continue
    rows.set(folder, (rows.get(folder) ?? 0) + 1)
  }
  expect(Object.fromEntries([...rows].sort())).toEqual(Object.fromEntries([...cachesOf()].sort()))
  const [byBytes] = text.split("## By count")
  const sum = [...byBytes.matchAll(/\| (\d+) \|$/gm)].reduce((all, [, mb]) => all + Number(mb), 0)
  expect(text).toContain(`hold ${sum} MB`)
})

it("the order to read the decisions in has each of them once", () => {
  const [, order = ""] =
    /^## In which order to read them\n([\s\S]*?)^## /m.exec(textOf("docs/decisions/README.md")) ?? []
  const named = [...order.matchAll(/\[(\d{4})\]/g)].map(([, number]) => number)
  const all = readdirSync(join(root, "docs/decisions"))
    .filter((file) => /^\d{4}-/.test(file))
    .map((file) => file.slice(0, 4))
  expect(named.toSorted()).toEqual(all.toSorted())
})

it("every page for contributors is reached from the map", () => {
  const map = textOf("docs/contributing/README.md")
  for (const path of contributing)
    if (!path.endsWith("README.md")) expect(map).toContain(`(${relative("docs/contributing", path)})`)
})
