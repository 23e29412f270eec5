/** The content that a long page needs while it is drawn on another thread: asked for, and asked for once. */

import { type ApiBlock, apiBlocksOf } from "@octavo/core/content/openapi/apiBlocks"
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import { conditionsIn } from "@octavo/core/kernel/texts/conditionsIn"
import { type Decide, type Node, parsePage, type Root } from "@octavo/document"
import type { ResolvedFile, ResolvedLink, ResolvedPicture, Resolver, UpdateTag } from "@octavo/render/references"
import { type Included, type Includes, includedNames, includeName } from "@octavo/render/resolver"
import { deepestInclude, visibleText } from "@octavo/render/visibleText"
import { spacesIn } from "../published/otherSpaces.ts"
import type { Answered, Ask, Found, FoundText, Side, Wanted } from "./questions.ts"

/** References that are asked for at once: their answers are copied from thread to thread. */
const atOnce = 2_000
/** What is drawn can lead to more that is asked for: a page within a page, never without end. */
const mostRounds = 10

const broken: ResolvedLink = { href: "", status: "broken" }

export type ContentRequests = ReturnType<typeof makeContentRequests>

/** @param answered what need not be asked for */
export const makeContentRequests = (ask: Ask, answered: ReadonlyArray<Answered> = []) => {
  const known = new Map(answered.map(([wanted, found]) => [keyOf(wanted), found]))
  const missing = new Map<string, Wanted>()

  const find = (wanted: Wanted): Found => {
    const key = keyOf(wanted)
    if (known.has(key)) return known.get(key)
    missing.set(key, wanted)
    return undefined
  }

  const decider = async (roots: ReadonlyArray<Root>): Promise<Decide> => {
    const conditions = Array.from(new Set(roots.flatMap(conditionsIn)))
    const holds = conditions.length === 0 ? [] : await ask({ ask: "conditions", conditions })
    const decided = new Map(conditions.map((condition, index) => [condition, holds[index] as boolean | undefined]))
    return (condition) => decided.get(condition)
  }

  /** A text as it is shown. */
  const show = async (text: string) => {
    const parsed = parsePage(text)
    return visibleText(text, parsed, await decider([parsed.root]))
  }

  /** Reusable contents that a page shows, and those that they show; with all branches where nothing is decided. */
  const includesOf = async (side: Side, from: string, page: Root, isDecided = true) => {
    const found = new Map<string, Included & FoundText & { readonly links: readonly Link[] }>()
    let names = Array.from(new Set(includedNames(from, page)))
    for (let depth = 0; depth < deepestInclude && names.length > 0; depth++) {
      const next: Array<string> = []
      const texts = await ask({ ask: "includes", side, names })
      for (const [index, name] of names.entries()) {
        const known = texts[index] as FoundText | undefined
        if (known === undefined) continue
        const { from: file, text } = known
        const parsed = parsePage(text)
        const { links } = parsed
        const shown = isDecided ? visibleText(text, parsed, await decider([parsed.root])) : { text, parsed }
        found.set(name, { root: shown.parsed.root, text: shown.text, from: file, links })
        next.push(...includedNames(file, shown.parsed.root))
      }
      names = Array.from(new Set(next)).filter((name) => !found.has(name))
    }
    return found
  }

  const viewsOf = async (side: Side, texts: ReadonlyArray<Included>) => {
    const views = new Map<Node, ApiView>()
    for (const { from, root } of texts) {
      const blocks = apiBlocksOf(root)
      const found = blocks.length === 0 ? [] : await ask({ ask: "blocks", side, from, blocks: blocks.map(bare) })
      for (const [index, block] of blocks.entries()) {
        const view = found[index] as ApiView | undefined
        if (view !== undefined) views.set(block, view)
      }
    }
    return views
  }

  const resolverOf = (
    side: Side,
    from: string,
    /** Git path of the page: expressions are its own, wherever they stand. */
    page: string,
    includes: Includes,
    views: ReadonlyMap<Node, ApiView>
  ): Resolver => {
    const of = (what: Wanted["what"], name: string, at = from) => find({ side, from: at, what, name })
    return {
      link: (href, kind) => (of(kind === "image" ? "image" : "link", href) as ResolvedLink | undefined) ?? broken,
      file: (href) => of("file", href) as ResolvedFile | undefined,
      picture: (src) => of("picture", src) as ResolvedPicture | undefined,
      include: (path) => {
        const included = includes.get(includeName(from, path))
        return included && { root: included.root, resolver: resolverOf(side, included.from, page, includes, views) }
      },
      api: (node) => views.get(node),
      tag: (slug) => of("tag", slug) as UpdateTag | undefined,
      expression: (source) => of("expression", source, page) as string | undefined
    }
  }

  /** Where a reference leads, for a page that is written as Markdown. */
  const address = (href: string, from: string) =>
    find({ side: "shown", from, what: "address", name: href }) as string | undefined
  const expression = (source: string, page: string) =>
    find({ side: "shown", from: page, what: "expression", name: source }) as string | undefined

  /** Draws until nothing is missing. */
  const settled = async <A>(draw: () => A): Promise<A> => {
    for (let round = 0; ; round++) {
      missing.clear()
      const drawn = draw()
      if (missing.size === 0 || round === mostRounds) return drawn
      const wanted = Array.from(missing)
      for (let at = 0; at < wanted.length; at += atOnce) {
        const some = wanted.slice(at, at + atOnce)
        const found = await ask({ ask: "references", wanted: some.map(([, one]) => one) })
        for (const [index, [key]] of some.entries()) known.set(key, found[index] as Found)
      }
    }
  }

  /** Looks at the other spaces that links lead to. */
  const look = async (links: ReadonlyArray<Link>): Promise<void> => {
    const spaces = Array.from(spacesIn(links))
    if (spaces.length > 0) await ask({ ask: "spaces", spaces })
  }

  return { address, expression, includesOf, look, resolverOf, settled, show, viewsOf }
}

const keyOf = ({ from, name, side, what }: Wanted): string => `${side} ${what} ${from}\n${name}`

interface Link {
  readonly href: string
}

/** What a block asks for, without what stands in it. */
const bare = (block: ApiBlock): ApiBlock => ("children" in block ? { ...block, children: [] } : block)
