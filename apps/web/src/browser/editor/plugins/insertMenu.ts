/** The menu at `/`: where it is, what is looked for, and which entry is the one that Enter takes. */
import { type BlockKind, findKinds } from "@octavo/editor"
import { type EditorState, Plugin, PluginKey } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"

export interface InsertMenuState {
  /** Place of the stroke. */
  readonly from: number
  readonly words: string
  readonly kinds: ReadonlyArray<BlockKind>
  readonly active: number
}

type Action = { readonly open: number } | { readonly active: number } | "close"

const key = new PluginKey<InsertMenuState | undefined>("insertMenu")

export const insertMenuOf = (state: EditorState): InsertMenuState | undefined => key.getState(state)

export const menuId = "InsertMenu"

const at = (state: EditorState, from: number, active: number): InsertMenuState | undefined => {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || from < $from.start() || from >= $from.pos) return undefined
  const text = $from.parent.textBetween(from - $from.start(), $from.parentOffset, "\n", "\ufffc")
  if (!text.startsWith("/") || /[\n\ufffc]/.test(text)) return undefined
  const words = text.slice(1)
  const kinds = findKinds(words)
  // who goes on writing means no block
  if (kinds.length === 0 && /\s/.test(words)) return undefined
  return { from, words, kinds, active: Math.min(active, Math.max(0, kinds.length - 1)) }
}

/** @param choose takes the words of the menu away and makes the block */
export const insertMenu = (choose: (view: EditorView, kind: BlockKind) => void): Plugin =>
  new Plugin<InsertMenuState | undefined>({
    key,
    state: {
      init: () => undefined,
      apply: (tr, before, _, state) => {
        const action: Action | undefined = tr.getMeta(key)
        if (action === "close") return undefined
        if (action !== undefined && "open" in action) return at(state, action.open, 0)
        if (before === undefined) return undefined
        if (action !== undefined) return { ...before, active: action.active }
        if (!tr.docChanged && !tr.selectionSet) return before
        const next = at(state, tr.mapping.map(before.from, -1), before.active)
        return next?.words === before.words ? next : next && { ...next, active: 0 }
      }
    },
    props: {
      attributes: (state): Record<string, string> => {
        const menu = key.getState(state)
        return menu === undefined || menu.kinds.length === 0
          ? {}
          : { "aria-controls": menuId, "aria-activedescendant": `${menuId}-${menu.active}` }
      },
      handleTextInput: (view, from, to, text) => {
        const $from = view.state.doc.resolve(from)
        const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc").slice(-1)
        if (text !== "/" || $from.parent.type.spec.code === true || /[^\s(]/.test(before)) return false
        view.dispatch(view.state.tr.insertText(text, from, to).setMeta(key, { open: from }).scrollIntoView())
        return true
      },
      handleKeyDown: (view, event) => {
        const menu = key.getState(view.state)
        if (menu === undefined || event.isComposing) return false
        const { active, kinds } = menu
        const go = (to: number): boolean => {
          view.dispatch(view.state.tr.setMeta(key, { active: to }))
          return true
        }
        if (event.key === "Escape") {
          view.dispatch(view.state.tr.setMeta(key, "close"))
          return true
        }
        if (kinds.length === 0) return false
        switch (event.key) {
          case "ArrowDown":
            return go((active + 1) % kinds.length)
          case "ArrowUp":
            return go((active + kinds.length - 1) % kinds.length)
          case "Enter":
          case "Tab":
            choose(view, kinds[active]!)
            return true
          default:
            return false
        }
      },
      handleDOMEvents: {
        blur: (view) => {
          if (key.getState(view.state) !== undefined) view.dispatch(view.state.tr.setMeta(key, "close"))
          return false
        }
      }
    }
  })

/** Takes away the stroke and the words behind it. */
export const clearInsertMenu = (view: EditorView): void => {
  const menu = key.getState(view.state)
  if (menu === undefined) return
  view.dispatch(view.state.tr.delete(menu.from, view.state.selection.from).setMeta(key, "close"))
}

/** Opens the menu in a text where the caret is. */
export const openInsertMenu = (view: EditorView): void => {
  const { from } = view.state.selection
  view.dispatch(view.state.tr.insertText("/").setMeta(key, { open: from }))
}

export const activate = (view: EditorView, active: number): void =>
  view.dispatch(view.state.tr.setMeta(key, { active }))
