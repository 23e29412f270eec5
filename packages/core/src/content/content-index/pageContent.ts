/** What a page says: its own text, and the reusable contents that it shows. */
import type { Decide } from "@octavo/document"
import { Effect } from "effect"
import { compute, computeKept, keptOf } from "../../kernel/compute/Compute.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { type PageFacts, pageFacts } from "../../kernel/texts/PageFacts.ts"
import { textSections } from "../../kernel/texts/readTexts.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import { targetOf } from "./linkReader.ts"
import { keyOfInclude, type LinkWorld } from "./pageLinks.ts"
import type { SearchDocument } from "./SearchDocument.ts"
import { searchedPage } from "./searchTask.ts"

/** Includes that are looked at for one page, those within others too. */
const maxIncluded = 100

export interface PageContent {
  /** Absent for a page without a text. */
  readonly facts: PageFacts | undefined
  /** What search has of it; absent for what is not searched. */
  readonly document: SearchDocument | undefined
}

/** What somebody sees of a page's text; without it, all of it. */
type Sees = (page: PageRecord) => Decide

/** A text that a page shows. */
interface Shown {
  readonly hash: string
  readonly text: string
  readonly facts: PageFacts
  /** The file that its includes are relative to. */
  readonly from: string
  /** For each of its includes, which of the texts it shows. */
  readonly includes: Array<number | undefined>
}

/** Reads pages of one revision; what several of them include is read once. */
export const pageContents = (world: LinkWorld, tree: Revision, sees?: Sees) => {
  const reusables = new Map<string, Omit<Shown, "from" | "includes">>()

  const readText = Effect.fnUntraced(function* (hash: string) {
    const { text } = yield* missingIsDamage(tree.body(hash))
    return { hash, text, facts: yield* computeKept(pageFacts, hash, { text }, text.length) }
  })

  const included = Effect.fnUntraced(function* (from: string, path: string) {
    const key = keyOfInclude(world, from, path)
    const target = key === undefined ? undefined : yield* targetOf(tree, key)
    const record =
      target?.kind === "reusable-content" ? yield* missingIsDamage(tree.reusableContent(target.id)) : undefined
    if (record === undefined) return undefined
    const known = reusables.get(record.body) ?? (yield* readText(record.body))
    reusables.set(record.body, known)
    return { id: record.id, shown: { ...known, from: record.git?.path ?? "", includes: [] } satisfies Shown }
  })

  /** The texts that a page shows, itself first, and the hash of each include, in order. */
  const textsOf = Effect.fnUntraced(function* (page: PageRecord, body: string) {
    const texts: Array<Shown> = [{ ...(yield* readText(body)), from: page.git?.path ?? "", includes: [] }]
    const bodies: Array<string> = []
    const known = new Map<string, number>()
    for (const text of texts) {
      for (const { path } of text.facts.includes) {
        const found = bodies.length < maxIncluded ? yield* included(text.from, path) : undefined
        bodies.push(found?.shown.hash ?? "")
        if (found !== undefined && !known.has(found.id)) {
          known.set(found.id, texts.length)
          texts.push(found.shown)
        }
        text.includes.push(found === undefined ? undefined : known.get(found.id))
      }
    }
    return { texts, bodies }
  })

  return Effect.fnUntraced(function* (page: PageRecord) {
    const { bodies, texts } = page.body === undefined ? { texts: [], bodies: [] } : yield* textsOf(page, page.body)
    const [own] = texts
    const hash = bodies.length === 0 ? (own?.hash ?? "") : contentHash(utf8.encode([page.body, ...bodies].join(" ")))
    const conditions = texts.flatMap(({ facts }) => facts.conditions ?? [])
    const isJudged = sees !== undefined && texts.some(({ facts }) => facts.conditions !== undefined)
    const decide = isJudged ? sees(page) : undefined
    const work = {
      page,
      // of all texts that it comes from
      hash,
      texts: texts.map(({ text }) => text),
      shown: texts.map(({ includes }) => includes),
      sections:
        own !== undefined && bodies.length === 0 && !isJudged ? yield* keptOf(textSections, own.hash) : undefined,
      varies: sees !== undefined || texts.some(({ facts }) => facts.conditions !== undefined),
      decided: decide === undefined ? undefined : new Map(conditions.map((condition) => [condition, decide(condition)]))
    }
    const length = work.texts.reduce((sum, text) => sum + text.length, 0)
    const document = isJudged
      ? yield* compute(searchedPage, work, length)
      : yield* computeKept(searchedPage, `${hash} ${JSON.stringify(page)}`, work, length)
    return { facts: own?.facts, document } satisfies PageContent
  })
}
