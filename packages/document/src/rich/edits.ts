/** From what became of the blocks of a text to the edits that make it so: as few and as deep down as possible. */
import type { Block, Content, FootnoteDefinition, List, ListItem } from "../ast.ts"
import { isBlock } from "../content.ts"
import { printBlocks } from "../print/blocks.ts"
import { newlineOf, prefixLines } from "../print/lines.ts"
import { blankPrefix, Lines, linePrefix } from "../print/place.ts"
import type { BlockEdit } from "../print/replace.ts"
import { pushAll } from "../push-all.ts"
import type { ReadContext } from "./context.ts"
import { blockOf, blocksOf } from "./from-blocks.ts"
import { partOf } from "./from-tags.ts"
import { type Pair, pairUnits, sameBlocks, sameValue } from "./match.ts"
import { isBlankParagraph, type RichBlock } from "./model.ts"
import type { EditedNote } from "./notes.ts"
import { unitOf } from "./to-blocks.ts"
import { Refused, type WriteContext } from "./write-context.ts"

/** Blocks of the text that follow each other, and the blocks of the document that each of them became. */
export interface Siblings {
  readonly nodes: ReadonlyArray<Block>
  /** How many blocks of `keyed` each node became. */
  readonly lengths: ReadonlyArray<number>
  readonly keyed: ReadonlyArray<RichBlock>
  /** Stays in front of what comes to stand in its place. */
  readonly first?: Block | undefined
}

export interface EditWay {
  readonly isNested: boolean
  readonly keepsForm: boolean
  readonly isJoined?: boolean
}

export class BlockEdits {
  readonly all: BlockEdit[] = []
  /** Blocks for a text that has none. */
  readonly added: Block[] = []
  readonly #text: string
  readonly #lines: Lines
  #newline: string | undefined
  readonly #reading: ReadContext
  readonly #writing: WriteContext
  readonly #isNested: boolean
  readonly #keepsForm: boolean
  readonly #isJoined: boolean

  /**
   * @param isNested whether single blocks inside of others are edited, or the outermost ones as a whole
   * @param keepsForm whether an edited block is written as the text had it wherever it says the same
   * @param isJoined whether all from the first to the last block that is edited is written together: what stands side by
   *   side there depends on each other, as the markers of two lists do
   */
  constructor(
    text: string,
    reading: ReadContext,
    writing: WriteContext,
    { isJoined = false, isNested, keepsForm }: EditWay
  ) {
    this.#text = text
    this.#lines = new Lines(text)
    this.#reading = reading
    this.#writing = writing
    this.#isNested = isNested
    this.#keepsForm = keepsForm
    this.#isJoined = isJoined
  }

  get isEmpty(): boolean {
    return this.all.length === 0 && this.added.length === 0
  }

  /** @param places of the wanted blocks in the JSON */
  siblings(before: Siblings, wanted: ReadonlyArray<RichBlock>, places: ReadonlyArray<number>): void {
    const { keyed, lengths, nodes } = before
    let from = 0
    const units = nodes.map((_, index) => {
      const blocks = keyed.slice(from, from + lengths[index]!)
      from += blocks.length
      return { blocks }
    })
    const found = pairUnits(units, wanted)
    const pairs = this.#isJoined ? outerPairs(found, nodes.length, wanted.length) : found
    let unit = 0
    let at = 0
    for (const pair of [...pairs, undefined]) {
      const end = pair?.unit ?? nodes.length
      const stop = pair?.at ?? wanted.length
      this.#range(before, unit, end, this.#blocks(wanted, places, at, stop))
      if (pair === undefined) break
      const next = pair.at + pair.length
      if (!pair.isSame) {
        const [node, { blocks }] = [nodes[pair.unit]!, units[pair.unit]!]
        if (blocks.length === 1) this.#edit(node, blocks[0]!, wanted[pair.at]!, places[pair.at]!)
        else this.#between(node, blocks, wanted.slice(pair.at, next), places.slice(pair.at, next))
      }
      unit = pair.unit + 1
      at = next
    }
  }

