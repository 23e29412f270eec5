/** What becomes of text that is typed with the marks of Markdown around it. */
import { InputRule } from "prosemirror-inputrules"
import type { Mark, Node } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"
import { schema } from "../schema/schema.ts"
import { emojiNamed } from "./emojis.ts"

/** The text between two delimiters has a mark, and these are gone. */
const marked = (match: RegExp, size: number, make: () => Mark): InputRule =>
  new InputRule(
    match,
    (state, { 0: whole, 1: inside }, start, end) => {
      const mark = make()
      const typed = whole.length - (end - start)
      if (!isFree(state, mark) || typed > size || inside!.trim() !== inside) return null
      const tr = state.tr.delete(end - (size - typed), end).delete(start, start + size)
      const last = end - (size - typed) - size
      return tr.addMark(start, last, mark).removeStoredMark(mark.type)
    },
    { inCodeMark: false }
  )

/** Whether nothing is selected, and the text can have the mark. */
const isFree = ({ selection }: EditorState, mark: Mark): boolean =>
  selection.empty && selection.$from.parent.type.allowsMarkType(mark.type)

const simple = (match: RegExp, size: number, name: string): InputRule => marked(match, size, () => schema.mark(name))

/** The typed text replaced by a node, if it may stand there. */
const node = (match: RegExp, make: (text: string) => Node | undefined): InputRule =>
  new InputRule(
    match,
    (state, [, text], start, end): Transaction | null => {
      const made = make(text!)
      const { $from, empty } = state.selection
      if (made === undefined || !empty || !$from.parent.inlineContent) return null
      if (!$from.parent.canReplaceWith($from.index(), $from.index(), made.type)) return null
      return state.tr.replaceWith(start, end, made.mark($from.marks()))
    },
    { inCodeMark: false }
  )

const link = new InputRule(
  /(?<!!)\[([^[\]]+)\]\(([^\s()<>]+)\)$/,
  (state, { 0: whole, 1: text, 2: url }, start, end) => {
    const mark = schema.mark("link", { data: { ref: { kind: "url", url } } })
    if (!isFree(state, mark) || !isAddress(url!) || state.doc.textBetween(start, end, "", "\ufffc").includes("\ufffc"))
      return null
    const tr = state.tr.delete(start + 1 + text!.length, end).delete(start, start + 1)
    return whole === "" ? null : tr.addMark(start, start + text!.length, mark).removeStoredMark(mark.type)
  },
  { inCodeMark: false }
)

/** An address that a blank ends leads where it says. */
const address = new InputRule(
  /(?<!\S)(https?:\/\/[^\s<>]+) $/,
  (state, [, written], start, end) => {
    const url = written!.replace(/[.,;:!?)\]'"]{1,9}$/, "")
    const mark = schema.mark("link", { data: { ref: { kind: "url", url } } })
    const isLinked = state.doc.rangeHasMark(start, end, mark.type)
    if (!isFree(state, mark) || isLinked || !URL.canParse(url)) return null
    return state.tr
      .insertText(" ", end)
      .addMark(start, start + url.length, mark)
      .removeStoredMark(mark.type)
  },
  { inCodeMark: false }
)

/** Addresses of the web, and paths; nothing that a browser would run. */
const isAddress = (url: string): boolean => /^(?:https?:|mailto:|tel:)/i.test(url) || !/^[^/?#]*:/.test(url)

export const inlineRules: ReadonlyArray<InputRule> = [
  simple(/\*\*([^*]+)\*\*$/, 2, "bold"),
  simple(/(?<![\w_])__([^_]+)__$/, 2, "bold"),
  simple(/(?<!\*)\*([^*]+)\*$/, 1, "italic"),
  simple(/(?<![\w_])_([^_]+)_$/, 1, "italic"),
  simple(/~~([^~]+)~~$/, 2, "strikethrough"),
  simple(/(?<!`)`([^`]+)`$/, 1, "code"),
  link,
  address,
  node(/\$\$([^$]+)\$\$$/, (formula) =>
    formula.trim() === formula ? schema.node("inline_math", { data: { formula } }) : undefined
  ),
  node(/\{\{([^{}]+)\}\}$/, (text) => {
    const expression = text.trim()
    return expression === "" ? undefined : schema.node("expression", { data: { expression } })
  }),
  node(/(?<![\w:]):([a-z0-9_+-]+):$/, (name) => {
    const emoji = emojiNamed(name)
    return emoji === undefined ? undefined : schema.text(emoji)
  })
]
