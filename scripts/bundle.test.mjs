import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
