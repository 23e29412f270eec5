import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { settings } from "../packages/runtime/src/settings.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")
const files = ["Containerfile", "compose.yaml", "docs/guides/octavo.service"]

it.each(files)("%s names settings that there are", (path) => {
  const known = new Set(Object.values(settings).map(({ env }) => env))
  const named = new Set(read(path).match(/\bOCTAVO_[A-Z0-9_]+\b/g))
  // in the explanation: any of them
  named.delete("OCTAVO_NAME")
  expect(named.size).toBeGreaterThan(3)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

it("the image is built on bases that are named by their digest, from stages and files that there are", () => {
  const lines = read("Containerfile").split(/(?<!\\)\n/)
  const bases = new Map(
    lines.flatMap((line) => [...line.matchAll(/^ARG (\w+)=(\S+)$/g)].map(([, name, of]) => [name, of]))
  )
  const stages = new Set()
  let froms = 0
  for (const line of lines) {
    const [, from, stage] = /^FROM (\S+)(?: AS (\w+))?$/.exec(line) ?? []
    if (from !== undefined) {
      froms++
      const base = from.replace(/^\$\{(\w+)\}$/, (_, name) => bases.get(name) ?? name)
      if (!stages.has(from)) expect(base).toMatch(/^docker\.io\/[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
      if (stage !== undefined) stages.add(stage)
    }
    const [, copied] = /^COPY --from=(\w+) /.exec(line) ?? []
    if (copied !== undefined) expect(stages, line).toContain(copied)
  }
  expect(froms).toBeGreaterThan(1)
})

it("what an image is built of has all that is in the repository, and nothing that is made of it", () => {
  const ignored = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(/^\*\*\//, ""))
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n")
  const hidden = (path) =>
    path
      .split("/")
      .some((part) => ignored.some((one) => (one.startsWith("*") ? part.endsWith(one.slice(1)) : part === one)))
  expect(tracked.filter((path) => existsSync(join(root, path)) && hidden(path))).toEqual([])
  expect(ignored).toEqual(expect.arrayContaining(["node_modules", "dist", ".git", ".octavo"]))
})

it("the image has the fonts that PDFs can do without, in the versions that were tested", () => {
  const [, fonts] = /^ARG FONTS="(.+)"$/m.exec(read("Containerfile"))
  const { optionalDependencies } = JSON.parse(read("packages/render/package.json"))
  expect(fonts.split(" ")).toEqual(Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`))
})
