// Fails on an import that the package table of the design forbids. usage: node scripts/check-imports.mjs [ROOT]
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
  site: { may: ["core", "document"], never: ["node:", "@effect/", ...effectWithout("http")] },
  "storage-sql": { may: ["core"], never: ["node:", "@effect/", ...effectWithout("sql", "persistence")] },
  "storage-sqlite": { may: ["storage-sql"], never: effectWithout("sql") },
  "storage-postgres": { may: ["storage-sql"], never: effectWithout("sql") },
  "git-cli": { may: ["core", "outbound"], never: effectWithout() },
  "mail-smtp": { may: ["core"], never: effectWithout() },
  saml: { may: ["core"], never: effectWithout() },
  oidc: { may: ["core", "outbound"], never: effectWithout() },
  pdf: { may: ["core", "document", "site"], never: effectWithout() },
  openapi: { may: ["core"], never: effectWithout() },
  blobs: { may: ["core"], never: effectWithout() },
  outbound: { may: ["core"], never: effectWithout() },
  conformance: { may: ["core", "openapi"], never: ["node:"] },
  runtime: {
    may: [
      "document",
      "core",
      "api",
      "http",
      "site",
      "storage-sql",
      "storage-sqlite",
      "storage-postgres",
      "git-cli",
      "mail-smtp",
      "pdf",
      "saml",
      "oidc",
      "openapi",
      "blobs",
      "outbound"
    ],
    never: []
  }
}

/** Packages that only serve tests: nothing else imports them. */
const testing = ["conformance", "acceptance", "programs"]

/** Composition inside core: the only areas that read another area's store, and which. */
const composed = {
  "adaptive-schema": ["sites"],
  "change-request-content": ["change-requests", "content", "spaces"],
  "change-requests": ["content", "spaces"],
  content: ["change-requests", "links", "search", "spaces"],
  git: ["content", "spaces"],
  insights: ["sites"],
  links: ["organizations"],
  "merge-rules": ["organizations", "reviews"],
  oidc: ["sign-in", "users"],
  organizations: ["members"],
  pdf: ["content", "spaces"],
  redirects: ["sites", "spaces"],
  reviews: ["change-requests", "comments"],
  saml: ["teams"],
  search: ["spaces"],
  "sign-in": ["users"],
  sites: ["adaptive-schema", "visitors"],
  spaces: ["collections", "members"],
  templates: ["content"],
  translations: ["content", "glossary", "spaces"],
  visitors: ["sites"]
}

const importPattern = /(?:^|[\n;])\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g

/** All imports of a text, with their lines. Comments are blanked out first, so that examples in them do not count. */
export const importsOf = (text) => {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "))
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2]
    const at = match.index + match[0].lastIndexOf(`"${specifier}"`)
    return { specifier, line: code.slice(0, at).split("\n").length }
  })
}

/** Why a file may not import a specifier; undefined when it may. `file` is relative to the root, `/`-separated. */
export const problemOf = (file, specifier) => {
  const [top, name, part] = file.split("/")
  if (specifier.startsWith(".")) {
    const target = join(dirname(file), specifier).split(sep).join("/")
    const [targetTop, targetName, targetPart] = target.split("/")
    if (targetTop === top && targetName === name)
      return name === "core" && part === "src" ? areaProblem(file, target) : undefined
    if (part !== "src" && targetPart === "test" && targetTop === "packages") return undefined
    return "a relative import must not leave its package"
  }
  const [, other] = /^@octavo\/([^/]+)/.exec(specifier) ?? []
  if (other !== undefined && other !== name) {
    if (["cli", "engine", "server"].includes(other)) return "nothing imports an app"
    if (part !== "src") return undefined
    const isTesting = testing.includes(other) || /\/testing$/.test(specifier)
    if (isTesting && !(top === "packages" && testing.includes(name))) return "only tests may import this"
    const rule = top === "packages" ? packages[name] : undefined
    if (rule !== undefined && !rule.may.includes(other)) {
      const may = rule.may.length === 0 ? "no other package" : rule.may.join(", ")
      return `packages/${name} may import ${may}; not ${other}`
    }
    return undefined
  }
  if (top !== "packages" || part !== "src" || packages[name]?.but?.includes(specifier)) return undefined
  const never = packages[name]?.never.find(
    (prefix) => specifier === prefix || specifier.startsWith(/[:/]$/.test(prefix) ? prefix : `${prefix}/`)
  )
  if (never === undefined && groups.includes(specifier)) return `a module, and not all of them: "${specifier}/NAME"`
  return never === undefined ? undefined : `packages/${name} must not import ${never}${/[:/]$/.test(never) ? "*" : ""}`
}

const areaProblem = (file, target) => {
  const [area, other] = [file.split("/")[3], target.split("/")[3]]
  if (area === other || !/Store\.ts$/.test(target) || composed[area]?.includes(other)) return undefined
  return file.split("/").length === 4
    ? undefined
    : `the area ${area} uses the area ${other} through its service, not its store`
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
        for (const { specifier, line } of importsOf(readFileSync(join(root, file), "utf8"))) {
          const problem = problemOf(file, specifier)
          if (problem !== undefined) problems.push({ file, line, specifier, problem })
        }
      }
    }
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
