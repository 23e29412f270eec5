/** The pages that people follow, and what stands in them to be pasted. */
import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** Reads YAML as the frontmatter of pages is read. */
export const parseYaml: (text: string) => any = createRequire(join(root, "packages/document/package.json"))(
  "yaml"
).parse

export interface Block {
  /** Path below the root of the repository. */
  readonly page: string
  /** Of the fence, from 1. */
  readonly line: number
  /** Of the fence; empty without one. */
  readonly language: string
  readonly text: string
  /** What stands on the page before it. */
  readonly before: string
}

/** README and all of `docs/` but what was decided once, which nobody follows, and what is for contributors: no blocks. */
export const pages: ReadonlyArray<string> = [
  "README.md",
  ...globSync("docs/**/*.md", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/^docs\/(?:decisions|contributing)\//.test(path) && path !== "docs/SUMMARY.md")
    .sort()
]

export const textOf = (page: string): string => readFileSync(join(root, page), "utf8")

/** Every fenced block of a page, in order. */
export const blocksOf = (page: string, text = textOf(page)): ReadonlyArray<Block> =>
  [...text.matchAll(/^( *)(`{3,})([^`\n]*)\n([\s\S]*?)^\1\2 *$/gm)].map(({ 0: _, 3: language, 4: code, index }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    language: language!.trim(),
    text: code!,
    before: text.slice(0, index)
  }))

/** `page:line`, by which a block is told. */
export const placeOf = ({ line, page }: Block): string => `${page}:${line}`

/** The first operation that the section of a block names before it, like `POST /v1/orgs/{organizationId}/spaces`. */
export const operationBefore = ({ before, page }: Block): readonly [method: string, path: string] => {
  const [, method, path] =
    before
      .split(/^## /m)
      .at(-1)!
      .match(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[^\s`]+)`/) ?? []
  if (method === undefined) throw new Error(`${page}: no operation is named before the block`)
  return [method, path!]
}
