/** How often a header is parsed: counted where the library is called. */
import { expect, it, vi } from "vitest"
import { editFrontmatter, editYaml } from "../../src/index.ts"

const parsed = vi.hoisted(() => ({ times: 0 }))
vi.mock("yaml", async (original) => {
  const yaml = await original<typeof import("yaml")>()
  const parseDocument: typeof yaml.parseDocument = (...asked) => {
    parsed.times++
    return yaml.parseDocument(...asked)
  }
  return { ...yaml, parseDocument }
})

const readsOf = (work: () => string): readonly [reads: number, text: string] => {
  parsed.times = 0
  const text = work()
  return [parsed.times, text]
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => [`key${index}`, `word ${index}`] as const)
/** With a remark: plain lines alone are read without the library. */
const header = (count: number): string =>
  `# words\n${keys(count)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}`

it.each([1, 5, 40])("%i keys that are what they are set to are read once", (count) => {
  const same = Object.fromEntries(keys(count))
  const text = `---\n${header(count)}---\n\n# Page\n`
  expect(readsOf(() => editFrontmatter(text, same))).toEqual([1, text])
  expect(readsOf(() => editYaml(header(count), same))).toEqual([1, header(count)])
})

it("a key that changes costs the same among many that do not", () => {
  const [few, many] = [2, 40].map((count) => {
    const text = `---\n${header(count)}---\n\n# Page\n`
    const [reads, edited] = readsOf(() => editFrontmatter(text, { ...Object.fromEntries(keys(count)), key1: "other" }))
    expect(edited).toBe(text.replace("key1: word 1\n", "key1: other\n"))
    return reads
  })
  expect(many).toBe(few)
})
