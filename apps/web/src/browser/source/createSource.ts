/** The editor of a page's Markdown: its state, its view, and the text as what saves it sees it. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { markdownKeymap } from "@codemirror/lang-markdown"
import { search, searchKeymap } from "@codemirror/search"
import { Annotation, EditorState, Transaction } from "@codemirror/state"
import { EditorView, keymap, type Panel, showPanel, type ViewUpdate } from "@codemirror/view"
import { textChanges } from "../../logic/textChanges.ts"
import type { EditedText } from "../../logic/textSurface.ts"
import { dialect } from "./dialect.ts"
import { lineEndsOf } from "./lineEnds.ts"
import { look } from "./look.ts"

/** Says of a transaction that no person who writes here made it. */
const ofOthers = Annotation.define<true>()

interface SourceOptions {
  /** What it stands in; styles of the page do not reach it. */
  readonly place: HTMLElement
  readonly markdown: string
  readonly label: string
  /** This person edited something. */
  readonly onChange: () => void
  readonly onUpdate: (update: ViewUpdate) => void
}

export interface Source {
  readonly view: EditorView
  readonly text: EditedText
}

const waysId = "ways"

/** How the text is left by keys: told to those who hear it, and shown while the caret is in it. */
const waysPanel = (): Panel => {
  const dom = document.createElement("p")
  dom.id = waysId
  dom.textContent = "Tab indents. To leave the text, press Escape, then Tab."
  return { dom }
}

/** After Escape the next Tab leaves, for as long as it takes to press it. */
const leavingByTab = EditorView.domEventHandlers({
  keydown: ({ key }, view) => {
    if (key === "Escape") view.setTabFocusMode(true)
    else if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) view.setTabFocusMode(false)
  },
  blur: (_, view) => view.setTabFocusMode(false)
})

/** Those of its keys that this page has bars for. */
const findKeys = searchKeymap.filter(({ key }) => ["Mod-f", "F3", "Mod-g", "Escape"].includes(key ?? ""))

/** The bar of the page asks what is looked for: this one is empty, and says that the words are marked. */
const findPanel = search({ createPanel: () => ({ dom: document.createElement("div") }) })

export const createSource = ({ label, markdown, onChange, onUpdate, place }: SourceOptions): Source => {
  const ends = lineEndsOf(markdown)
  // in a document of its own the styles can be made by scripts
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: ends.inside(markdown),
      extensions: [
        ends.separator === undefined ? [] : EditorState.lineSeparator.of(ends.separator),
        EditorState.tabSize.of(2),
        dialect.extension,
        look,
        history(),
        findPanel,
        showPanel.of(waysPanel),
        keymap.of([...markdownKeymap, ...findKeys, ...historyKeymap, indentWithTab, ...defaultKeymap]),
        leavingByTab,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": waysId, spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          onUpdate(update)
          if (update.transactions.some((one) => one.docChanged && one.annotation(ofOthers) === undefined)) onChange()
        })
      ]
    })
  })
  return { view, text: editedText(view, ends) }
}

const editedText = (view: EditorView, ends: ReturnType<typeof lineEndsOf>): EditedText => {
  let last: { readonly doc: EditorState["doc"]; readonly text: string } | undefined
  const read = (): string => {
    const { doc } = view.state
    if (last?.doc !== doc) last = { doc, text: ends.outside(doc.toString()) }
    return last.text
  }
  return {
    read,
    exchange: (text, isMine) =>
      view.dispatch({
        changes: [...textChanges(view.state.doc.toString(), ends.inside(text))],
        ...(isMine ? {} : { annotations: [ofOthers.of(true), Transaction.addToHistory.of(false)] })
      })
  }
}
