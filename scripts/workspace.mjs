// The packages of this workspace, as those that build and pack them see them.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

/** Every package by its name, with where it is and its manifest. */
export const workspace = new Map(
  globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root }).map((file) => {
    const manifest = readJson(join(root, file))
    return [manifest.name, { directory: dirname(join(root, file)), manifest }]
  })
)

/** `@scope/name/path` as its package and the path in it. */
const parts = (id) => {
  const [, name, path] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(id)
  return { name, path }
}
export const packageName = (id) => parts(id).name

/** The source that an import of a package of this workspace means. */
export const sourceOf = (id) => {
  const { name, path } = parts(id)
  const { directory, manifest } = workspace.get(name)
  const exported =
    manifest.exports[path === undefined ? "." : `./${path}`] ?? manifest.exports["./*"]?.replace("*", path)
  if (exported === undefined) throw new Error(`${name} has no ${path}`)
  return join(directory, exported)
}

/** Versions that `catalog:` stands for. */
const catalog = Object.fromEntries(
  [
    ...readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
      .split(/^catalog:\n/m)[1]
      .matchAll(/^ {2}"?([^":\s]+)"?: (\S+)$/gm)
  ].map(([, name, version]) => [name, version])
)

/** A program may have an Effect of its own, which must be the same one: its versions may be newer. Others are as tested. */
const packedVersion = (name, version) => {
  const exact = version === "catalog:" ? catalog[name] : version
  return /^(effect$|@effect\/)/.test(name) ? `^${exact}` : exact
}

/**
 * `dependencies` and `optionalDependencies` of a package that has these modules inside and imports these names. A module
 * that looks for files of packages itself needs all that its package depends on.
 */
export const dependenciesOf = (imported, modules) => {
  const owners = [...workspace.values()].filter(({ directory }) =>
    [...modules].some((module) => module.startsWith(directory + sep))
  )
  const needed = new Set([...imported].map(packageName).filter((name) => !name.startsWith("node:")))
  const known = { dependencies: {}, optionalDependencies: {} }
  for (const { directory, manifest } of owners) {
    const searches = [...modules].some(
      (module) =>
        module.startsWith(directory + sep) &&
        existsSync(module) &&
        /\bcreateRequire\(/.test(readFileSync(module, "utf8"))
    )
    for (const kind of ["dependencies", "optionalDependencies"]) {
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        if (workspace.has(name) || !(searches || needed.has(name))) continue
        known[kind][name] = packedVersion(name, version)
      }
    }
  }
  for (const name of needed) {
    if (known.dependencies[name] === undefined && known.optionalDependencies[name] === undefined)
      throw new Error(`${name} is imported, and none of ${owners.map(({ manifest }) => manifest.name)} depends on it`)
  }
  const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
  return Object.keys(known.optionalDependencies).length === 0
    ? { dependencies: sorted(known.dependencies) }
    : { dependencies: sorted(known.dependencies), optionalDependencies: sorted(known.optionalDependencies) }
}
