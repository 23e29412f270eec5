/** The text of a page as it is written, with the dialect in colours. */
import { redo, undo } from "@codemirror/commands"
import { openSearchPanel } from "@codemirror/search"
import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { Surface } from "../../logic/PageSaver.ts"
import { textSurface } from "../../logic/textSurface.ts"
import type { TextActs } from "../editor/services.ts"
import { FindForm } from "../parts/FindForm.tsx"
import { tell } from "../parts/status.tsx"
import { createSource, type Source } from "../source/createSource.ts"
import { closeFind, type Finding, findingOf, goToMatch, replaceAll, replaceMatch, setWords } from "../source/find.ts"

export interface MarkdownSourceHandle extends TextActs {
  readonly surface: Surface<string>
  readonly focus: () => void
}

interface MarkdownSourceProps {
  /** What it begins with; later texts come by the handle. */
  readonly markdown: string
  readonly onChange: () => void
  readonly ref?: Ref<MarkdownSourceHandle | null>
}

const MarkdownSource = ({ markdown, onChange, ref }: MarkdownSourceProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [source, setSource] = useState<Source>()
  const [finding, setFinding] = useState<Finding>()
  const told = useRef(onChange)
  useLayoutEffect(() => {
    told.current = onChange
  })
  const first = useRef(markdown)
  useLayoutEffect(() => {
    if (place.current === null) return
    const made = createSource({
      place: place.current,
      markdown: first.current,
      label: "Markdown source",
      onChange: () => told.current(),
      onUpdate: ({ state }) => setFinding(findingOf(state))
    })
    setSource(made)
    return () => {
      made.view.destroy()
      setSource(undefined)
    }
  }, [])
  const surface = useMemo(() => (source === undefined ? undefined : textSurface(source.text)), [source])
  useImperativeHandle<MarkdownSourceHandle | null, MarkdownSourceHandle | null>(
    ref,
    () => (source === undefined || surface === undefined ? null : handleOf(source, surface)),
    [source, surface]
  )
  const view = source?.view
  return (
    <div className="markdown-source">
      {view === undefined || finding === undefined ? null : (
        <FindForm
          {...finding}
          onWords={(words) => setWords(view, words)}
          onGo={(direction) => goToMatch(view, direction)}
          onReplace={(replacement) => replaceMatch(view, replacement)}
          onReplaceAll={(replacement) => replaceAll(view, replacement)}
          onClose={() => closeFind(view)}
          onSay={tell}
        />
      )}
      <div ref={place} />
    </div>
  )
}

const handleOf = ({ view }: Source, surface: Surface<string>): MarkdownSourceHandle => ({
  surface,
  focus: () => view.focus(),
  undo: () => void undo(view),
  redo: () => void redo(view),
  find: () => void openSearchPanel(view)
})

export default MarkdownSource
