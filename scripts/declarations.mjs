// Types of the published packages: TypeScript declares every module that they reach, and each package gets a copy of those
// that its own entries reach, with relative paths instead of the names of this workspace's packages.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { packageName, root, sourceOf, workspace } from "./workspace.mjs"

const specifiers = /(\bfrom |\bimport\(|\bimport )"([^"]+)"/g

/** Paths by which TypeScript takes a package of this workspace for sources, and declares them. */
const paths = () =>
  Object.fromEntries(
    [...workspace.values()].flatMap(({ directory, manifest }) =>
      Object.entries(manifest.exports ?? {}).map(([path, file]) => [
        path === "." ? manifest.name : `${manifest.name}/${path.slice(2)}`,
        [join(directory, file)]
      ])
    )
  )

/**
 * Writes the types that a package's exports reach; answers the names of npm's packages in them. Throws for one that is not
 * outside of the package: who installs it does not have its types.
 */
export const declare = (manifest, into, isOutside) => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-types-"))
  try {
    const entries = Object.keys(manifest.exports).map((path) => sourceOf(join(manifest.name, path)))
    const out = join(directory, "out")
    compile(entries, join(directory, "tsconfig.json"), out)
    const imported = copy(entries, out, into)
    const bundled = [...imported].filter((id) => !id.startsWith("node:") && !isOutside(packageName(id)))
    if (bundled.length > 0)
      throw new Error(`The types of ${manifest.name} name ${bundled}, which is bundled and has no types there`)
    return imported
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const compile = (files, config, outDir) => {
  const compilerOptions = {
    noEmit: false,
    // `npm run check` does that: here it takes a fifth of the time
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir,
    paths: paths(),
    typeRoots: [join(root, "node_modules/@types")]
  }
  writeFileSync(config, JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, files }))
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc")
  // several checkers would each find the same types
  const done = spawnSync(process.execPath, [tsc, "-p", config, "--checkers", "1"], { stdio: ["ignore", 2, 2] })
  if (done.status !== 0) throw new Error("TypeScript cannot declare the types of the published packages")
}

/** packages/core/src/kernel/shared/errors.ts as core/shared/errors */
const placed = (source) =>
  relative(root, source)
    .replace(/^(?:packages|apps)\/([^/]+)\/src\//, "$1/")
    .replace(/\.ts$/, "")

/** Copies the declarations of the entries, and of all that they name. */
const copy = (entries, out, into) => {
  const waiting = [...entries]
  const seen = new Set(waiting)
  const imported = new Set()
  // what is found joins the end of the list
  for (const source of waiting) {
    const declared = join(out, relative(root, source).replace(/\.ts$/, ".d.ts"))
    const text = readFileSync(declared, "utf8").replace(specifiers, (whole, before, id) => {
      if (!/^\.|^@octavo\//.test(id)) {
        imported.add(id)
        return whole
      }
      const target = id.startsWith(".") ? join(dirname(source), id) : sourceOf(id)
      if (!seen.has(target)) {
        seen.add(target)
        waiting.push(target)
      }
      const path = relative(dirname(placed(source)), placed(target))
      return `${before}"${path.startsWith(".") ? path : `./${path}`}.js"`
    })
    const file = join(into, `${placed(source)}.d.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return imported
}
