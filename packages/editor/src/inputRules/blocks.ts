/** What becomes of a paragraph when its beginning is typed as Markdown has it. */
import { InputRule, wrappingInputRule } from "prosemirror-inputrules"
import type { Attrs, Node } from "prosemirror-model"
import { type EditorState, TextSelection, type Transaction } from "prosemirror-state"
import { selected } from "../commands/change.ts"
import { codeLine } from "../commands/into.ts"
import { isItem, nodeType, paragraph, withData } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"

/** A rule that is for paragraphs alone. */
const forParagraph = (rule: InputRule, isOne: (state: EditorState) => boolean = () => true): InputRule => {
  const { handler, match } = rule as InputRule & { readonly match: RegExp; readonly handler: Handler }
  return new InputRule(match, (state, found, start, end) =>
    state.selection.$from.parent.type.name === "paragraph" && state.selection.empty && isOne(state)
      ? handler(state, found, start, end)
      : null
  )
}

type Handler = (state: EditorState, match: RegExpMatchArray, start: number, end: number) => Transaction | null

/** In an item that has just begun there is a list already. */
const isInItem = ({ selection: { $from } }: EditorState): boolean =>
  $from.depth > 1 && isItem($from.node(-1)) && $from.index(-1) === 0

/** `##`: as many as Markdown has; one is the highest that a page has below its title. */
const heading = new InputRule(/^(#{1,6}) $/, (state, [, hashes], start, end) => {
  const { $from } = state.selection
  if (!/^(?:paragraph|heading_\d)$/.test($from.parent.type.name) || !state.selection.empty) return null
  const level = Math.max(2, hashes!.length)
  const attributes = { data: level > 4 ? { depth: level } : {} }
  const type = nodeType(`heading_${Math.min(level, 4) - 1}`)
  const $at = state.doc.resolve(start)
  if (!$at.node(-1).canReplaceWith($at.index(-1), $at.index(-1) + 1, type)) return null
  return state.tr.delete(start, end).setBlockType(start, start, type, attributes)
})

const bullets = forParagraph(wrappingInputRule(/^[-+*] $/, nodeType("list_unordered")), (state) => !isInItem(state))

const numbers = forParagraph(
  wrappingInputRule(
    /^(\d{1,9})[.)] $/,
    nodeType("list_ordered"),
    ([, number]): Attrs => ({ data: Number(number) === 1 ? {} : { start: Number(number) } }),
    ([, number], list) => Number(number) === 1 || list.childCount + startOf(list) === Number(number)
  ),
  (state) => !isInItem(state)
)

const startOf = (list: Node): number => Number((list.attrs["data"] as { start?: unknown }).start ?? 1)

/** `[ ]`: an item becomes a task, anything else a list of tasks. */
const tasks = forParagraph(
  new InputRule(/^\[([ xX]?)\] $/, (state, [, tick], start, end) => {
    const checked = tick === "x" || tick === "X"
    const tr = state.tr.delete(start, end)
    const $from = tr.doc.resolve(start)
    if (!isInItem(state)) {
      const $at = tr.doc.resolve($from.before())
      const item = schema.node("list_item", { data: { checked } }, [$from.parent])
      const list = schema.node("list_tasks", null, [item])
      if (!$at.parent.canReplaceWith($at.index(), $at.index() + 1, list.type)) return null
      tr.replaceWith($at.pos, $at.pos + $from.parent.nodeSize, list)
      return tr.setSelection(TextSelection.create(tr.doc, start + 2))
    }
    const [item, list] = [$from.node(-1), $from.node(-2)]
    tr.setNodeAttribute($from.before(-1), "data", withData(item, { checked })["data"])
    const isEach = list.children.every((one) => one === item || typeof one.attrs["data"].checked === "boolean")
    if (isEach && list.type.name === "list_unordered")
      tr.setNodeMarkup($from.before(-2), nodeType("list_tasks"), list.attrs)
    return tr
  })
)

const quote = forParagraph(wrappingInputRule(/^> $/, nodeType("blockquote")))

/** The paragraph replaced by other blocks, if they may stand there; what is behind the caret has to be text. */
const replaced = (
  state: EditorState,
  end: number,
  make: (rest: string) => ReadonlyArray<Node>
): { readonly tr: Transaction; readonly at: number } | null => {
  const { $from } = state.selection
  const rest = $from.parent.content.cut(end - $from.start())
  if (!rest.content.every(({ isText }) => isText)) return null
  const at = $from.before()
  const nodes = make(rest.textBetween(0, rest.size))
  const $at = state.doc.resolve(at)
  const fits = nodes.every(({ type }) => $at.parent.canReplaceWith($at.index(), $at.index() + 1, type))
  return fits ? { tr: state.tr.replaceWith(at, at + $from.parent.nodeSize, nodes), at } : null
}

const code = forParagraph(
  new InputRule(/^(?:```|~~~)([\w+#.-]*) $/, (state, [, language], _, end) => {
    const data = language === "" ? {} : { syntax: language }
    const made = replaced(state, end, (rest) => [schema.node("code_block", { data }, [codeLine(rest)])])
    return made === null ? null : made.tr.setSelection(TextSelection.create(made.tr.doc, made.at + 2))
  })
)

const divider = forParagraph(
  new InputRule(/^(?:---|\*\*\* |___ )$/, (state, _, __, end) => {
    const made = replaced(state, end, (rest) => [
      schema.node("divider"),
      paragraph(rest === "" ? [] : [schema.text(rest)])
    ])
    return made === null ? null : made.tr.setSelection(TextSelection.create(made.tr.doc, made.at + 2))
  })
)

const math = forParagraph(
  new InputRule(/^\$\$ $/, (state, _, __, end) => {
    const made = replaced(state, end, (formula) => [schema.node("math", { data: { formula } }), paragraph()])
    return made === null ? null : made.tr.setSelection(selected(made.tr.doc, made.at))
  })
)

export const blockRules: ReadonlyArray<InputRule> = [heading, bullets, numbers, tasks, quote, code, divider, math]
