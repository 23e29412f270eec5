/** The editor of a page: its state with what belongs to it, and its view. */
import { keymap as editorKeys, inputRules, session } from "@octavo/editor"
import { baseKeymap } from "prosemirror-commands"
import { dropCursor } from "prosemirror-dropcursor"
import { gapCursor } from "prosemirror-gapcursor"
import { history } from "prosemirror-history"
import { keymap } from "prosemirror-keymap"
import { DOMParser, type Node, type Schema } from "prosemirror-model"
import { EditorState } from "prosemirror-state"
import { tableEditing } from "prosemirror-tables"
import { EditorView } from "prosemirror-view"
import { isOfOthers } from "./handle.ts"
import { insertKind } from "./inserting.ts"
import { anchors } from "./plugins/anchors.ts"
import { caret } from "./plugins/caret.ts"
import { chosen } from "./plugins/chosen.ts"
import { clipboard } from "./plugins/clipboard.ts"
import { find } from "./plugins/find.ts"
import { hints } from "./plugins/hints.ts"
import { insertMenu } from "./plugins/insertMenu.ts"
import { keys, type Panels } from "./plugins/keys.ts"
import { moving, movingKeys } from "./plugins/moving.ts"
import { selected } from "./plugins/selected.ts"
import { typing } from "./plugins/typing.ts"
import { uploads } from "./plugins/uploads.ts"
import { values } from "./plugins/values.ts"
import type { Surroundings } from "./surroundings.ts"
import { nodeViews } from "./views/index.ts"
import { markViews } from "./views/marks.ts"

interface EditorOptions {
  readonly place: HTMLElement
  readonly document: Node
  readonly label: string
  readonly surroundings: Surroundings
  readonly panels: Panels
  /** This person edited something. */
  readonly onChange: () => void
  /** Something else is selected. */
  readonly onSelection: (text: string) => void
  /** The state is another one. */
  readonly onUpdate: () => void
}

export const createEditor = (options: EditorOptions): EditorView => {
  const { document, label, onChange, onSelection, onUpdate, panels, place, surroundings } = options
  const state = EditorState.create({
    doc: document,
    plugins: [
      insertMenu((view, kind) => insertKind(view, kind, surroundings)),
      find(),
      selected(),
      chosen(),
      inputRules(),
      movingKeys(surroundings),
      values(),
      keymap(editorKeys),
      keys(panels),
      keymap(baseKeymap),
      history(),
      session(),
      moving(surroundings),
      typing(),
      uploads(surroundings),
      clipboard(surroundings),
      // a table is selected as a block is, for what is done with blocks
      tableEditing({ allowTableNodeSelection: true }),
      dropCursor({ class: "drop-cursor", color: false, width: 3 }),
      gapCursor(),
      caret(),
      hints(),
      anchors()
    ]
  })
  unnoticed(place)
  return new EditorView(
    { mount: place },
    {
      state,
      nodeViews: nodeViews(surroundings),
      markViews: markViews(surroundings),
      domParser: typed(document.type.schema),
      attributes: { class: "body", role: "textbox", "aria-multiline": "true", "aria-label": label },
      dispatchTransaction(this: EditorView, transaction) {
        const before = this.state
        this.updateState(before.apply(transaction))
        onUpdate()
        if (transaction.docChanged && !isOfOthers(transaction)) onChange()
        const { doc, selection } = this.state
        if (!selection.eq(before.selection) && (!selection.empty || !before.selection.empty))
          onSelection(doc.textBetween(selection.from, selection.to, "\n"))
      }
    }
  )
}

/**
 * React notes before each drawing what is selected in an editable element that has the focus, walking through all that is
 * in front of it: a word of a panel would cost the whole page. It draws nothing in this one, and has nothing to put back.
 */
const unnoticed = (place: HTMLElement): void =>
  void Object.defineProperty(place, "contentEditable", { value: "inherit", writable: true, configurable: true })

/** Reads what browsers and keyboards of phones make of the page's elements while somebody types. */
const typed = (schema: Schema): DOMParser =>
  new DOMParser(schema, [
    { tag: "p", node: "paragraph" },
    { tag: "br", node: "hard_break" },
    { tag: "b, strong", mark: "bold" },
    { tag: "i, em", mark: "italic" },
    { tag: "s, del", mark: "strikethrough" }
  ])
