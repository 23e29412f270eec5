/** What a page says: its own text, and the reusable contents that it shows. */
import {
  chooseBranches,
  type Decide,
  hasConditions,
  type Include,
  type ParsedPage,
  parsePage,
  type Root,
  type Section,
  sections,
  visit
} from "@octavo/document"
import { Effect } from "effect"
import type { PageRecord } from "../content/model/Records.ts"
import type { Revision, RevisionTree } from "../content/model/RevisionTree.ts"
import { stored } from "../content/stored.ts"
import { targetOf } from "../links/linkReader.ts"
import { keyOfInclude, type LinkWorld } from "../links/pageLinks.ts"
import { contentHash, utf8 } from "../shared/hash.ts"

/** Includes that are looked at for one page, those within others too. */
const maxIncluded = 100

export interface PageContent {
  readonly parsed: ParsedPage | undefined
  /** Hash of all texts that the sections come from; empty for a page without any. */
  readonly hash: string
  readonly sections: ReadonlyArray<Section>
  /** Some of it is shown under a condition. */
  readonly varies: boolean
}

/** What somebody sees of a page's text; without it, all of it. */
type Sees = (page: PageRecord) => Decide

/** Reads pages of one revision; what several of them include is parsed once. */
export const pageContents = (trees: RevisionTree["Service"], world: LinkWorld, tree: Revision, sees?: Sees) => {
  const reusables = new Map<string, ParsedPage>()
  const seen = (root: Root, page: PageRecord): Root => (sees === undefined ? root : chooseBranches(root, sees(page)))

  const included = Effect.fnUntraced(function* (from: string, path: string) {
    const key = keyOfInclude(world, from, path)
    const target = key === undefined ? undefined : yield* targetOf(tree, key)
    const record = target?.kind === "reusable-content" ? yield* stored(tree.reusableContent(target.id)) : undefined
    if (record === undefined) return undefined
    const parsed = reusables.get(record.body) ?? parsePage((yield* stored(trees.body(record.body))).text)
    reusables.set(record.body, parsed)
    return { record, root: parsed.root }
  })

  /** The roots that a page's includes show, by the include, and the hash of the text of each, in order. */
  const includes = Effect.fnUntraced(function* (page: PageRecord, root: Root) {
    const shown = new Map<Include, Root>()
    const bodies: Array<string> = []
    const known = new Set<string>()
    let varies = hasConditions(root)
    const waiting: Array<{ readonly from: string; readonly root: Root }> = [{ from: page.git?.path ?? "", root }]
    for (const { from, root } of waiting) {
      for (const include of includesIn(root)) {
        const found = bodies.length < maxIncluded ? yield* included(from, include.path) : undefined
        bodies.push(found?.record.body ?? "")
        if (found === undefined) continue
        varies ||= hasConditions(found.root)
        shown.set(include, seen(found.root, page))
        if (known.has(found.record.id)) continue
        known.add(found.record.id)
        waiting.push({ from: found.record.git?.path ?? "", root: found.root })
      }
    }
    return { shown, bodies, varies }
  })

  return Effect.fnUntraced(function* (page: PageRecord) {
    if (page.body === undefined)
      return { parsed: undefined, hash: "", sections: [], varies: false } satisfies PageContent
    const parsed = parsePage((yield* stored(trees.body(page.body))).text)
    const { bodies, shown, varies } = yield* includes(page, parsed.root)
    const hash = bodies.length === 0 ? page.body : contentHash(utf8.encode([page.body, ...bodies].join(" ")))
    return {
      parsed,
      hash,
      sections: sections({ root: seen(parsed.root, page) }, (include) => shown.get(include)),
      varies
    } satisfies PageContent
  })
}

const includesIn = (root: Root): ReadonlyArray<Include> => {
  const found: Array<Include> = []
  visit(root, (node) => {
    if (node.type === "include") found.push(node)
    return true
  })
  return found
}
