// Fails on an import that the tables below forbid. usage: node scripts/check-imports.mjs [ROOT]
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

/** Groups of Effect that reach outside: what a package may not use unless it is for that. */
const outside = [
  "cli",
  "cluster",
  "eventlog",
  "http",
  "http-api",
  "persistence",
  "process",
  "rpc",
  "socket",
  "sql",
  "workers",
  "workflow"
]
const effectWithout = (...allowed) =>
  outside.filter((group) => !allowed.includes(group)).map((group) => `effect/${group}`)

/** Whole groups: one module of `effect/http-api` brings 3 MB of script along, and all of them 30 MB of memory. */
const groups = ["http", "http-api", "observability", "persistence", "reactivity", "sql"].map(
  (group) => `effect/${group}`
)

/** What the sources of each package may import of the others, and what they may not import from anywhere. */
const packages = {
  // what takes much memory and is rarely needed is loaded when it is: nothing else of Node
  document: { may: [], but: ["node:module"], never: ["node:", "@effect/", ...effectWithout()] },
  core: { may: ["document"], never: ["node:", "@effect/", ...effectWithout()] },
  api: { may: ["core"], never: ["node:", "@effect/", ...effectWithout("http-api")] },
  client: { may: ["api", "core"], never: ["node:", "@effect/", ...effectWithout("http", "http-api")] },
  http: { may: ["api", "core", "document"], never: ["node:", "@effect/", ...effectWithout("http", "http-api")] },
  // what all outputs share stands below them: none of them imports another
  render: { may: ["core", "document"], but: ["node:module"], never: ["node:", "@effect/", ...effectWithout()] },
  site: { may: ["core", "document", "reader", "render"], never: ["node:", "@effect/", ...effectWithout("http")] },
  // runs in browsers: of document and render it takes single modules that need nothing of Node
  editor: { may: ["document", "render"], never: ["node:", "@effect/", "effect/"] },
  // its scripts run in browsers: of core they take how is searched, which needs nothing but itself; what draws pictures of
  // pages takes of render how text runs
  reader: { may: ["core", "render"], never: ["@effect/", "effect/"] },
  "storage-sql": { may: ["core"], never: ["node:", "@effect/", ...effectWithout("sql", "persistence")] },
  "storage-sqlite": { may: ["storage-sql"], never: effectWithout("sql") },
  "storage-postgres": { may: ["storage-sql"], never: effectWithout("sql") },
  "git-cli": { may: ["core", "outbound"], never: effectWithout() },
  "mail-smtp": { may: ["core"], never: effectWithout() },
  saml: { may: ["core"], never: effectWithout() },
  oidc: { may: ["core", "outbound"], never: effectWithout() },
  pdf: { may: ["core", "document", "render"], never: effectWithout() },
  openapi: { may: ["core"], never: effectWithout() },
  clustering: { may: ["core"], never: effectWithout() },
  blobs: { may: ["core"], never: effectWithout() },
  outbound: { may: ["core"], never: effectWithout() },
  "static-site": { may: ["core", "document", "reader", "render", "site"], never: effectWithout() },
  local: { may: ["core", "document", "git-cli", "reader", "runtime", "site", "static-site"], never: effectWithout() },
  conformance: { may: ["clustering", "core", "openapi"], never: ["node:"] },
  runtime: {
    may: [
      "document",
      "core",
      "api",
      "http",
      "site",
      "static-site",
      "storage-sql",
      "storage-sqlite",
      "storage-postgres",
      "git-cli",
      "mail-smtp",
      "pdf",
      "saml",
      "oidc",
      "openapi",
      "clustering",
      "blobs",
      "outbound"
    ],
    never: []
  }
}

/**
 * What the sources of apps may import, where that is not everything. The web application is a client of the API as any
 * other: it has no door of its own. Of document it takes the model alone, which imports nothing, and of render how
 * formulas are drawn.
 */
const apps = {
  web: {
    may: ["client", "document", "editor", "render"],
    never: ["node:", "@effect/", "effect/", "effect"],
    but: ["apps/web/src/build/"]
  }
}

/** Packages that only serve tests: nothing else imports them. */
export const testing = ["conformance", "acceptance", "programs"]

/**
 * The floors of core from the ground up: a module imports values of its own floor and of those below, and the areas of a
 * floor import each other in no circle (`docs/decisions/0068-floors.md`).
 */
export const floors = ["kernel", "people", "content", "delivery", "connections"]

const importPattern = /(?:^|[\n;])\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g

/** `import type { ... }`, and names that are all types. */
const typePattern = /^[\n;\s]*(?:import|export)\s+(?:type\s|\{(?:\s*type\s[^,}]*,?)+\s*\}\s*from\s)/

/** All imports of a text, with their lines, and whether they are gone when the code runs. Comments are blanked out first, so that examples in them do not count. */
export const importsOf = (text) => {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "))
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2]
    const at = match.index + match[0].lastIndexOf(`"${specifier}"`)
    return { specifier, line: code.slice(0, at).split("\n").length, isType: typePattern.test(match[0]) }
  })
}

