/** Reusable content in the place of what includes it: in texts, and in documents. */
import type { RichBlock, RichDocument, RichRef } from "@octavo/document"
import { Effect } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { factsOf } from "../../kernel/texts/PageFacts.ts"
import { type DocumentPlace, hrefOf, hrefsOf, refOf, resolveAll, withHrefs } from "./documentReferences.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** What dereferencing may add: bytes of Markdown in all, and reusable contents in one another. */
const maxDereferenced = { bytes: 5_000_000, depth: 10 }

/** Reusable content, as it comes into a text. */
export interface LoadedText {
  /** Without its header. */
  readonly text: string
  readonly place: DocumentPlace
}

/**
 * The text with every include of reusable content replaced by what it shows, links in it as they are right in their new
 * place. What is not there, leads back to itself or would be too much stays an include.
 * @param load reusable content; undefined when it is not there
 */
export const dereferencedText = Effect.fnUntraced(function* <E>(
  tree: Revision,
  place: DocumentPlace,
  text: string,
  load: (id: string) => Effect.Effect<LoadedText | undefined, E>
) {
  let left = maxDereferenced.bytes
  const inside = (
    own: string,
    at: DocumentPlace,
    above: ReadonlyArray<string>
  ): Effect.Effect<string, E | ObjectsError> =>
    Effect.gen(function* () {
      let out = ""
      let done = 0
      for (const { path, position } of own.includes("{%") ? (yield* factsOf(own)).includes : []) {
        const ref = position.start < done ? undefined : yield* refOf(tree, at, path)
        if (ref?.kind !== "reusable-content" || ref.space !== undefined) continue
        const id = ref.reusableContent
        if (above.includes(id) || above.length >= maxDereferenced.depth) continue
        const content = yield* load(id)
        if (content === undefined || content.text.length > left) continue
        left -= content.text.length + 100
        const shown = yield* inside(content.text, content.place, [...above, id])
        const moved = yield* movedTo(tree, content.place, at, shown.trimEnd())
        out += own.slice(done, position.start) + indented(moved, own, position.start)
        done = own[position.end - 1] === "\n" ? position.end - 1 : position.end
      }
      return out + own.slice(done)
    })
  return yield* inside(text, place, [])
})

/** Lines that stand where another text has one: in a list or a quotation each begins as that one does. */
const indented = (lines: string, text: string, at: number): string => {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at)
  return /^[\s>]+$/.test(before) ? lines.replace(/\n(?=[^\n])/g, `\n${before}`) : lines
}

/** A text with its links written as another place has them. */
const movedTo = Effect.fnUntraced(function* (tree: Revision, from: DocumentPlace, to: DocumentPlace, text: string) {
  const facts = yield* factsOf(text)
  const hrefs = new Map<string, string>()
  for (const [href, ref] of yield* resolveAll(tree, from, hrefsOf(facts))) {
    const written = ref === undefined ? undefined : yield* hrefOf(tree, to, ref)
    if (written !== undefined) hrefs.set(href, written)
  }
  return yield* withHrefs(text, facts, (href) => hrefs.get(href))
})

/** Reusable content, as it comes into a document. */
export interface LoadedContent {
  readonly nodes: ReadonlyArray<RichBlock>
  /** Of its Markdown, in bytes. */
  readonly size: number
}

/**
 * The document with every reference to reusable content replaced by its blocks, keys made unique by the key of the
 * block that they replace. What is not there, leads back to itself or would be too much stays a reference.
 * @param load reusable content; undefined when it is not there
 */
export const dereference = Effect.fnUntraced(function* <E>(
  document: RichDocument,
  load: (id: string) => Effect.Effect<LoadedContent | undefined, E>
) {
  let left = maxDereferenced.bytes
  const inside = (block: RichBlock, above: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RichBlock>, E> =>
    Effect.gen(function* () {
      const ref = block.type === "reusable-content" ? (block.data?.["ref"] as RichRef | undefined) : undefined
      if (ref?.kind === "reusable-content" && ref.space === undefined) {
        const id = ref.reusableContent
        if (above.includes(id) || above.length >= maxDereferenced.depth) return [block]
        const content = yield* load(id)
        if (content === undefined || content.size > left) return [block]
        left -= content.size + 100
        const own = yield* each(content.nodes, [...above, id])
        return own.map((one) => keyed(one, block.key))
      }
      const nodes = block.nodes === undefined ? undefined : yield* eachNode(block.nodes, above)
      const fragments =
        block.fragments === undefined
          ? undefined
          : yield* Effect.forEach(block.fragments, (fragment) =>
              Effect.map(each(fragment.nodes, above), (blocks) => ({ ...fragment, nodes: blocks }))
            )
      return [{ ...block, ...defined({ nodes, fragments }) }]
    })
  const each = (blocks: ReadonlyArray<RichBlock>, above: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(blocks, (one) => inside(one, above)),
      (all) => all.flat()
    )
  const eachNode = (nodes: NonNullable<RichBlock["nodes"]>, above: ReadonlyArray<string>) =>
    nodes.some((node) => node.object === "block" && mayRefer(node))
      ? Effect.map(
          Effect.forEach(nodes, (node) =>
            node.object === "block" ? inside(node, above) : Effect.succeed<NonNullable<RichBlock["nodes"]>>([node])
          ),
          (all) => all.flat()
        )
      : Effect.succeed(nodes)
  const nodes = yield* Effect.forEach(document.nodes, (one) =>
    mayRefer(one) ? inside(one, []) : Effect.succeed<ReadonlyArray<RichBlock>>([one])
  )
  return { ...document, nodes: nodes.flat() }
})

/** Whether reusable content can be in a block: what holds text cannot. */
const mayRefer = ({ type }: RichBlock): boolean => !/^(?:paragraph|heading-\d|code|images|table)$/.test(type)

const keyed = (block: RichBlock, prefix: string | undefined): RichBlock =>
  prefix === undefined || block.key === undefined ? block : { ...block, key: `${prefix}.${block.key}` }
