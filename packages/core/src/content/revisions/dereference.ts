/** Reusable content in the place of what includes it: in texts, and in documents. */
import type { RichBlock, RichDocument, RichRef } from "@octavo/document"
import * as Effect from "effect/Effect"
import { task } from "../../kernel/compute/Task.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { DocumentJson } from "../../kernel/shared/documentJson.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
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
export interface ContentWork {
  /** Its document. */
  readonly json: DocumentJson["json"]
  /** Of its Markdown, in characters. */
  readonly size: number
}

/** What dereferencing a document takes: all reusable content that is in it, and in what is in it. */
export interface DereferenceWork {
  readonly document: DocumentJson["json"]
  readonly contents: ReadonlyMap<string, ContentWork>
}

/**
 * The document with every reference to reusable content replaced by its blocks, keys made unique by the key of the
 * block that they replace. What is not there, leads back to itself or would be too much stays a reference.
 */
export const dereferencedTask = task("dereferenced", ({ contents, document }: DereferenceWork) => {
  const loaded = new Map<string, ReadonlyArray<RichBlock>>()
  const load = (id: string, { json }: ContentWork): ReadonlyArray<RichBlock> => {
    const known = loaded.get(id) ?? readJson(json).nodes
    loaded.set(id, known)
    return known
  }
  let left = maxDereferenced.bytes
  const inside = (block: RichBlock, above: ReadonlyArray<string>): ReadonlyArray<RichBlock> => {
    const ref = block.type === "reusable-content" ? (block.data?.["ref"] as RichRef | undefined) : undefined
    if (ref?.kind === "reusable-content" && ref.space === undefined) {
      const id = ref.reusableContent
      const content = contents.get(id)
      if (above.includes(id) || above.length >= maxDereferenced.depth) return [block]
      if (content === undefined || content.size > left) return [block]
      left -= content.size + 100
      return each(load(id, content), [...above, id]).map((one) => keyed(one, block.key))
    }
    const nodes = block.nodes === undefined ? undefined : eachNode(block.nodes, above)
    const fragments = block.fragments?.map((fragment) => ({ ...fragment, nodes: each(fragment.nodes, above) }))
    return [{ ...block, ...defined({ nodes, fragments }) }]
  }
  const each = (blocks: ReadonlyArray<RichBlock>, above: ReadonlyArray<string>): ReadonlyArray<RichBlock> =>
    blocks.flatMap((one) => (mayRefer(one) ? inside(one, above) : [one]))
  const eachNode = (nodes: NonNullable<RichBlock["nodes"]>, above: ReadonlyArray<string>) =>
    nodes.flatMap(
      (node): NonNullable<RichBlock["nodes"]> =>
        node.object === "block" && mayRefer(node) ? inside(node, above) : [node]
    )
  const own = readJson(document)
  const json = utf8.encode(JSON.stringify({ ...own, nodes: each(own.nodes, []) })) as Uint8Array<ArrayBuffer>
  return { json, hash: contentHash(json) } satisfies DocumentJson
})

const readJson = (json: DocumentJson["json"]): RichDocument =>
  JSON.parse(typeof json === "string" ? json : utf8.decode(json))

/**
 * The reusable content that is in a text, and in what is in it.
 * @param load its text; undefined when it is not there
 */
export const includedContents = Effect.fnUntraced(function* <E>(
  tree: Revision,
  place: DocumentPlace,
  text: string,
  load: (id: string) => Effect.Effect<LoadedText | undefined, E>
) {
  const found = new Map<string, LoadedText>()
  let left = maxDereferenced.bytes
  let level: ReadonlyArray<LoadedText> = [{ text, place }]
  for (let depth = 0; depth < maxDereferenced.depth && level.length > 0; depth++) {
    const next: Array<LoadedText> = []
    for (const one of level) {
      for (const { path } of one.text.includes("{%") ? (yield* factsOf(one.text)).includes : []) {
        const ref = yield* refOf(tree, one.place, path)
        if (ref?.kind !== "reusable-content" || ref.space !== undefined || found.has(ref.reusableContent)) continue
        const content = yield* load(ref.reusableContent)
        if (content === undefined || content.text.length > left) continue
        left -= content.text.length
        found.set(ref.reusableContent, content)
        next.push(content)
      }
    }
    level = next
  }
  return found as ReadonlyMap<string, LoadedText>
})

/** Whether reusable content can be in a block: what holds text cannot. */
const mayRefer = ({ type }: RichBlock): boolean => !/^(?:paragraph|heading-\d|code|images|table)$/.test(type)

const keyed = (block: RichBlock, prefix: string | undefined): RichBlock =>
  prefix === undefined || block.key === undefined ? block : { ...block, key: `${prefix}.${block.key}` }
