/** Makes a block of a kind where the caret is, and asks for what it needs first. */
import { type BlockKind, commands } from "@octavo/editor"
import type { EditorView } from "prosemirror-view"
import type { Data } from "../../logic/document.ts"
import { clearInsertMenu } from "./plugins/insertMenu.ts"
import { placeForBlock, uploadTo } from "./plugins/uploads.ts"
import type { Surroundings } from "./surroundings.ts"

export const insertKind = (view: EditorView, kind: BlockKind, surroundings: Surroundings): void => {
  clearInsertMenu(view)
  const insert = (data?: Data): void => {
    commands.insertBlock(kind, data)(view.state, view.dispatch)
    view.focus()
    if (kind.name === "Annotation") surroundings.editNote()
  }
  if (kind.needs === undefined) {
    insert()
    return
  }
  surroundings.ask({
    needs: kind.needs,
    title: kind.name,
    at: () => view.coordsAtPos(view.state.selection.from),
    // a button and a mention are called by what they lead to
    answer: (data, words) => insert(kind.name === "Button" ? { ...data, label: words } : data),
    ...((kind.needs === "picture" || kind.needs === "file") && {
      take: (file: File) => {
        const isInline = kind.make({ ref: { kind: "file", file: "" } }).isInline
        const at = isInline ? view.state.selection.from : placeForBlock(view)
        uploadTo(view, surroundings, file, { at, make: (ref) => kind.make({ ref }) })
        view.focus()
      }
    })
  })
}
