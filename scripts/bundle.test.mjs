import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { bundle, pure } from "./bundle.mjs"

const directory = mkdtempSync(join(tmpdir(), "octavo-bundle-"))
mkdirSync(join(directory, "src"))
afterAll(() => rmSync(directory, { recursive: true }))

/** A bundle of one module, which exports a function with these statements. */
const bundled = async (before, statements) => {
  const entry = join(directory, "src", "entry.ts")
  writeFileSync(entry, `${before}\nexport const run = (box: any) => {\n  ${statements}\n  return 1\n}\n`)
  const into = join(directory, "lib")
  const { chunks } = await bundle({ directory, entries: { entry }, into, isOutside: () => false })
  return chunks[0].code
}

/** Stands for a module of which nothing is known. */
const module = (name) => `import * as ${name} from "node:process"`

describe("A bundle", () => {
  // each is left out where the name that it begins with is taken for pure, the function around it, too
  it.each([
    `Context.get(box).kept.clear()`,
    `void Context.get(box).kept.clear()`,
    `box && Context.get(box).kept.clear()`,
    `Context.getUnsafe(box)?.kept.clear()`,
    `const clear = () => Context.get(box).kept.clear()\n  clear()`,
    `const clear = () => { Context.getOption(box).value.clear() }\n  clear()`,
    `const cleared = Context.get(box).kept.clear()`
  ])("has what is done with what a context holds: %s", async (statements) => {
    expect(await bundled(module("Context"), statements)).toContain("clear()")
  })

  it.each(pure)("has nothing of what %s makes for nobody", async (name) => {
    const [first] = name.split(".")
    const made = `${name === first ? `${name}.make` : name}("unused").annotate("never read")`
    const code = await bundled(`${module(first)}\nconst unused = ${made}`, "")
    expect(code).not.toContain("unused")
  })
})

/** Writes modules by their paths, each with what it imports at once and later, and exports a function that names all of these. */
const writeModules = (modules) => {
  for (const [path, { atOnce = [], later = [] }] of Object.entries(modules)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    const imports = atOnce.map((one, at) => `import { names as names${at} } from "${join(directory, one)}"`)
    const answers = [
      ...atOnce.map((_, at) => `names${at}()`),
      ...later.map((one) => `import("${join(directory, one)}").then(({ names }) => names())`)
    ]
    writeFileSync(
      join(directory, path),
      `${imports.join("\n")}\nexport const names = async () => ["${path}", ...(await Promise.all([${answers.join(", ")}])).flat()]\n`
    )
  }
}

describe("Modules that are loaded together", () => {
  const modules = {
    "src/entry.ts": { later: ["src/begin.ts", "parts/rare.ts"] },
    "src/begin.ts": { later: ["parts/one.ts", "parts/two.ts"] },
    "parts/one.ts": { atOnce: ["parts/a.ts", "parts/b.ts"] },
    "parts/two.ts": { atOnce: ["parts/b.ts", "parts/c.ts"] },
    "parts/rare.ts": { atOnce: ["parts/a.ts", "parts/d.ts"] },
    "parts/a.ts": { atOnce: ["parts/e.ts"] },
    ...Object.fromEntries(["b", "c", "d", "e"].map((name) => [`parts/${name}.ts`, {}]))
  }

  it.each([
    { loadedTogether: [], files: ["a e", "b", "c two", "d rare", "one"] },
    // `rare` is loaded by the entry alone
    { loadedTogether: ["src/begin.ts"], files: ["a e", "b c one two", "d rare"] }
  ])(
    "lie in one file, unless something else loads some of them: $loadedTogether",
    async ({ files, loadedTogether }) => {
      writeModules(modules)
      const into = mkdtempSync(join(directory, "lib-"))
      const entries = { entry: join(directory, "src", "entry.ts") }
      const { chunks } = await bundle({ directory, entries, into, isOutside: () => false, loadedTogether })
      const nameOf = (id) => id.slice(id.lastIndexOf("/") + 1, -".ts".length)
      const inFiles = chunks
        .map(({ moduleIds }) =>
          moduleIds
            .filter((id) => id.includes("/parts/"))
            .map(nameOf)
            .sort()
            .join(" ")
        )
        .filter((names) => names !== "")
      expect(inFiles.sort()).toEqual(files)
      const { names } = await import(pathToFileURL(join(into, "entry.js")).href)
      const one = ["parts/one.ts", "parts/a.ts", "parts/e.ts", "parts/b.ts"]
      const two = ["parts/two.ts", "parts/b.ts", "parts/c.ts"]
      const rare = ["parts/rare.ts", "parts/a.ts", "parts/e.ts", "parts/d.ts"]
      expect(await names()).toEqual(["src/entry.ts", "src/begin.ts", ...one, ...two, ...rare])
    }
  )
})
