/** Marks of a text: bold and the like, colours, links and notes. */
import { block, type RichFragment, text as textOf } from "@octavo/document/rich/model"
import { toggleMark as toggle } from "prosemirror-commands"
import type { Mark, MarkType, Node, ResolvedPos } from "prosemirror-model"
import { type Command, type EditorState, TextSelection } from "prosemirror-state"
import type { Data } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"

export type MarkName = "bold" | "italic" | "strikethrough" | "code" | "keyboard" | "superscript" | "subscript"

/** Gives the selected text a mark, or takes it. */
export const toggleMark = (name: MarkName): Command => toggle(schema.marks[name]!)

/** Whether the selected text, or what is typed next, has a mark. */
export const hasMark = ({ doc, selection, storedMarks }: EditorState, name: MarkName | "color" | "link"): boolean => {
  const type = schema.marks[name]!
  const { $from, empty, from, to } = selection
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

/** Colours the selected text, or takes its colours. */
export const setColor =
  (colors: { readonly text?: string; readonly background?: string } | undefined): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection
    const type = schema.marks["color"]!
    if (from === to || !allows(state, type)) return false
    const { tr } = state
    tr.removeMark(from, to, type)
    const data = { text: colors?.text ?? "default", background: colors?.background ?? "default" }
    if (data.text !== "default" || data.background !== "default") tr.addMark(from, to, type.create({ data }))
    dispatch?.(tr)
    return true
  }

/** Whether there is what only Markdown can say in the selected text: it stands in no link and has no note. */
const hasSources = ({ doc, selection: { from, to } }: EditorState): boolean => {
  let has = false
  doc.nodesBetween(from, to, ({ type }) => {
    has ||= type.name === "inline_source" || type.name === "raw"
    return !has
  })
  return has
}

/** Whether some of the selected text can have a mark. */
const allows = ({ doc, selection: { from, to } }: EditorState, type: MarkType): boolean => {
  let is = false
  doc.nodesBetween(from, to, (node) => {
    is ||= node.inlineContent && node.type.allowsMarkType(type)
    return !is
  })
  return is
}

// ---------------------------------------------------------------- links and notes

export interface Marked {
  readonly from: number
  readonly to: number
  readonly mark: Mark
}

/** The link at the selection, as far as it goes; the same for notes. */
export const markAt = ({ selection: { $from } }: EditorState, name: "link" | "annotation"): Marked | undefined => {
  const type = schema.marks[name]!
  const mark = markBeside($from, type)
  if (mark === undefined) return undefined
  const { parent } = $from
  let [from, to] = [$from.index(), $from.index()]
  const has = (index: number): boolean => mark.isInSet(parent.maybeChild(index)?.marks ?? [])
  if (!has(from)) from = to = from - 1
  while (from > 0 && has(from - 1)) from--
  while (has(to)) to++
  const sizeOf = (until: number): number =>
    parent.children.slice(0, until).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return { from: $from.start() + sizeOf(from), to: $from.start() + sizeOf(to), mark }
}

const markBeside = ($pos: ResolvedPos, type: MarkType): Mark | undefined => {
  const of = (node: Node | null): Mark | undefined => type.isInSet(node?.marks ?? [])
  return $pos.parent.inlineContent ? (of($pos.nodeAfter) ?? of($pos.nodeBefore)) : undefined
}

/** Makes the selected text a link, or changes the link that the caret is in; with nothing selected `text` becomes one. */
export const setLink =
  (data: Data, text?: string): Command =>
  (state, dispatch) => {
    const type = schema.marks["link"]!
    const { $from, empty, from, to } = state.selection
    const there = empty ? markAt(state, "link") : undefined
    const { tr } = state
    if (there !== undefined) {
      tr.removeMark(there.from, there.to, type).addMark(there.from, there.to, type.create({ data }))
    } else if (empty) {
      if (text === undefined || text === "" || !$from.parent.inlineContent || !mayHold($from, type)) return false
      const mark = type.create({ data })
      tr.replaceSelectionWith(schema.text(text, mark.addToSet($from.marks())), false).removeStoredMark(type)
    } else {
      if (!allows(state, type) || hasSources(state)) return false
      tr.removeMark(from, to, type).removeMark(from, to, schema.marks["annotation"]!)
      tr.addMark(from, to, type.create({ data }))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

const mayHold = ({ parent }: ResolvedPos, type: MarkType): boolean => parent.type.allowsMarkType(type)

/** Takes the link from the selected text, or the whole link that the caret is in. */
export const unsetLink: Command = (state, dispatch) => unset(state, "link", dispatch)

/** Takes the note from the selected text, or the whole note that the caret is in. */
export const unsetAnnotation: Command = (state, dispatch) => unset(state, "annotation", dispatch)

const unset = (state: EditorState, name: "link" | "annotation", dispatch: Parameters<Command>[1]): boolean => {
  const type = schema.marks[name]!
  const { empty, from, to } = state.selection
  const there = empty ? markAt(state, name) : { from, to }
  if (there === undefined || !state.doc.rangeHasMark(there.from, there.to, type)) return false
  dispatch?.(state.tr.removeMark(there.from, there.to, type))
  return true
}

/** Gives the selected text a note, or changes the one that the caret is in. What it says are blocks, or a text. */
export const annotate =
  (note: string | ReadonlyArray<RichFragment>): Command =>
  (state, dispatch) => {
    const type = schema.marks["annotation"]!
    const { empty, from, to } = state.selection
    const there = empty ? markAt(state, "annotation") : { from, to, mark: undefined }
    if (
      there === undefined ||
      !allows(state, type) ||
      hasSources(state) ||
      state.doc.rangeHasMark(from, to, schema.marks["link"]!)
    )
      return false
    const fragments = typeof note === "string" ? [noteOf(note)] : note
    const mark = type.create({ data: there.mark?.attrs["data"] ?? {}, fragments })
    const { tr } = state
    tr.removeMark(there.from, there.to, type).addMark(there.from, there.to, mark)
    dispatch?.(tr)
    return true
  }

/** Changes what a note says, wherever the selection is. @param before what the note says as the document has it */
export const changeNote =
  (before: ReadonlyArray<RichFragment>, after: ReadonlyArray<RichFragment>): Command =>
  (state, dispatch) => {
    const type = schema.marks["annotation"]!
    const { tr } = state
    state.doc.descendants((node, pos) => {
      const mark = type.isInSet(node.marks)
      if (mark?.attrs["fragments"] !== before) return
      const end = pos + node.nodeSize
      tr.removeMark(pos, end, mark).addMark(pos, end, type.create({ ...mark.attrs, fragments: after }))
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }

/** What a note says that is one text, or nothing yet. */
export const noteOf = (text: string): RichFragment => ({
  object: "fragment",
  fragment: "annotation-body",
  type: "annotation-body",
  nodes: text === "" ? [] : [block("paragraph", {}, [textOf(text)])]
})

/** Puts the caret behind the link that it is at the end of, so that what is typed next is not in it. */
export const leaveMarks: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const marks = state.storedMarks ?? $from.marks()
  if (!empty || !(state.selection instanceof TextSelection) || marks.length === 0) return false
  if ($from.pos < $from.end() && marks.every((mark) => mark.isInSet($from.nodeAfter?.marks ?? []))) return false
  dispatch?.(state.tr.setStoredMarks([]))
  return true
}
