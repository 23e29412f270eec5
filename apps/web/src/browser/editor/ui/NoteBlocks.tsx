/** A note that has blocks, edited as blocks beside its text: a document of its own, whose server is the page. */
import type { RichDocument } from "@octavo/document/rich/model"
import { useEffect, useLayoutEffect, useRef } from "react"
import type { RichBlock, RichFragment } from "../../../logic/document.ts"
import { createNoteEditor } from "../createNoteEditor.ts"
import { handleOf } from "../handle.ts"
import { useLive } from "../live.ts"
import type { PageBodyHandle } from "../services.ts"

type Fragments = ReadonlyArray<RichFragment>

interface NoteBlocksProps {
  /** What the note says as the page has it. */
  readonly fragments: Fragments
  /** What is written; a moment after the last key, and when it is left. @returns the note as the page has it then */
  readonly onKeep: (blocks: ReadonlyArray<RichBlock>) => Fragments
  readonly onLeave: () => void
}

/** Milliseconds after the last key. */
const pause = 400

const documentOf = (fragments: Fragments): RichDocument => ({
  object: "document",
  data: {},
  nodes: fragments.flatMap(({ nodes }) => nodes)
})

const NoteBlocks = ({ fragments, onKeep, onLeave }: NoteBlocksProps) => {
  const { surroundings } = useLive()
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<PageBodyHandle>(undefined)
  const told = useRef({ onKeep, onLeave })
  useEffect(() => {
    told.current = { onKeep, onLeave }
  })
  /** What of the page is in the editor. */
  const known = useRef(fragments)
  useLayoutEffect(() => {
    if (place.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = (): void => {
      clearTimeout(timer)
      if (!made.isDirty()) return
      const document = made.take()
      known.current = told.current.onKeep(document.nodes)
      made.confirm(document, false)
    }
    const view = createNoteEditor({
      place: place.current,
      document: documentOf(known.current),
      surroundings,
      onChange: () => {
        clearTimeout(timer)
        timer = setTimeout(keep, pause)
      },
      onLeave: () => {
        keep()
        told.current.onLeave()
      }
    })
    const made = handleOf(view)
    handle.current = made
    view.dom.addEventListener("blur", keep)
    return () => {
      keep()
      handle.current = undefined
      view.destroy()
    }
  }, [surroundings])
  // the page has it otherwise: from the server, by others, or by an undo in it
  useEffect(() => {
    if (fragments === known.current) return
    known.current = fragments
    handle.current?.receive(documentOf(fragments))
  }, [fragments])
  return <div ref={place} className="note-blocks" />
}

export default NoteBlocks
