/** Answers for what the drawing of a long page asks for. */

import type { ApiReference } from "@octavo/core/content/openapi/ApiReference"
import type { ApiBlock } from "@octavo/core/content/openapi/apiBlocks"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import type { PageFacts } from "@octavo/core/kernel/texts/PageFacts"
import type { ReferenceKind, Root } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { Effect } from "effect"
import type { Answer, Found, FoundText, Question, Side, Wanted } from "./questions.ts"

/** What is asked of one revision. */
export interface Answering {
  /** Answers for the references of a file. */
  readonly resolver: (from: string) => Pick<Resolver, "link" | "file" | "picture" | "tag" | "expression">
  /** Where a reference of a file leads, for a page that is written as Markdown. */
  readonly address?: ((href: string, from: string) => string | undefined) | undefined
  /** The text of reusable content, by what includes call it. */
  readonly include: (name: string) => Effect.Effect<FoundText | undefined, StorageError>
  readonly views: (from: string, blocks: ReadonlyArray<ApiBlock>) => ReturnType<ApiReference["Service"]["views"]>
}

/** So many references are answered before others have their turn. */
const atOnce = 500

/**
 * @param sides what is asked of each revision
 * @param decide whether a condition holds
 * @param look looks at other spaces before what is in them is asked for
 */
export const answersOf = (
  sides: Readonly<Partial<Record<Side, Answering>>>,
  decide: (condition: string) => boolean | undefined,
  look: (spaces: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
) => {
  const find = ({ from, name, side, what }: Wanted): Found => {
    const { address, resolver } = sides[side]!
    switch (what) {
      case "link":
      case "image":
        return resolver(from).link(name, what)
      case "file":
        return resolver(from).file(name)
      case "picture":
        return resolver(from).picture?.(name)
      case "tag":
        return resolver(from).tag?.(name)
      case "expression":
        return resolver(from).expression(name)
      case "address":
        return address?.(name, from)
    }
  }
  return Effect.fnUntraced(function* (question: Question): Effect.fn.Return<Answer, StorageError> {
    switch (question.ask) {
      case "conditions":
        return question.conditions.map(decide)
      case "includes":
        return yield* Effect.forEach(question.names, sides[question.side]!.include)
      case "blocks": {
        const { blocks, from, side } = question
        const views = yield* sides[side]!.views(from, blocks)
        return blocks.map((block) => views.get(block))
      }
      case "spaces":
        yield* look(question.spaces)
        return []
      case "references": {
        const found: Array<Found> = []
        for (const [index, wanted] of question.wanted.entries()) {
          found.push(find(wanted))
          if (index % atOnce === atOnce - 1) yield* Effect.yieldNow
        }
        return found
      }
    }
  })
}

/** What the drawing of a page will ask for, as far as what is said of its text tells: a page that asks is drawn twice. */
export const wantedBy = ({ expressions = [], links }: PageFacts, from: string): ReadonlyArray<Wanted> => {
  const wanted = new Map<string, Wanted>()
  const want = (what: Wanted["what"], name: string): void => {
    wanted.set(`${what} ${name}`, { side: "shown", from, what, name })
  }
  for (const { href, kind } of links) {
    if (kind === "image") {
      want("file", href)
      if (/^(?:https?:|data:)/i.test(href.trim())) want("picture", href)
    } else if (ofFiles.has(kind)) want("file", href)
    else if (ofPlaces.has(kind)) want("link", href)
  }
  for (const source of expressions) want("expression", source)
  return Array.from(wanted.values())
}

const ofFiles: ReadonlySet<ReferenceKind> = new Set(["file", "tableFile"])
const ofPlaces: ReadonlySet<ReferenceKind> = new Set(["link", "mention", "button", "contentRef", "embed", "cardTarget"])

/** A tree that has some blocks and nothing else. */
export const treeOf = (blocks: Readonly<Root["children"]>): Root => ({
  type: "root",
  children: [...blocks],
  position: { start: 0, end: 0 }
})
