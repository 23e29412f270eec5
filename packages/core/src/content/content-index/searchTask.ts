import { chooseBranches, type Include, type Root, readPage, type Section, sections } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"
import { includesIn } from "../../kernel/texts/PageFacts.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import { type SearchDocument, toSearchDocument } from "./SearchDocument.ts"

/**
 * What search has of a page, its includes in place. `shown` has, for each include of each text in order, which of the
 * texts it shows; the first text is the page. With `decided` only branches count whose conditions hold.
 */
export const searchedPage = task(
  "searched",
  ({
    decided,
    hash,
    page,
    sections: known,
    shown,
    texts,
    varies
  }: {
    readonly page: PageRecord
    readonly hash: string
    readonly texts: ReadonlyArray<string>
    readonly shown: ReadonlyArray<ReadonlyArray<number | undefined>>
    readonly varies: boolean
    /** Of the page, where it shows no other text and all of its own. */
    readonly sections?: ReadonlyArray<Section> | undefined
    readonly decided: ReadonlyMap<string, boolean | undefined> | undefined
  }): SearchDocument | undefined => {
    if (known !== undefined) return toSearchDocument(page, hash, known, varies)
    const parsed = texts.map((text) => readPage(text).root)
    const roots =
      decided === undefined ? parsed : parsed.map((root) => chooseBranches(root, (condition) => decided.get(condition)))
    const targets = new Map<Include, Root | undefined>()
    for (const [index, root] of parsed.entries()) {
      for (const [n, include] of includesIn(root).entries()) {
        const target = shown[index]?.[n]
        targets.set(include, target === undefined ? undefined : roots[target])
      }
    }
    const found = roots.length === 0 ? [] : sections({ root: roots[0]! }, (include) => targets.get(include))
    return toSearchDocument(page, hash, found, varies)
  }
)
