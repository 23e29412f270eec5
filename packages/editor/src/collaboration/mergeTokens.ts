/**
 * Three-way merge of blocks side by side, word by word. What either side took away goes, what either put in stays: where
 * both wrote in place of the same words, both texts are there. Whether that is well the person sees, or the server says.
 */
import type { Node } from "prosemirror-model"
import { alignTokens } from "./alignment.ts"
import { withoutBlanks } from "./blanks.ts"
import { piecesOf } from "./MarkSteps.ts"
import { mergeMarks, mergeValues } from "./mergeValues.ts"
import type { NumberOf } from "./numbering.ts"
import { isBlank, isWord, nameOf, type Token } from "./tokens.ts"

/** A token, and where it stands in each of the documents that have it. */
interface Placed {
  readonly token: Token
  readonly base?: number
  readonly mine?: number
  readonly theirs?: number
}

interface Tokens {
  readonly base: ReadonlyArray<Token>
  readonly mine: ReadonlyArray<Token>
  readonly theirs: ReadonlyArray<Token>
}

interface Rules {
  readonly numberOf: NumberOf
  /** What becomes of a block of blocks that both sides have: one, or two where it can't be one. */
  readonly mergeWhole: (base: Node, mine: Node, theirs: Node) => ReadonlyArray<Node>
}

export const mergeTokens = ({ base, mine, theirs }: Tokens, { mergeWhole, numberOf }: Rules): Token[] => {
  const own = sideOf(base, mine, "mine", numberOf)
  const other = sideOf(base, theirs, "theirs", numberOf)
  restore(base, own, other)
  restore(base, other, own)
  const out: Placed[] = []
  base.forEach((token, at) => {
    out.push(...putTogether(own.put[at], other.put[at], numberOf))
    const [left, right] = [own.kept[at], other.kept[at]]
    const places = { base: at, ...left, ...right }
    if (left !== undefined && right !== undefined) {
      for (const one of mergeToken(token, left.token, right.token, mergeWhole)) out.push({ ...places, token: one })
    } else {
      // a block in which one side wrote is not deleted by the other
      const only = left ?? right
      const isEdited = only?.token.kind === "whole" && isOther(token.block, only.token.block, numberOf)
      if (isEdited) out.push({ ...only, base: at })
    }
  })
  out.push(...putTogether(own.put[base.length], other.put[base.length], numberOf))
  return spaced(out)
}

const isOther = (before: Node, after: Node, numberOf: NumberOf): boolean =>
  numberOf(withoutBlanks(before)) !== numberOf(withoutBlanks(after))

// ---------------------------------------------------------------- one side

interface Put {
  readonly tokens: ReadonlyArray<Placed>
  /** Whether it stands in the place of something. */
  readonly isInstead: boolean
}

interface Side {
  /** What became of each token of the base; undefined for those that went. */
  readonly kept: Array<Placed | undefined>
  /** What was put in front of each of them, and behind the last. */
  readonly put: ReadonlyArray<Put | undefined>
}

const sideOf = (
  base: ReadonlyArray<Token>,
  side: ReadonlyArray<Token>,
  name: "mine" | "theirs",
  numberOf: NumberOf
): Side => {
  const kept: Array<Placed | undefined> = base.map(() => undefined)
  const put: Array<Put | undefined> = [...base.map(() => undefined), undefined]
  const placed = (index: number): Placed => ({ token: side[index]!, [name]: index })
  let [at, sideAt] = [0, 0]
  const same = (until: number): void => {
    while (at < until) kept[at++] = placed(sideAt++)
  }
  for (const { end, sideEnd, start } of alignTokens(base, side, numberOf)) {
    same(start)
    const tokens: Placed[] = []
    while (sideAt < sideEnd) tokens.push(placed(sideAt++))
    if (tokens.length > 0) put[start] = { tokens, isInstead: end > start }
    at = end
  }
  same(base.length)
  return { kept, put }
}

/** A textblock that one side deleted, and in which the other wrote, stays: words alone would not say what they are about. */
const restore = (base: ReadonlyArray<Token>, deleting: Side, writing: Side): void => {
  for (let start = 0; start < base.length; start++) {
    if (base[start]!.kind !== "start") continue
    let end = start + 1
    while (base[end]?.kind === "inline") end++
    const isDeleted = deleting.kept.slice(start, end).every((token) => token === undefined)
    if (!isDeleted || !writing.put.slice(start + 1, end + 1).some(hasWords)) continue
    for (let at = start; at < end; at++) deleting.kept[at] = { token: base[at]! }
  }
}