/** Why a file may not import a specifier; undefined when it may. `file` is relative to the root, `/`-separated. */
export const problemOf = (file, specifier, isType = false) => {
  const [top, name, part] = file.split("/")
  if (specifier.startsWith(".")) {
    const target = join(dirname(file), specifier).split(sep).join("/")
    const [targetTop, targetName, targetPart] = target.split("/")
    if (targetTop === top && targetName === name)
      return name === "core" && part === "src" && !isType ? areaProblem(file, target) : undefined
    if (part !== "src" && targetPart === "test" && targetTop === "packages") return undefined
    return "a relative import must not leave its package"
  }
  const [, other] = /^@octavo\/([^/]+)/.exec(specifier) ?? []
  if (other !== undefined && other !== name) {
    if (["cli", "engine", "server", "web"].includes(other)) return "nothing imports an app"
    if (part !== "src") return undefined
    const isTesting = testing.includes(other) || /\/testing$/.test(specifier)
    if (isTesting && !(top === "packages" && testing.includes(name))) return "only tests may import this"
    const rule = (top === "packages" ? packages : apps)[name]
    if (rule !== undefined && !rule.may.includes(other)) {
      const may = rule.may.length === 0 ? "no other package" : rule.may.join(", ")
      return `${top}/${name} may import ${may}; not ${other}`
    }
    return undefined
  }
  const rule = (top === "packages" ? packages : apps)[name]
  if (part !== "src" || rule?.but?.some((one) => one === specifier || file.startsWith(one))) return undefined
  const never = rule?.never.find(
    (prefix) => specifier === prefix || specifier.startsWith(/[:/]$/.test(prefix) ? prefix : `${prefix}/`)
  )
  if (never === undefined && top === "packages" && groups.includes(specifier))
    return `a module, and not all of them: "${specifier}/NAME"`
  return never === undefined ? undefined : `${top}/${name} must not import ${never}${/[:/]$/.test(never) ? "*" : ""}`
}

/** `FLOOR/AREA` of a module; `undefined` for those that put all of them together. */
const areaOf = (file) => {
  const [, , , floor, area, module] = file.split("/")
  return module === undefined ? undefined : `${floor}/${area}`
}

const areaProblem = (file, target) => {
  const [area, other] = [areaOf(file), areaOf(target)]
  const [floor, otherFloor] = [file, target].map((path) => path.split("/")[3])
  if (area === undefined) {
    return file.endsWith(`/${floor}/areas.ts`) && floor !== otherFloor ? "a floor lists its own areas" : undefined
  }
  if (area === other) return undefined
  if (!floors.includes(floor)) return `the floor ${floor} has no place in scripts/check-imports.mjs`
  if (other === undefined) return "an area imports nothing of what puts the areas together"
  if (/\/area(?:\.ts)?$/.test(target)) return "the face of an area is for the list of its floor"
  return floors.indexOf(otherFloor) <= floors.indexOf(floor)
    ? undefined
    : `${area} stands below ${other}: imports go down`
}

/** The two areas of an import of values between areas of one floor of core; `undefined` for other imports. */
const areasOf = (file, specifier) => {
  if (!file.startsWith("packages/core/src/") || !specifier.startsWith(".")) return undefined
  const [area, other] = [file, join(dirname(file), specifier).split(sep).join("/")].map(areaOf)
  const isBeside = area !== undefined && other !== undefined && area !== other
  return isBeside && area.split("/")[0] === other.split("/")[0] ? [area, other] : undefined
}

/** The shortest way from an area to another by the areas that each imports; `undefined` when there is none. */
const wayBetween = (imported, from, to) => {
  const before = new Map([[from, undefined]])
  // what is added while the loop runs is looked at as well
  for (const area of before.keys()) {
    if (area === to) {
      const way = []
      for (let at = to; at !== undefined; at = before.get(at)) way.unshift(at)
      return way
    }
    for (const next of imported.get(area) ?? []) if (!before.has(next)) before.set(next, area)
  }
  return undefined
}

const sourcesOf = (root, directory) =>
  existsSync(join(root, directory))
    ? readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mts|js|mjs)$/.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    : []

/** Every forbidden import below the root. */
export const checkImports = (root) => {
  const problems = []
  const beside = []
  const imported = new Map()
  let count = 0
  for (const top of ["packages", "apps"]) {
    for (const name of existsSync(join(root, top)) ? readdirSync(join(root, top)) : []) {
      if (
        top === "packages" &&
        existsSync(join(root, top, name, "package.json")) &&
        !(name in packages) &&
        !testing.includes(name)
      ) {
        problems.push({
          file: `${top}/${name}/package.json`,
          line: 1,
          specifier: name,
          problem: "the package is not in the table of scripts/check-imports.mjs"
        })
      }
      for (const file of ["src", "test", "examples"].flatMap((part) => sourcesOf(root, join(top, name, part)))) {
        count++
        for (const { isType, line, specifier } of importsOf(readFileSync(join(root, file), "utf8"))) {
          const problem = problemOf(file, specifier, isType)
          if (problem !== undefined) problems.push({ file, line, specifier, problem })
          const pair = isType ? undefined : areasOf(file, specifier)
          if (pair === undefined) continue
          const [area, other] = pair
          imported.set(area, (imported.get(area) ?? new Set()).add(other))
          beside.push({ file, line, specifier, area, other })
        }
      }
    }
  }
  for (const { area, other, ...where } of beside) {
    const way = wayBetween(imported, other, area)
    if (way === undefined) continue
    problems.push({ ...where, problem: `areas import each other in a circle: ${[area, ...way].join(", ")}` })
  }
  return { problems, count }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const { problems, count } = checkImports(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)))
  for (const { file, line, specifier, problem } of problems)
    console.error(`${file}:${line}: "${specifier}": ${problem}`)
  console.log(
    problems.length === 0 ? `imports: ${count} files keep the rules` : `imports: ${problems.length} forbidden`
  )
  process.exit(problems.length === 0 ? 0 : 1)
}
