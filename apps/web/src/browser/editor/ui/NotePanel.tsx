/** The note of a text: what it says, changed in place, or taken away. */
import { commands } from "@octavo/editor"
import type { EditorState } from "prosemirror-state"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { plainText, type RichBlock, type RichFragment } from "../../../logic/document.ts"
import { useEditorState, useLive } from "../live.ts"
import { Floating } from "./Floating.tsx"

const NoteBlocks = lazy(() => import("./NoteBlocks.tsx"))

/** The note that the caret is in. */
const noteAt = (state: EditorState) => {
  if (!state.selection.empty) return undefined
  const found = commands.markAt(state, "annotation")
  if (found === undefined) return undefined
  const { from, mark, to } = found
  return { from, to, fragments: mark.attrs["fragments"] as ReadonlyArray<RichFragment> }
}

/** The words of a note that is one paragraph without marks; undefined for one that says more. */
const wordsOf = (fragments: ReadonlyArray<RichFragment>): string | undefined => {
  const [block, ...more] = fragments.flatMap(({ nodes }) => nodes)
  if (block === undefined) return ""
  const isPlain = (block.nodes ?? []).every(
    (node) => node.object === "text" && node.leaves.every(({ marks, source }) => marks.length === 0 && !source)
  )
  return more.length === 0 && block.type === "paragraph" && isPlain ? plainText(block.nodes) : undefined
}

interface NotePanelProps {
  /** Whether what it says is asked for. */
  readonly isAsked: boolean
  readonly onLeave: () => void
}

export const NotePanel = ({ isAsked, onLeave }: NotePanelProps) => {
  const { view } = useLive()
  const note = useEditorState(noteAt)
  const last = useRef<{ readonly from: number | undefined; readonly key: number }>({ from: undefined, key: 0 })
  if (note?.from !== last.current.from) {
    // others who write above it move the note that is edited here
    const isAnother = last.current.from === undefined || view.hasFocus()
    last.current = { from: note?.from, key: last.current.key + (isAnother ? 1 : 0) }
  }
  return note === undefined ? null : <Note key={last.current.key} {...note} isAsked={isAsked} onLeave={onLeave} />
}

/** The same fragments with other blocks: what is written stands in the first one. */
const withBlocks = (
  [first, ...more]: ReadonlyArray<RichFragment>,
  nodes: ReadonlyArray<RichBlock>
): ReadonlyArray<RichFragment> =>
  first === undefined ? [] : [{ ...first, nodes }, ...more.map((one) => ({ ...one, nodes: [] }))]

const Note = ({ fragments, from, isAsked, onLeave, to }: NonNullable<ReturnType<typeof noteAt>> & NotePanelProps) => {
  const { view } = useLive()
  const now = wordsOf(fragments)
  const [hasBlocks, setHasBlocks] = useState(now === undefined)
  /** As the document has them: what is written in blocks follows them. */
  const current = useRef(fragments)
  current.current = fragments
  const keepBlocks = (nodes: ReadonlyArray<RichBlock>): ReadonlyArray<RichFragment> => {
    const before = current.current
    const next = withBlocks(before, nodes)
    if (!commands.changeNote(before, next)(view.state, view.dispatch)) return before
    current.current = next
    return next
  }
  const remove = (): void => {
    commands.unsetAnnotation(view.state, view.dispatch)
    view.focus()
  }
  return (
    <Floating
      className="note-panel"
      role="group"
      aria-label="Note"
      side="below"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isAsked && !currentTarget.contains(relatedTarget)) onLeave()
      }}
      at={() => {
        const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
        return { left: start.left, right: end.right, top: start.top, bottom: end.bottom }
      }}
    >
      {hasBlocks || now === undefined ? (
        <Suspense fallback={null}>
          <NoteBlocks fragments={fragments} onKeep={keepBlocks} onLeave={() => view.focus()} />
        </Suspense>
      ) : (
        <NoteWords now={now} isAsked={isAsked} />
      )}
      <div className="note-buttons">
        {hasBlocks || now === undefined ? null : (
          <button type="button" className="panel-button" onClick={() => setHasBlocks(true)}>
            As blocks
          </button>
        )}
        <button type="button" className="panel-button" onClick={remove}>
          Remove
        </button>
      </div>
    </Floating>
  )
}

const NoteWords = ({ isAsked, now }: { readonly now: string; readonly isAsked: boolean }) => {
  const { view } = useLive()
  const [words, setWords] = useState(now)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isAsked) field.current?.focus({ preventScroll: true })
  }, [isAsked])
  useEffect(() => setWords(now), [now])
  const keep = (): void => {
    if (words !== now) commands.annotate(words)(view.state, view.dispatch)
  }
  return (
    <textarea
      ref={field}
      className="setting-field"
      aria-label="Note"
      placeholder="What the note says"
      rows={Math.min(6, words.split("\n").length + 1)}
      value={words}
      onChange={({ target }) => setWords(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return
        event.preventDefault()
        if (event.key === "Enter") keep()
        else setWords(now)
        view.focus()
      }}
    />
  )
}
