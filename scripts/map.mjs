// The picture of docs/contributing/README.md: which packages and floors import which, as the sources do.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { floors, importsOf, testing } from "./check-imports.mjs"

const sourcesOf = (directory) =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** What each package and app imports of the others, by their names; helpers of tests do not count. */
export const packageGraph = (root) => {
  const graph = new Map()
  for (const top of ["packages", "apps"])
    for (const name of readdirSync(join(root, top))) {
      if (testing.includes(name) || !existsSync(join(root, top, name, "package.json"))) continue
      const imported = new Set()
      for (const file of sourcesOf(join(root, top, name, "src"))) {
        if (/testing|vitest/.test(file)) continue
        for (const { specifier } of importsOf(readFileSync(file, "utf8"))) {
          const [, other] = /^@octavo\/([^/]+)(?!.*\/testing$)/.exec(specifier) ?? []
          if (other !== undefined && other !== name) imported.add(other)
        }
      }
      graph.set(name, imported)
    }
  return graph
}

/** What each floor of core imports of the others, but for types. */
export const floorGraph = (root) => {
  const core = join(root, "packages/core/src")
  return new Map(
    floors.map((floor) => {
      const imported = new Set()
      for (const file of sourcesOf(join(core, floor)))
        for (const { isType, specifier } of importsOf(readFileSync(file, "utf8"))) {
          if (isType || !specifier.startsWith(".")) continue
          const [other] = join(dirname(file), specifier)
            .slice(core.length + 1)
            .split("/")
          if (other !== floor && floors.includes(other)) imported.add(other)
        }
      return [floor, imported]
    })
  )
}

/** The arrows that say the same when those that others imply are left out. */
export const reduced = (graph) => {
  const reaches = (from, to, seen = new Set()) =>
    [...(graph.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && seen.add(next) && reaches(next, to, seen))
    )
  return [...graph].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(other, to)))
      .sort()
      .map((to) => [from, to])
  )
}

/** The picture, as Mermaid draws it: an arrow means "imports"; what follows from other arrows has none of its own. */
export const picture = (root) => {
  const graph = packageGraph(root)
  const apps = [...graph.keys()].filter((name) => existsSync(join(root, "apps", name)))
  const floorArrows = reduced(floorGraph(root)).map(([from, to]) => `    ${from} --> ${to}`)
  const arrows = reduced(graph).map(([from, to]) => `  ${from} --> ${to}`)
  return [
    "```mermaid",
    "flowchart TD",
    "  subgraph apps",
    ...apps.map((name) => `    ${name}`),
    "  end",
    "  subgraph core",
    ...floorArrows,
    "  end",
    ...arrows.sort(),
    "```"
  ].join("\n")
}

/** The page with the picture as it is now. */
export const withPicture = (text, root) => text.replace(/```mermaid\n[\s\S]*?```/, () => picture(root))
