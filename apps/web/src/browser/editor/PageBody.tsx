/** The block editor of a page: it looks like the page as it is read, with a caret in it. */
import { toEditor } from "@octavo/editor"
import { useImperativeHandle, useLayoutEffect, useRef, useState } from "react"
import "../style/editor.css"
import "../style/editor-tables.css"
import "../style/panel-buttons.css"
import "../style/panels.css"
import "../style/bars.css"
import { createEditor } from "./createEditor.ts"
import { handleOf } from "./handle.ts"
import { insertKind } from "./inserting.ts"
import { type Live, LiveProvider, live } from "./live.ts"
import type { PageBodyHandle, PageBodyProps } from "./services.ts"
import { surroundings as around } from "./surroundings.ts"
import { FindBar } from "./ui/FindBar.tsx"
import { type OpenPanel, Panels } from "./ui/Panels.tsx"

const PageBody = ({ document, label, onChange, onSelection, ref, services }: PageBodyProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<OpenPanel>()
  const [surroundings] = useState(() =>
    around(services, {
      ask: (question) => setPanel({ name: "ask", question }),
      editNote: () => setPanel({ name: "note" })
    })
  )
  const [editor, setEditor] = useState<Live>()
  const told = useRef({ onChange, onSelection })

  useLayoutEffect(() => {
    told.current = { onChange, onSelection }
    surroundings.change(services)
  })

  // the first document alone: later ones come by the handle
  const first = useRef(document)
  useLayoutEffect(() => {
    const mount = place.current
    if (mount === null) return
    const view = createEditor({
      place: mount,
      document: toEditor(first.current),
      label,
      surroundings,
      panels: {
        editLink: () => setPanel({ name: "link" }),
        openBlockMenu: () => setPanel({ name: "block" }),
        comment: () => {
          const { comment } = surroundings.services()
          comment?.()
          return comment !== undefined
        }
      },
      onChange: () => told.current.onChange(),
      onSelection: (text) => told.current.onSelection?.(text),
      onUpdate: () => made.changed()
    })
    const made = live(view, surroundings)
    setEditor(made)
    return () => {
      view.destroy()
      setEditor(undefined)
    }
  }, [label, surroundings])

  useImperativeHandle<PageBodyHandle | null, PageBodyHandle | null>(
    ref,
    () => (editor === undefined ? null : handleOf(editor.view)),
    [editor]
  )

  return (
    <LiveProvider value={editor}>
      <div className="editor">
        {editor === undefined ? null : <FindBar />}
        <div ref={place} />
        {editor === undefined ? null : (
          <Panels open={panel} onOpen={setPanel} onChoose={(kind) => insertKind(editor.view, kind, surroundings)} />
        )}
      </div>
    </LiveProvider>
  )
}

export default PageBody
