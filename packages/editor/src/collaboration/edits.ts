/** The places where two documents differ. */
import { Fragment, type Node, Slice } from "prosemirror-model"
import { ReplaceStep, type Step } from "prosemirror-transform"
import type { AttributeChange } from "./AttributesStep.ts"
import { alignBlocks, alignTokens } from "./alignment.ts"
import { changedAttributes } from "./attributes.ts"
import { MarkSteps } from "./MarkSteps.ts"
import { makeNumbering, type NumberOf } from "./numbering.ts"
import { replaceTokens } from "./replaceTokens.ts"
import { type Token, tokensOf } from "./tokens.ts"

export interface Edits {
  /** In the order of their places, which are all those of the document as it was. */
  readonly steps: Step[]
  readonly attributes: AttributeChange[]
}

/** What has to be done to one document for another; attributes of the document itself are left out. */
export const editsBetween = (before: Node, after: Node): Edits => {
  const edits = new EditsBetween(makeNumbering())
  edits.content(before.children, after.children, 0)
  return edits
}

class EditsBetween implements Edits {
  readonly steps: Step[] = []
  readonly attributes: AttributeChange[] = []
  readonly #numberOf: NumberOf

  constructor(numberOf: NumberOf) {
    this.#numberOf = numberOf
  }

  /** @param at place of the first of the blocks */
  content(before: ReadonlyArray<Node>, after: ReadonlyArray<Node>, at: number): void {
    const shorter = Math.min(before.length, after.length)
    let head = 0
    let from = at
    while (head < shorter && before[head] === after[head]) from += before[head++]!.nodeSize
    let tail = 0
    while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
    this.#blocks(before.slice(head, before.length - tail), after.slice(head, after.length - tail), from)
  }

  #blocks(before: ReadonlyArray<Node>, after: ReadonlyArray<Node>, at: number): void {
    let [next, sideNext, from] = [0, 0, at]
    const same = (until: number): void => {
      for (; next < until; next++, sideNext++) {
        this.#block(before[next]!, after[sideNext]!, from)
        from += before[next]!.nodeSize
      }
    }
    for (const { end, sideEnd, start } of alignBlocks(before, after, this.#numberOf)) {
      same(start)
      const [was, is] = [before.slice(start, end), after.slice(sideNext, sideEnd)]
      this.#tokens(tokensOf(was, from), tokensOf(is, 0), from)
      from = was.reduce((sum, { nodeSize }) => sum + nodeSize, from)
      ;[next, sideNext] = [end, sideEnd]
    }
    same(before.length)
  }

  /** One block that became another of its type. */
  #block(before: Node, after: Node, at: number): void {
    if (before === after || before.eq(after)) return
    // its key was made anew, and nothing in it
    if (before.content === after.content && before.type === after.type) this.#attributes(before, after, at)
    else if (before.isTextblock) this.#tokens(tokensOf([before], at), tokensOf([after], 0), at)
    else {
      this.#attributes(before, after, at)
      this.content(before.children, after.children, at + 1)
    }
  }

  #attributes(before: Node, after: Node, pos: number): void {
    for (const attribute of changedAttributes(before.attrs, after.attrs)) {
      this.attributes.push({ pos, attribute, value: after.attrs[attribute] as unknown })
    }
  }

  #tokens(before: ReadonlyArray<Token>, after: ReadonlyArray<Token>, at: number): void {
    let [next, sideNext] = [0, 0]
    const same = (until: number): void => {
      const marks = new MarkSteps(this.steps)
      for (; next < until; next++, sideNext++) this.#token(before[next]!, after[sideNext]!, marks)
    }
    for (const hunk of alignTokens(before, after, this.#numberOf)) {
      same(hunk.start)
      const step = replaceTokens(before, after, hunk, at)
      if (step !== undefined) this.steps.push(step)
      ;[next, sideNext] = [hunk.end, hunk.sideEnd]
    }
    same(before.length)
  }

  #token(before: Token, after: Token, marks: MarkSteps): void {
    const { block, from, kind, to } = before
    if (kind === "whole") this.#block(block, after.block, from)
    else if (kind === "inline") marks.add(before, after)
    else if (block.type === after.block.type) this.#attributes(block, after.block, from)
    else this.steps.push(new ReplaceStep(from, to, new Slice(Fragment.from(after.block.copy()), 0, 1)))
  }
}
