// The packages of this workspace, as those that build and pack them see them.
import { existsSync, globSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
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

/** The package of this workspace that a source belongs to. */
const ownerOf = (source) => [...workspace.values()].find(({ directory }) => source.startsWith(directory + sep))

/** Whether the package that a source belongs to works without this one, too. */
export const isOptional = (source, name) => ownerOf(source).manifest.optionalDependencies?.[name] !== undefined

/** Directory of the package of npm that a module belongs to. */
export const directoryOf = (module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)[0]

/** Where a package lies that a source names. */
export const findInstalled = (name, source) => {
  const found = createRequire(source)
    .resolve.paths(name)
    .map((directory) => join(directory, name))
    .find(existsSync)
  if (found === undefined) throw new Error(`${source} names ${name}, which is not installed`)
  return realpathSync(found)
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

/** Whose code is among these modules: packages of this workspace. */
const ownersOf = (modules) =>
  [...workspace.values()].filter(({ directory }) => [...modules].some((module) => module.startsWith(directory + sep)))

const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * What the manifest says of other packages: `imported` are those that the code and the types of these modules name, `peers`
 * those that they use when they are there.
 */
export const dependenciesOf = ({ imported, modules, peers }) => {
  const owners = ownersOf(modules)
  const versionOf = (kind, name) => {
    const owner = owners.find(({ manifest }) => manifest[kind]?.[name] !== undefined)
    if (owner !== undefined) return packedVersion(name, owner.manifest[kind][name])
    throw new Error(`${name} is in no ${kind} of ${owners.map(({ manifest }) => manifest.name)}, whose code names it`)
  }
  const entries = (names, value) => sorted(Object.fromEntries([...names].map((name) => [name, value(name)])))
  const needed = new Set([...imported].map(packageName).filter((name) => !name.startsWith("node:")))
  return {
    dependencies: entries(needed, (name) => versionOf("dependencies", name)),
    ...(peers.size === 0
      ? {}
      : {
          peerDependencies: entries(peers, (name) => `^${versionOf("optionalDependencies", name)}`),
          peerDependenciesMeta: entries(peers, () => ({ optional: true }))
        })
  }
}