  /** Edits the body of a note; answers the note with what it says now. */
  note({ before, definition, path, wanted }: EditedNote): FootnoteDefinition {
    const holder = (nodes: ReadonlyArray<RichBlock>): RichBlock => ({ object: "block", type: "", isVoid: false, nodes })
    return this.#writing.atPath(["nodes", ...path], () => {
      const children = this.#writing.at("nodes", () => blocksOf(wanted, this.#writing.apart()))
      const now = { ...definition, children }
      const nested = this.#isNested && this.#children(definition.children, holder(before), holder(wanted))
      if (!nested) this.all.push({ span: definition.position, nodes: [now] })
      return now
    })
  }

  #blocks(wanted: ReadonlyArray<RichBlock>, places: ReadonlyArray<number>, from: number, to: number): Block[] {
    const out: Block[] = []
    for (let at = from; at < to; at++) {
      const block = wanted[at]!
      for (const node of this.#writing.at(places[at]!, () => nodesOf(block, this.#writing))) out.push(node)
    }
    return out
  }

  /** New blocks in place of nodes that nothing became of. */
  #range({ first, lengths, nodes }: Siblings, from: number, to: number, blocks: Block[]): void {
    const gone: number[] = []
    for (let at = from; at < to; at++) if (lengths[at]! > 0) gone.push(at)
    if (gone.length === 0) {
      if (blocks.length > 0) this.#insert(nodes, from, to, blocks, first)
      return
    }
    const [start, end] = [gone[0]!, gone[gone.length - 1]!]
    const between = nodes.slice(start, end + 1).filter((_, index) => lengths[start + index] === 0)
    const kept = [...between.filter((node) => node === first), ...blocks, ...between.filter((node) => node !== first)]
    this.all.push({ span: { start: nodes[start]!.position.start, end: nodes[end]!.position.end }, nodes: kept })
  }

  /** Behind what stands there already, or else in front of the first. */
  #insert(nodes: ReadonlyArray<Block>, from: number, to: number, blocks: Block[], title: Block | undefined): void {
    if (nodes.length === 0) {
      pushAll(this.added, blocks)
      return
    }
    const behind = nodes.slice(from, to).find((node) => node === title) ?? nodes[from - 1]
    if (behind !== undefined) {
      const at = behind.position.end
      this.all.push({ span: { start: at, end: at }, nodes: blocks })
      return
    }
    const before = nodes[0]!
    const at = before.position.start
    const { prefix, whole } = linePrefix(this.#lines, at)
    if (!whole) {
      this.all.push({ span: before.position, nodes: [...blocks, before] })
      return
    }
    this.#newline ??= newlineOf(this.#text)
    const newline = this.#newline
    const printed = prefixLines(printBlocks(blocks), "", prefix).replaceAll("\n", newline)
    const text = printed + newline + blankPrefix(prefix) + newline + prefix
    this.all.push({ span: { start: at, end: at }, text })
  }

  /** Edits what stands between the ends of a block that has no form of its own. */
  #between(
    node: Block,
    before: ReadonlyArray<RichBlock>,
    wanted: ReadonlyArray<RichBlock>,
    places: ReadonlyArray<number>
  ): void {
    const nodes = "children" in node && node.children !== undefined ? (node.children as ReadonlyArray<Content>) : []
    if (this.#isNested && nodes.length > 0 && nodes.every(isBlock)) {
      const lengths = nodes.map((child) => unitOf(child, this.#reading).length)
      const keyed = before.slice(1, -1)
      if (lengths.reduce((sum, one) => sum + one, 0) === keyed.length) {
        this.siblings({ nodes, lengths, keyed }, wanted.slice(1, -1), places.slice(1, -1))
        return
      }
    }
    this.all.push({ span: node.position, nodes: this.#blocks(wanted, places, 0, wanted.length) })
  }

  #edit(node: Block, before: RichBlock, wanted: RichBlock, place: number): void {
    const nested = this.#isNested && this.#writing.at(place, () => this.#inside(node, before, wanted))
    if (nested) return
    const nodes = this.#writing.at(place, () => reused(node, before, wanted, this.#writing))
    this.all.push({ span: node.position, nodes, was: this.#keepsForm ? this.#printable(before) : undefined })
  }

  /** The nodes that a block of the text would become if it were written. */
  #printable(block: RichBlock): Block[] | undefined {
    try {
      return nodesOf(block, this.#writing.apart())
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }

  /** Edits what a block holds; false when the block itself is another one. */
  #inside(node: Block, before: RichBlock, wanted: RichBlock): boolean {
    if (!sameValue(before.data ?? {}, wanted.data ?? {})) return false
    if (node.type === "list") return this.#items(node, before, wanted)
    if (node.type === "expandable") return this.#expandable(node, before, wanted)
    if (!containers.has(node.type) || (wanted.fragments?.length ?? 0) > 0) return false
    return this.#children((node as { children: Block[] }).children, before, wanted)
  }

  #children(children: ReadonlyArray<Block>, before: RichBlock, wanted: RichBlock): boolean {
    const holding = inner(wanted)
    if (children.length === 0 || holding === undefined) return false
    const lengths = children.map((child) => unitOf(child, this.#reading).length)
    const keyed = (before.nodes ?? []) as ReadonlyArray<RichBlock>
    const known = lengths.reduce((sum, one) => sum + one, 0)
    if (known !== keyed.length || holding.blocks.length === 0) return false
    this.#writing.at("nodes", () => this.siblings({ nodes: children, lengths, keyed }, holding.blocks, holding.places))
    return true
  }

  #items(list: List, before: RichBlock, wanted: RichBlock): boolean {
    const [was, is] = [before.nodes as ReadonlyArray<RichBlock>, (wanted.nodes ?? []) as ReadonlyArray<RichBlock>]
    if (was.length !== is.length) return false
    const changed = is.flatMap((item, index) => (sameBlocks([was[index]!], [item]) ? [] : [index]))
    const fits = changed.every((index) => {
      const item = is[index]!
      return (
        item.type === "list-item" &&
        sameValue(was[index]!.data ?? {}, item.data ?? {}) &&
        isWhole(list.children[index]!)
      )
    })
    if (!fits) return false
    const mark = this.all.length
    for (const index of changed) {
      const done = this.#writing.at("nodes", () =>
        this.#writing.at(index, () => this.#children(list.children[index]!.children, was[index]!, is[index]!))
      )
      if (done) continue
      this.all.length = mark
      return false
    }
    return true
  }

  #expandable(node: Block & { type: "expandable" }, before: RichBlock, wanted: RichBlock): boolean {
    const [title, body] = before.fragments ?? []
    const [wantedTitle, wantedBody, ...more] = wanted.fragments ?? []
    if (more.length > 0 || title === undefined || body === undefined || wantedBody === undefined) return false
    if (!sameValue(title, wantedTitle) || (wantedBody.type ?? wantedBody.fragment) !== body.type) return false
    const holder = (nodes: ReadonlyArray<RichBlock>): RichBlock => ({ object: "block", type: "", isVoid: false, nodes })
    return this.#writing.at("fragments", () =>
      this.#writing.at(1, () => this.#children(node.children, holder(body.nodes), holder(wantedBody.nodes)))
    )
  }
}

/** The pairs in front of all that is edited, and those behind it. */
const outerPairs = (pairs: ReadonlyArray<Pair>, units: number, wanted: number): Pair[] => {
  let [unit, at] = [0, 0]
  const front = pairs.filter((pair) => {
    const isNext = pair.isSame && pair.at === at && pair.unit >= unit
    if (isNext) [unit, at] = [pair.unit + 1, pair.at + pair.length]
    return isNext
  })
  let end = wanted
  const back = pairs
    .slice(front.length)
    .toReversed()
    .filter((pair) => {
      const isNext = pair.isSame && pair.at + pair.length === end && pair.unit < units
      if (isNext) end = pair.at
      return isNext
    })
  return [...front, ...back.toReversed()]
}

const containers = new Set("blockquote hint tabs tab stepper step columns column updates update if prompt".split(" "))

/** The blocks in a block that count; undefined when it holds something else. */
const inner = ({ nodes = [] }: RichBlock): { blocks: RichBlock[]; places: number[] } | undefined => {
  const blocks: RichBlock[] = []
  const places: number[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.object !== "block") return undefined
    if (isBlankParagraph(node)) continue
    blocks.push(node)
    places.push(index)
  }
  return { blocks, places }
}

const isWhole = ({ children }: ListItem): boolean => children.length > 0

const partTypes = new Set(["tabs-item", "stepper-step", "column", "update"])

const nodesOf = (block: RichBlock, writing: WriteContext): Block[] =>
  partTypes.has(block.type) ? [partOf(block, writing)] : blockOf(block, writing)

/** The nodes of a block, with those items of a list that did not change as they are. */
const reused = (node: Block, before: RichBlock, wanted: RichBlock, writing: WriteContext): Block[] => {
  const made = nodesOf(wanted, writing)
  const [list] = made
  if (node.type !== "list" || list?.type !== "list") return made
  const items = new Map<string, number>()
  ;(before.nodes ?? []).forEach((item, index) => {
    if (item.object === "block" && item.key !== undefined) items.set(item.key, index)
  })
  const children = list.children.map((child, index) => {
    const item = wanted.nodes?.[index]
    const at = item?.key === undefined ? undefined : items.get(item.key)
    if (at === undefined || item?.object !== "block") return child
    return sameBlocks([before.nodes![at] as RichBlock], [item]) ? node.children[at]! : child
  })
  return [{ ...list, spread: node.spread, children }]
}
