import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const stores = ["sqlite", "postgres"]

/** What the file of a suite on a store says, whatever the suite and the store. */
const fileOf = (area, suite) => `import { ${suite} } from "@octavo/conformance/${area}"
import { stores } from "./stores.ts"

for (const store of stores) ${suite}(store)
`

/** The suites below a root by the path of the file that runs them, and what each of these files has to say. */
const wanted = (root) =>
  new Map(
    readdirSync(join(root, "packages/conformance/src")).flatMap((file) => {
      const text = readFileSync(join(root, "packages/conformance/src", file), "utf8")
      const area = file.replace(/\.ts$/, "")
      return [...text.matchAll(/^export const (\w+Suite)\b/gm)].flatMap(([, suite]) =>
        stores.map((store) => [`packages/storage-${store}/test/${area}.conformance.test.ts`, fileOf(area, suite)])
      )
    })
  )

/** Suites without a file on a store, files that run something else, and files whose suite is gone. */
const problemsOf = (root) => {
  const files = wanted(root)
  const wrong = [...files].flatMap(([path, text]) =>
    existsSync(join(root, path))
      ? readFileSync(join(root, path), "utf8") === text
        ? []
        : [`${path} is not:\n${text}`]
      : [`${path} is missing:\n${text}`]
  )
  const left = stores
    .flatMap((store) =>
      readdirSync(join(root, `packages/storage-${store}/test`)).map((file) => `packages/storage-${store}/test/${file}`)
    )
    .filter((path) => path.endsWith(".conformance.test.ts") && !files.has(path))
  return [...wrong, ...left.map((path) => `${path} runs no suite of packages/conformance/src`)]
}

it("every suite of conformance has its file on every store", () => {
  expect(wanted(root).size).toBeGreaterThan(100)
  expect(problemsOf(root)).toEqual([])
})

/** A root with one suite that runs on both stores. */
const small = () => {
  const made = mkdtempSync(join(tmpdir(), "octavo-conformance-"))
  const write = (path, text) => {
    mkdirSync(join(made, path, ".."), { recursive: true })
    writeFileSync(join(made, path), text)
  }
  write("packages/conformance/src/teas.ts", "export const teasSuite = () => {}\n")
  for (const store of stores)
    write(`packages/storage-${store}/test/teas.conformance.test.ts`, fileOf("teas", "teasSuite"))
  return { made, write }
}

it.each([
  ["a suite without a file", "packages/conformance/src/cups.ts", "export const cupsSuite = () => {}\n", 2],
  ["a file of another suite", "packages/storage-sqlite/test/teas.conformance.test.ts", fileOf("teas", "cupsSuite"), 1],
  ["a file without a suite", "packages/storage-postgres/test/cups.conformance.test.ts", fileOf("cups", "cupsSuite"), 1],
  ["a helper", "packages/conformance/src/new-tea.ts", "export const newTea = 1\n", 0]
])("%s is told of", (_, path, text, count) => {
  const { made, write } = small()
  expect(problemsOf(made)).toEqual([])
  write(path, text)
  expect(problemsOf(made)).toHaveLength(count)
  rmSync(made, { recursive: true })
})

it("what is exported for the suites is used by one: no story is left out", () => {
  const directory = join(root, "packages/conformance/src")
  const texts = readdirSync(directory).map((file) => readFileSync(join(directory, file), "utf8"))
  const stories = texts.flatMap((text) => [...text.matchAll(/^export const (\w+Stories)\b/gm)].map(([, name]) => name))
  expect(stories.length).toBeGreaterThan(10)
  expect(
    stories.filter((name) => !texts.some((text) => new RegExp(`^(?!export const).*\\b${name}\\(`, "m").test(text)))
  ).toEqual([])
})
