/**
 * Copying and pasting. What is copied goes out as HTML, as Markdown, and as it is in the editor, for which pages of this
 * application look first; what comes in is read by the editor's own rules.
 */
import { commands, markdownOf, problemOfBlocks, schema } from "@octavo/editor"
import { Slice } from "prosemirror-model"
import { Plugin, Selection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { addressOf } from "../openAddress.ts"
import type { ContentRef } from "../services.ts"
import type { Surroundings } from "../surroundings.ts"
import { pulled } from "./moving.ts"

/** Type of what is as it is in the editor. */
const ownType = "application/x-octavo-blocks"

/** The part of a page that is in the clipboard; undefined for what is none, or of another schema. */
const ownSlice = (json: string): Slice | undefined => {
  if (json === "") return undefined
  try {
    // attributes are looked at as the schema says
    return Slice.fromJSON(schema, JSON.parse(json))
  } catch {
    return undefined
  }
}

export const clipboard = (surroundings: Surroundings): Plugin => {
  const hrefOf = (ref: ContentRef): string | undefined => {
    if (ref.kind === "url") return ref.url
    const href = addressOf(surroundings.services().describe(ref)?.href)
    return href?.startsWith("/") ? location.origin + href : href
  }

  const copy = (view: EditorView, event: ClipboardEvent, isCut: boolean): boolean => {
    const { selection } = view.state
    const { clipboardData } = event
    if (selection.empty || clipboardData === null) return false
    const slice = selection.content()
    const { dom } = view.serializeForClipboard(slice)
    event.preventDefault()
    clipboardData.clearData()
    clipboardData.setData("text/html", dom.innerHTML)
    clipboardData.setData("text/plain", markdownOf(slice, hrefOf))
    clipboardData.setData(ownType, JSON.stringify(slice.toJSON()))
    if (isCut) view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta("uiEvent", "cut"))
    return true
  }

  const paste = (view: EditorView, data: DataTransfer | null): boolean => {
    if (data === null) return false
    const own = ownSlice(data.getData(ownType))
    const isCode = view.state.selection.$from.parent.type.spec.code === true
    if (own !== undefined && !isCode) {
      const { doc, selection, tr } = view.state
      const problem = problemOfBlocks(own.content, doc.content.size - (selection.to - selection.from))
      if (problem === undefined) view.dispatch(tr.replaceSelection(own).scrollIntoView().setMeta("uiEvent", "paste"))
      else surroundings.services().say(problem)
      return true
    }
    const content = { html: data.getData("text/html"), text: data.getData("text/plain") }
    const { fromAddress, say } = surroundings.services()
    commands.paste(content, { refOf: fromAddress, onProblem: say })(view.state, view.dispatch)
    // the browser puts nothing in by itself
    return true
  }

  /** What is dropped from elsewhere comes as what is pasted does; blocks of this page and files have ways of their own. */
  const drop = (view: EditorView, event: DragEvent): boolean => {
    const { clientX, clientY, dataTransfer } = event
    const isOwn = view.dragging !== null || view.dom.classList.contains(pulled)
    if (isOwn || dataTransfer === null || dataTransfer.files.length > 0) return false
    const at = view.posAtCoords({ left: clientX, top: clientY })
    if (at === null) return false
    event.preventDefault()
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
    view.focus()
    return paste(view, dataTransfer)
  }

  return new Plugin({
    props: {
      handlePaste: (view, { clipboardData }) => paste(view, clipboardData),
      handleDOMEvents: {
        // before it is made a document of the browser: that takes as long as reading it, and asks for its styles
        paste: (view, event) => {
          const { clipboardData } = event
          if (view.composing || clipboardData === null || clipboardData.files.length > 0) return false
          event.preventDefault()
          return paste(view, clipboardData)
        },
        drop,
        copy: (view, event) => copy(view, event, false),
        cut: (view, event) => copy(view, event, true)
      }
    }
  })
}
