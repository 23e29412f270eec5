/** What the pages of a book refer to: files, reusable contents, grammars. Read once, when a page first needs it. */
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { childrenOf, chooseBranches, type Decide, type Node, parsePage, type Root } from "@octavo/document"
import type { makeHighlighter } from "@octavo/render/highlight"
import type { Resolver } from "@octavo/render/references"
import { type Included, type Includes, includedNames, reusableNamed } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import type { Reads } from "./book.ts"
import type { Canvas } from "./canvas.ts"
import { fileIdOf, type Tokens } from "./context.ts"
import { type Picture, readPicture } from "./media.ts"

export interface Library {
  readonly pictures: ReadonlyMap<string, Picture>
  readonly addresses: ReadonlyMap<string, string>
  readonly highlight: (code: string, language: string) => Tokens | undefined
  /** Reusable contents that a page shows, and those that they show, as they are shown, by Git path. */
  readonly includes: (from: string, root: Root, decide: Decide) => Promise<Includes>
  /** Reads the files and grammars of a page and of what it includes. */
  readonly load: (root: Root, resolver: Resolver) => Promise<void>
}

/** Includes within includes: deeper ones are cycles or mistakes. */
const deepestInclude = 8
/** Images of one book; what comes after is said in words. */
const mostPictures = 20_000

/** What the parts of a book share. */
export interface Shared {
  readonly highlighter: ReturnType<typeof makeHighlighter>
  /** Files that were asked for. */
  files: number
}

/** @param part number of the part of the book, whose index it is */
export const makeLibrary = (canvas: Canvas, reads: Reads, index: SpaceIndex, part: number, shared: Shared): Library => {
  const { highlighter } = shared
  const pictures = new Map<string, Picture>()
  const addresses = new Map<string, string>()
  const seen = new Set<string>()

  const loadFile = async (id: string): Promise<void> => {
    const file: FileRecord | undefined = index.fileById.get(id)
    if (file === undefined || seen.has(id)) return
    seen.add(id)
    shared.files++
    addresses.set(id, await reads.address(file, part))
    if (!file.contentType.startsWith("image/") || shared.files > mostPictures) return
    const picture = await readPicture(canvas, file, () => reads.bytes(file))
    if (picture !== undefined) pictures.set(id, picture)
  }

  return {
    pictures,
    addresses,
    highlight: highlighter.highlight,
    includes: async (from, root, decide) => {
      const found = new Map<string, Included>()
      let wanted = includedNames(from, root)
      for (let depth = 0; depth < deepestInclude && wanted.length > 0; depth++) {
        const next: Array<string> = []
        for (const name of wanted) {
          const reusable = reusableNamed(index, name)
          if (reusable === undefined || found.has(name)) continue
          const shown = chooseBranches(parsePage(await reads.text(reusable.body, part)).root, decide)
          const file = reusable.git?.path ?? ""
          found.set(name, { root: shown, from: file })
          next.push(...includedNames(file, shown))
        }
        wanted = next
      }
      return found
    },
    load: async (root, resolver) => {
      await highlighter.prepare(root, resolver)
      const ids = new Set<string>()
      collect(root, resolver, ids, [root])
      for (const id of ids) await loadFile(id)
    }
  }
}

/** Everything that a node may refer to as it is written. */
const hrefsOf = (node: Node): ReadonlyArray<string> => {
  switch (node.type) {
    case "image":
    case "link":
    case "mention":
    case "contentRef":
      return [node.url]
    case "button":
      return node.url === undefined ? [] : [node.url]
    case "imagesItem":
      return node.href === undefined ? [node.src] : [node.src, node.href]
    case "file":
      return [node.src]
    case "richTableCell":
      return node.values
    case "htmlElement":
      return [node.attributes["src"], node.attributes["href"]].filter((href) => href !== undefined)
    default:
      return []
  }
}

const collect = (node: Node, resolver: Resolver, ids: Set<string>, trail: ReadonlyArray<Root>): void => {
  for (const href of hrefsOf(node)) {
    const kept = resolver.picture?.(href)
    const url = resolver.file(href)?.url ?? (kept === "tracker" ? undefined : kept?.url)
    const id = url === undefined ? undefined : fileIdOf(url)
    if (id !== undefined) ids.add(id)
  }
  if (node.type === "include" && trail.length <= deepestInclude) {
    const included = resolver.include(node.path)
    if (included !== undefined && !trail.includes(included.root)) {
      collect(included.root, included.resolver, ids, [...trail, included.root])
    }
  }
  for (const child of childrenOf(node)) collect(child, resolver, ids, trail)
}