/** Whether it begins within the text, and not with another block. */
const hasWords = (put: Put | undefined): boolean => {
  const head = put?.tokens.slice(0, headOf(put.tokens)) ?? []
  return head.some(({ token }) => !isBlank(token))
}

// ---------------------------------------------------------------- what both put in one place

const putTogether = (mine: Put | undefined, theirs: Put | undefined, numberOf: NumberOf): ReadonlyArray<Placed> => {
  if (mine === undefined || theirs === undefined) return (mine ?? theirs)?.tokens ?? []
  // words that go on with the text come before what begins another
  const [own, other] = [headOf(mine.tokens), headOf(theirs.tokens)]
  const isOtherFirst = mine.isInstead && !theirs.isInstead
  return [
    ...both(mine.tokens.slice(0, own), theirs.tokens.slice(0, other), isOtherFirst, numberOf),
    ...both(mine.tokens.slice(own), theirs.tokens.slice(other), isOtherFirst, numberOf)
  ]
}

const headOf = (tokens: ReadonlyArray<Placed>): number => {
  const head = tokens.findIndex(({ token }) => token.kind !== "inline")
  return head === -1 ? tokens.length : head
}

/** Once where one side has all that the other has; so what the server has already is not doubled. */
const both = (
  mine: ReadonlyArray<Placed>,
  theirs: ReadonlyArray<Placed>,
  isOtherFirst: boolean,
  numberOf: NumberOf
): ReadonlyArray<Placed> => {
  const [own, other] = [namesOf(mine, numberOf), namesOf(theirs, numberOf)]
  if (hasAll(other, own)) return theirs
  if (hasAll(own, other)) return mine
  return isOtherFirst ? [...theirs, ...mine] : [...mine, ...theirs]
}

const namesOf = (placed: ReadonlyArray<Placed>, numberOf: NumberOf): ReadonlyArray<string> =>
  placed.map(({ token }) => (token.kind === "whole" ? `whole ${numberOf(token.block)}` : nameOf(token, numberOf)))

const hasAll = (names: ReadonlyArray<string>, wanted: ReadonlyArray<string>): boolean => {
  let found = 0
  for (const name of names) if (name === wanted[found]) found++
  return found === wanted.length
}

// ---------------------------------------------------------------- what both kept

const mergeToken = (base: Token, mine: Token, theirs: Token, mergeWhole: Rules["mergeWhole"]): ReadonlyArray<Token> => {
  if (base.kind === "whole") {
    return mergeWhole(base.block, mine.block, theirs.block).map((block) => ({ ...mine, block }))
  }
  if (base.kind === "start") return [{ ...mine, block: mergeStart(base.block, mine.block, theirs.block) }]
  return [{ ...mine, nodes: mergeInlines(base, mine, theirs) }]
}

const mergeStart = (base: Node, mine: Node, theirs: Node): Node => {
  const { values } = mergeValues(base.attrs, mine.attrs, theirs.attrs)
  return (mine.type === base.type ? theirs : mine).type.create(values)
}

const mergeInlines = (base: Token, mine: Token, theirs: Token): ReadonlyArray<Node> => {
  let from = 0
  return piecesOf([base.nodes, mine.nodes, theirs.nodes]).map(({ length, nodes }) => {
    const [was, own, other] = nodes
    const marks = mergeMarks(was!.marks, own!.marks, other!.marks)
    const start = from
    from += length
    if (base.text !== undefined) return own!.type.schema.text(base.text.slice(start, from), marks)
    return (own!.eq(was!) ? other! : own!).mark(marks)
  })
}

// ---------------------------------------------------------------- words that came together

/** Words that did not stand side by side before are not made one; blanks of a text that is gone go with it. */
const spaced = (placed: ReadonlyArray<Placed>): Token[] => {
  const out: Token[] = []
  let before: Placed | undefined
  for (const one of placed) {
    const isInText = before !== undefined && before.token.kind !== "whole"
    if (!isInText && isBlank(one.token)) continue
    if (before !== undefined && isWord(before.token) && isWord(one.token) && !isNext(before, one)) {
      out.push(blankLike(one.token))
    }
    out.push(one.token)
    before = one
  }
  return out
}

const isNext = (one: Placed, other: Placed): boolean =>
  (["base", "mine", "theirs"] as const).some((name) => one[name] !== undefined && one[name] + 1 === other[name])

const blankLike = (token: Token): Token => ({ ...token, text: " ", nodes: [token.block.type.schema.text(" ")] })
