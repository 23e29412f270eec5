/** What a page says: its own text, and the reusable contents that it shows. */
import {
  chooseBranches,
  type Include,
  type ParsedPage,
  parsePage,
  type Root,
  type Section,
  sections,
  visit
} from "@octavo/document"
import { Effect } from "effect"
import { makeJudge } from "../conditions/Judge.ts"
import type { PageRecord } from "../content/model/Records.ts"
import type { Revision, RevisionTree } from "../content/model/RevisionTree.ts"
import { stored } from "../content/SpaceContent.ts"
import { targetOf } from "../links/linkReader.ts"
import { keyOfInclude, type LinkWorld } from "../links/pageLinks.ts"
import { contentHash, utf8 } from "../shared/hash.ts"
import { anonymous } from "../visitors/Visitor.ts"

/** Includes that are looked at for one page, those within others too. */
const maxIncluded = 100

export interface PageContent {
  readonly parsed: ParsedPage | undefined
  /** Hash of all texts that the sections come from; empty for a page without any. */
  readonly hash: string
  readonly sections: ReadonlyArray<Section>
}

/** Reads pages of one revision; what several of them include is parsed once. */
export const pageContents = (trees: RevisionTree["Service"], world: LinkWorld, tree: Revision) => {
  const reusables = new Map<string, ParsedPage>()

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
    const seen = new Set<string>()
    const waiting: Array<{ readonly from: string; readonly root: Root }> = [{ from: page.git?.path ?? "", root }]
    for (const { from, root } of waiting) {
      for (const include of includesIn(root)) {
        const found = bodies.length < maxIncluded ? yield* included(from, include.path) : undefined
        bodies.push(found?.record.body ?? "")
        if (found === undefined) continue
        shown.set(include, forAnybody(found.root))
        if (seen.has(found.record.id)) continue
        seen.add(found.record.id)
        waiting.push({ from: found.record.git?.path ?? "", root: found.root })
      }
    }
    return { shown, bodies }
  })

  return Effect.fnUntraced(function* (page: PageRecord) {
    if (page.body === undefined) return { parsed: undefined, hash: "", sections: [] } satisfies PageContent
    const parsed = parsePage((yield* stored(trees.body(page.body))).text)
    const { bodies, shown } = yield* includes(page, parsed.root)
    const hash = bodies.length === 0 ? page.body : contentHash(utf8.encode([page.body, ...bodies].join(" ")))
    return {
      parsed,
      hash,
      sections: sections({ root: forAnybody(parsed.root) }, (include) => shown.get(include))
    } satisfies PageContent
  })
}

const nobody = makeJudge(anonymous, { adaptiveContent: false, schema: undefined })

/** What is found is what is shown to somebody of whom nothing is known. */
const forAnybody = (root: Root): Root => chooseBranches(root, (condition) => nobody.decide(condition))

const includesIn = (root: Root): ReadonlyArray<Include> => {
  const found: Array<Include> = []
  visit(root, (node) => {
    if (node.type === "include") found.push(node)
    return true
  })
  return found
}
