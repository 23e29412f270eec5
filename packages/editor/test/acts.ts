/** Commands drawn at random: what is selected, what is done, and what is checked after each. */
import type { RichProblem } from "@octavo/document"
import type { RichFragment } from "@octavo/document/rich/model"
import fc from "fast-check"
import type { Node } from "prosemirror-model"
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from "prosemirror-state"
import { expect } from "vitest"
import { blockKinds, commands, fromEditor, keymap, turnKinds } from "../src/index.ts"
import { after } from "./carets.ts"
import { read, write, writeNearest } from "./documents.ts"

const url = { kind: "url", url: "https://a.b/" }

/** What kinds need to be told. */
export const answers: Readonly<Record<string, object>> = {
  picture: { ref: { kind: "file", file: "a.png" } },
  file: { ref: { kind: "file", file: "a.pdf" } },
  address: { url: "https://a.b/" },
  page: { ref: { kind: "page", page: "b.md" } },
  "reusable-content": { ref: { kind: "reusable-content", reusableContent: ".gitbook/includes/a.md" } },
  openapi: { ref: { kind: "openapi", spec: "petstore" } }
}

const inserts = Object.fromEntries(
  blockKinds.map((kind) => [
    `insert ${kind.name}`,
    commands.insertBlock(kind, kind.needs && { ...answers[kind.needs] })
  ])
)

/** Those after which every word is there as often as before. */
export const keeping: Readonly<Record<string, Command>> = {
  ...inserts,
  ...Object.fromEntries(turnKinds.map((kind) => [`turn into ${kind.name}`, commands.turnInto(kind)])),
  up: commands.moveBlockUp,
  down: commands.moveBlockDown,
  duplicate: commands.duplicateBlock,
  indent: commands.indentItem,
  outdent: commands.outdentItem,
  tab: keymap["Tab"]!,
  "back tab": keymap["Shift-Tab"]!,
  exit: commands.exitBlock,
  task: commands.toggleTask,
  "join backward": commands.joinBackward,
  "join forward": commands.joinForward,
  "add tab": commands.addTab,
  "add step": commands.addStep,
  "add column": commands.addColumn,
  "add update": commands.addUpdate,
  "add card": commands.addCard,
  "row before": commands.addRowBefore,
  "row after": commands.addRowAfter,
  "column before": commands.addColumnBefore,
  "column after": commands.addColumnAfter,
  "row up": commands.moveRow(-1),
  "row down": commands.moveRow(1),
  "column left": commands.moveColumn(-1),
  "column right": commands.moveColumn(1),
  merge: commands.mergeCells,
  split: commands.splitCell,
  bold: commands.toggleMark("bold"),
  italic: commands.toggleMark("italic"),
  strikethrough: commands.toggleMark("strikethrough"),
  code: commands.toggleMark("code"),
  color: commands.setColor({ text: "red" }),
  link: commands.setLink({ ref: url }, "words"),
  unlink: commands.unsetLink,
  annotate: commands.annotate("said"),
  select: commands.selectBlock
}

const blocks = read("New words\n\n* an item\n", false)

const typing =
  (text: string): Command =>
  (state, dispatch) => {
    // ProseMirror does not put a text in the place of words of blocks that do not fit together
    const tr = state.tr.deleteSelection()
    if (!tr.selection.$from.parent.inlineContent) return false
    dispatch?.(tr.insertText(text))
    return true
  }

const others: Readonly<Record<string, Command>> = {
  "replace block": (state, dispatch) => {
    const { $from, from } = state.selection
    return commands.replaceBlock($from.depth === 0 ? from : $from.before(1), blocks)(state, dispatch)
  },
  "change note": (state, dispatch) => {
    const before: ReadonlyArray<RichFragment> = commands.markAt(state, "annotation")?.mark.attrs["fragments"] ?? []
    const after = before.map((one) => ({ ...one, nodes: blocks.nodes }))
    return commands.changeNote(before, after)(state, dispatch)
  },
  enter: commands.enter,
  break: commands.hardBreak,
  backspace: commands.backspace,
  delete: commands.deleteForward,
  "delete block": commands.deleteBlock,
  "delete row": commands.deleteRow,
  "delete column": commands.deleteColumn,
  "delete table": commands.deleteTable,
  type: typing("new"),
  "type a blank": typing(" ")
}

export const all = { ...keeping, ...others }

export interface Drawn {
  readonly name: string
  readonly from: number
  readonly size: number
  readonly to: number
  readonly isNode: boolean
}

export const drawn = (names: ReadonlyArray<string>) =>
  fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      from: fc.nat(100_000),
      size: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
      to: fc.nat(100_000),
      isNode: fc.boolean()
    }),
    { minLength: 1, maxLength: 7 }
  )

const selectionOf = (state: EditorState, { from, isNode, name, size: drawnSize }: Drawn): Selection => {
  const { doc } = state
  // what is inserted among text takes the place of what is selected
  const size = name.startsWith("insert") ? 0 : drawnSize
  const at = from % (doc.content.size + 1)
  const node = doc.nodeAt(at)
  if (
    isNode &&
    !(name.startsWith("insert") && node?.isInline) &&
    node !== null &&
    NodeSelection.isSelectable(node) &&
    !node.isText
  )
    return NodeSelection.create(doc, at)
  const $from = doc.resolve(whole(state, at))
  return size === 0
    ? Selection.near($from)
    : TextSelection.between($from, doc.resolve(whole(state, Math.min(doc.content.size, at + size))))
}

/** A place where no character is cut in two. */
const whole = ({ doc }: EditorState, at: number): number => {
  const next = doc.resolve(at).nodeAfter?.text?.charCodeAt(0) ?? 0
  return next >= 0xdc00 && next <= 0xdfff ? at - 1 : at
}

/** The state after one of them, which is checked. */
export const acted = (state: EditorState, one: Drawn): EditorState => {
  const selecting = state.apply(state.tr.setSelection(selectionOf(state, one)))
  const command = one.name === "move to" ? commands.moveBlockTo(one.to % (state.doc.content.size + 1)) : all[one.name]!
  expect(command(selecting), `${one.name} says beforehand what it does`).toBe(after(selecting, command) !== undefined)
  const next = after(selecting, command) ?? selecting
  next.doc.check()
  return next
}

/** How often each letter is in what a document says. */
export const lettersOf = (doc: Node): Map<string, number> => {
  const counts = new Map<string, number>()
  const count = (said: unknown): void => {
    if (typeof said !== "string") return
    for (const [letter] of said.matchAll(/\p{L}/gu)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  doc.descendants(({ attrs, text }) => {
    count(text)
    const data = (attrs["data"] ?? {}) as Readonly<Record<string, unknown>>
    for (const name of ["title", "expression", "formula", "label"]) count(data[name])
    count(attrs["source"])
    const { block, content, value } = attrs
    for (const whole of [block, content, value]) if (whole !== undefined) count(JSON.stringify(whole))
  })
  return counts
}

/** Why a page cannot be written as it is, if it cannot. */
export const problemOf = (state: EditorState, base: string): RichProblem | undefined => {
  const result = write(fromEditor(state.doc), base, false)
  return "problem" in result ? result.problem : undefined
}

/** Why a page cannot be saved, if it cannot. */
export const savingProblemOf = (state: EditorState, base: string): RichProblem | undefined => {
  const result = writeNearest(fromEditor(state.doc), base)
  return "problem" in result ? result.problem : undefined
}
