import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

/** What is made of `Intl` in a statement of the module itself: its line begins with the name. */
const madeOnLoad = /^(?:export )?(?:const|let|var) [^=\n]+ = (?:\/\*.*?\*\/ ?)?new Intl\.\w+\(.*$/gm

/** Sources that a server loads, or may. */
const sources = globSync("{packages,apps}/*/src/**/*.ts", { cwd: root }).filter(
  (path) => !path.includes("/browser/") && !path.startsWith("apps/web/")
)

// the tables of ICU are eight megabytes of a process that has formatted one date, and some milliseconds of its start
it("no module makes something of Intl when it is loaded: who needs it makes it", () => {
  expect(sources.length).toBeGreaterThan(1_000)
  const found = sources.flatMap((path) =>
    Array.from(readFileSync(join(root, path), "utf8").matchAll(madeOnLoad), ([line]) => `${path}: ${line}`)
  )
  expect(found).toEqual([])
})

it("finds what is made on load, and not what is made in a function", () => {
  const finds = (text) => [...text.matchAll(madeOnLoad)].length
  expect(finds('const day = new Intl.DateTimeFormat("en")\n')).toBe(1)
  expect(finds('export const names: Intl.Collator = new Intl.Collator("en")\n')).toBe(1)
  expect(finds("const format = (value) => new Intl.NumberFormat().format(value)\n")).toBe(0)
  expect(finds("const f = () => {\n  const one = new Intl.Segmenter()\n}\nlet two: Intl.Segmenter | undefined\n")).toBe(
    0
  )
})
