/** Steps for words that stay and have other marks: one for each mark, as far as it reaches. */
import { Fragment, Mark, type Node, Slice } from "prosemirror-model"
import { AddMarkStep, RemoveMarkStep, ReplaceStep, type Step } from "prosemirror-transform"
import type { Token } from "./tokens.ts"

/** Collects them for words that follow each other; nothing else may change between those. */
export class MarkSteps {
  readonly #steps: Step[]
  /** Where the last steps begin that end at the place which was reached. */
  #open: Array<{ readonly index: number; readonly isAdded: boolean; readonly mark: Mark; readonly from: number }> = []
  #reached = -1

  constructor(steps: Step[]) {
    this.#steps = steps
  }

  add(before: Token, after: Token): void {
    const [was, is] = [before.nodes[0]!, after.nodes[0]!]
    if (!was.isText && !was.mark(Mark.none).eq(is.mark(Mark.none))) {
      this.#steps.push(new ReplaceStep(before.from, before.to, new Slice(Fragment.from(is), 0, 0)))
      return
    }
    let from = before.from
    for (const { length, nodes } of piecesOf([before.nodes, after.nodes])) {
      const [old, wanted] = nodes.map(({ marks }) => marks)
      if (!Mark.sameSet(old!, wanted!)) this.#change(from, from + length, old!, wanted!)
      from += length
    }
  }

  #change(from: number, to: number, before: ReadonlyArray<Mark>, after: ReadonlyArray<Mark>): void {
    const open = this.#reached === from ? this.#open : []
    this.#open = []
    this.#reached = to
    const set = (mark: Mark, isAdded: boolean): void => {
      const longer = open.find((one) => one.isAdded === isAdded && one.mark.eq(mark))
      const { from: start, index } = longer ?? { from, index: this.#steps.length }
      this.#steps[index] = isAdded ? new AddMarkStep(start, to, mark) : new RemoveMarkStep(start, to, mark)
      this.#open.push({ index, isAdded, mark, from: start })
    }
    for (const mark of after) if (!mark.isInSet(before)) set(mark, true)
    for (const mark of before) if (!mark.isInSet(after)) set(mark, false)
  }
}

interface Piece {
  readonly length: number
  /** The node of each of the lists that the piece is of. */
  readonly nodes: ReadonlyArray<Node>
}

/** Lists of inlines that say the same, cut wherever one of them is. */
export const piecesOf = (lists: ReadonlyArray<ReadonlyArray<Node>>): ReadonlyArray<Piece> => {
  const pieces: Piece[] = []
  const places = lists.map(() => ({ index: 0, used: 0 }))
  while (lists.every((list, at) => places[at]!.index < list.length)) {
    const nodes = lists.map((list, at) => list[places[at]!.index]!)
    const length = Math.min(...nodes.map(({ nodeSize }, at) => nodeSize - places[at]!.used))
    pieces.push({ length, nodes })
    nodes.forEach(({ nodeSize }, at) => {
      const { index, used } = places[at]!
      places[at] = used + length < nodeSize ? { index, used: used + length } : { index: index + 1, used: 0 }
    })
  }
  return pieces
}
