/** Keys of what is around the text: panels and bars. */
import { commands } from "@octavo/editor"
import { keydownHandler } from "prosemirror-keymap"
import { Plugin } from "prosemirror-state"
import { openAddress } from "../openAddress.ts"
import { unitAround } from "../units.ts"
import { chooseBlock } from "./chosen.ts"

export interface Panels {
  readonly editLink: () => void
  /** Opens the menu of the block that is chosen. */
  readonly openBlockMenu: () => void
  /** Begins a comment on what is selected, if one can be made. */
  readonly comment: () => boolean
}

/** The first control of the note at the caret, or of the bar above the selection or the block. */
export const focusBar = (dom: HTMLElement): boolean => {
  const around = dom.parentElement
  const bar =
    around?.querySelector<HTMLElement>(".note-panel:not([hidden])") ??
    around?.querySelector<HTMLElement>("[role=toolbar]:not([hidden])")
  const first = bar?.querySelector<HTMLElement>("button, input, select, textarea")
  first?.focus()
  return first !== null && first !== undefined
}

export const keys = (panels: Panels): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: keydownHandler({
        "Mod-k": () => {
          panels.editLink()
          return true
        },
        "Mod-Alt-m": panels.comment,
        "Mod-.": (_state, _dispatch, view) => {
          const at = view && unitAround(view)?.position()
          if (view === undefined || at === undefined) return false
          chooseBlock(view, at)
          panels.openBlockMenu()
          return true
        },
        "Alt-F10": (_state, _dispatch, view) => view !== undefined && focusBar(view.dom),
        Escape: commands.selectBlock
      }),
      handleDOMEvents: {
        click: (_view, event) => {
          const link = event.target instanceof Element ? event.target.closest("a[href]") : null
          if (link === null || !(event.ctrlKey || event.metaKey)) return false
          event.preventDefault()
          openAddress(link.getAttribute("href") ?? undefined)
          return true
        }
      }
    }
  })
