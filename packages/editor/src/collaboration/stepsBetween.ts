/** The steps that make one document of another: as few and as small as the words in them allow. */
import { Fragment, type Node, Slice } from "prosemirror-model"
import { ReplaceStep, type Step, Transform } from "prosemirror-transform"
import { AttributesStep } from "./AttributesStep.ts"
import { alignBlocks, type Hunk } from "./alignment.ts"
import { changedAttributes } from "./attributes.ts"
import { editsBetween } from "./edits.ts"
import { makeNumbering } from "./numbering.ts"

/**
 * Steps after which a document is equal to another. Text that is in both stays where it is, so that places in it map to
 * the same words; keys and other attributes are set without a move. The work rises about as the documents do: where they
 * have too little in common for small steps there are a few that replace whole blocks.
 */
export const stepsBetween = (before: Node, after: Node): ReadonlyArray<Step> =>
  before.eq(after)
    ? []
    : (smallSteps(before, after) ?? blockSteps(before, after) ?? proven(before, after, [replaced(before, after)])!)

/** Each step makes a list of the blocks of the page anew: past so many blocks in all, there are fewer and larger ones. */
const mostWork = 4_000_000

const smallSteps = (before: Node, after: Node): ReadonlyArray<Step> | undefined => {
  const { attributes, steps } = editsBetween(before, after)
  return proven(before, after, attributes.length === 0 ? steps : [...steps, new AttributesStep(attributes)])
}

const blockSteps = (before: Node, after: Node): ReadonlyArray<Step> | undefined => {
  const steps: Step[] = []
  let [next, from] = [0, 0]
  for (const { end, sideEnd, sideStart, start } of changedBlocks(before, after)) {
    while (next < start) from += before.child(next++).nodeSize
    let to = from
    while (next < end) to += before.child(next++).nodeSize
    steps.push(new ReplaceStep(from, to, new Slice(Fragment.from(after.children.slice(sideStart, sideEnd)), 0, 0)))
    from = to
  }
  return proven(before, after, steps)
}

/** Stretches of blocks that are not equal, keys and all. */
const changedBlocks = (before: Node, after: Node): ReadonlyArray<Hunk> => {
  const hunks: Hunk[] = []
  const add = (hunk: Hunk): void => {
    const last = hunks.at(-1)
    const isNext = last !== undefined && last.end === hunk.start && last.sideEnd === hunk.sideStart
    if (isNext) hunks[hunks.length - 1] = { ...hunk, start: last.start, sideStart: last.sideStart }
    else hunks.push(hunk)
  }
  let [at, sideAt] = [0, 0]
  const pass = (until: number): void => {
    for (; at < until; at++, sideAt++) {
      const isEqual = before.child(at).eq(after.child(sideAt))
      if (!isEqual) add({ start: at, end: at + 1, sideStart: sideAt, sideEnd: sideAt + 1 })
    }
  }
  for (const hunk of alignBlocks(before.children, after.children, makeNumbering())) {
    pass(hunk.start)
    add(hunk)
    ;[at, sideAt] = [hunk.end, hunk.sideEnd]
  }
  pass(before.childCount)
  return hunks
}

/** One step from the first block that differs to the last. */
const replaced = (before: Node, after: Node): Step => {
  const shorter = Math.min(before.childCount, after.childCount)
  let [head, tail] = [0, 0]
  while (head < shorter && before.child(head).eq(after.child(head))) head++
  while (
    tail < shorter - head &&
    before.child(before.childCount - 1 - tail).eq(after.child(after.childCount - 1 - tail))
  ) {
    tail++
  }
  const sizeOf = (nodes: ReadonlyArray<Node>): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = sizeOf(before.children.slice(0, head))
  const to = before.content.size - sizeOf(before.children.slice(before.childCount - tail))
  return new ReplaceStep(from, to, new Slice(Fragment.from(after.children.slice(head, after.childCount - tail)), 0, 0))
}

/** The steps in the order in which they are taken, the last place first: so places in front are still those of before. */
const proven = (before: Node, after: Node, edits: ReadonlyArray<Step>): ReadonlyArray<Step> | undefined => {
  if (edits.length > 1 && edits.length * before.childCount > mostWork) return undefined
  const transform = new Transform(before)
  for (const step of edits.toReversed()) if (transform.maybeStep(step).failed !== null) return undefined
  for (const name of changedAttributes(before.attrs, after.attrs)) transform.setDocAttribute(name, after.attrs[name])
  return transform.doc.eq(after) ? transform.steps : undefined
}
