import { describe, expect, it } from "vitest"
import { hasCorpora, pages } from "../corpora.ts"
import { asJson, bare, blocksOf, read, write, written } from "./json.ts"

/** Paths of the texts in a block. */
const textsIn = (node: any, path: Array<string | number> = []): Array<Array<string | number>> => {
  if (node.object === "text") return [path]
  return ["nodes", "fragments"].flatMap((name) =>
    (node[name] ?? []).flatMap((child: any, index: number) => textsIn(child, [...path, name, index]))
  )
}

const random = (seed: number) => (limit: number) => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed % limit
}

/** Lines that differ at the start and at the end stay out. */
const changedLines = (before: string, after: string): { from: number; to: number } => {
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  let tail = 0
  const rest = Math.min(before.length, after.length) - from
  while (tail < rest && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { from, to: before.length - tail }
}

/** What writes a page many times does so with some of them. */
const some = (every: number) => pages().filter((_, index) => index % every === 0)

describe.skipIf(!hasCorpora)("every page of the corpora", () => {
  it("comes back byte for byte when nothing is edited", () => {
    for (const { name, text } of pages()) expect(written(read(text), text), name).toBe(text)
  })

  it("says the same when its document is written anew", () => {
    for (const { name, text } of pages()) {
      const document = read(text)
      expect(bare(read(written(document))), name).toEqual(bare(document))
    }
  })

  it("changes in the lines of one block when one block is edited", () => {
    const pick = random(7)
    let edits = 0
    for (const { name, text } of pages()) {
      const document = read(text)
      if (document.nodes.length === 0) continue
      const at = pick(document.nodes.length)
      const paths = textsIn(document.nodes[at])
      if (paths.length === 0) continue
      const path = paths[pick(paths.length)]!
      const next = asJson(document)
      const node = path.reduce((value, step) => value[step], next.nodes[at])
      const leaf = node.leaves.find((one: any) => one.source === undefined)
      if (leaf === undefined) continue
      leaf.text += " changed"
      const after = written(next, text)
      edits++
      expect(bare(read(after)).nodes.length, name).toBe(document.nodes.length)
      const { from, to } = changedLines(text, after)
      const touched = blocksOf(text).filter(
        ({ position, type }) => type !== "footnoteDefinition" && position.start < to && position.end > from
      )
      expect(touched.length, name).toBeLessThanOrEqual(1)
    }
    expect(edits).toBeGreaterThan(500)
  })

  it("changes by one word when one word is edited, in nearly every block", () => {
    let [edits, more] = [0, 0]
    for (const { name, text } of some(3)) {
      const document = read(text)
      const last = document.nodes.length - 1
      for (const at of new Set(last < 0 ? [] : [0, last >> 1, last])) {
        const paths = textsIn(document.nodes[at])
        const next = asJson(document)
        const leaf = paths
          .flatMap((path) => path.reduce((value, step) => value[step], next.nodes[at]).leaves)
          .find((one: any) => one.source === undefined && /[a-z]/i.test(one.text))
        if (leaf === undefined) continue
        leaf.text = leaf.text.replace(/[a-z]+/i, "$&zqz")
        edits++
        const after = written(next, text)
        expect(after.split("zqz").length, name).toBe(2)
        if (after.replace("zqz", "") !== text) more++
      }
    }
    // tables that are padded as we pad them are padded anew, and addresses in the text get a text of their own
    expect(edits).toBeGreaterThan(400)
    expect(more).toBeLessThan(edits / 50)
  })

  it("loses one block, and gets one more, and keeps the bytes of the others", () => {
    const pick = random(11)
    for (const { name, text } of some(5)) {
      const document = read(text)
      if (document.nodes.length < 3) continue
      const at = pick(document.nodes.length - 1)
      const without = { ...document, nodes: document.nodes.filter((_: unknown, index: number) => index !== at) }
      const shorter = write(without, text)
      // tags of what has no form of its own cannot go one by one
      if ("problem" in shorter) continue
      expect(bare(read(shorter.text)).nodes, name).toEqual(bare(without).nodes)
      const more = [...document.nodes]
      more.splice(at + 1, 0, { object: "block", type: "divider", isVoid: true, data: {} })
      const longer = written({ ...document, nodes: more }, text)
      expect(bare(read(longer)).nodes, name).toEqual(bare(more))
      const { from, to } = changedLines(text, longer)
      expect(text.slice(from, to).trim(), name).toBe("")
    }
  })

  it("has keys that stay when another block is edited", () => {
    for (const { name, text } of some(3)) {
      const document = read(text)
      const keys = new Set(document.nodes.map(({ key }: any) => key))
      expect(keys.size, name).toBe(document.nodes.length)
      const next = asJson(document)
      next.nodes.unshift({
        object: "block",
        type: "paragraph",
        nodes: [{ object: "text", leaves: [{ text: "First of all." }] }]
      })
      const after = read(written(next, text))
      expect(
        after.nodes.slice(1).map(({ key }: any) => key),
        name
      ).toEqual(document.nodes.map(({ key }: any) => key))
    }
  })
})
