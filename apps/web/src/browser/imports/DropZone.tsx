/** Where files for an import are dropped, or chosen; lists those that are there. */
import { type DragEvent, useRef, useState } from "react"
import { withFiles } from "../../logic/importing.ts"
import { sizeOf } from "../../logic/words.ts"
import { Icon } from "../parts/Icon.tsx"

interface DropZoneProps {
  readonly files: ReadonlyArray<File>
  readonly onChange: (files: ReadonlyArray<File>) => void
  readonly isDisabled: boolean
}

export const DropZone = ({ files, isDisabled, onChange }: DropZoneProps) => {
  const [isOver, setOver] = useState(false)
  const [problems, setProblems] = useState<ReadonlyArray<string>>([])
  const chooser = useRef<HTMLInputElement>(null)
  const add = (list: FileList | null) => {
    const taken = withFiles(files, [...(list ?? [])])
    setProblems(taken.problems)
    onChange(taken.files)
  }
  const over = (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <section
      className="drop-zone"
      aria-label="Drop files here"
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (isDisabled) return
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      }}
    >
      <Icon name="file" />
      <p className="drop-zone-words">
        Drop files here, or{" "}
        <button type="button" className="text-button" disabled={isDisabled} onClick={() => chooser.current?.click()}>
          choose files
        </button>
      </p>
      <p className="note">Zip archives, Markdown and HTML. A zip archive keeps its folders, pictures and links.</p>
      <input
        ref={chooser}
        type="file"
        className="hidden"
        aria-label="Files"
        tabIndex={-1}
        multiple
        accept=".zip,.md,.markdown,.txt,.html,.htm"
        disabled={isDisabled}
        onChange={(event) => {
          add(event.target.files)
          // the same file may be chosen again
          event.target.value = ""
        }}
      />
      {files.length === 0 ? null : (
        <ul className="drop-files" aria-label="Files to import">
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`}>
              <span className="drop-file-name">{file.name}</span>
              <span className="row-note">{sizeOf(file.size)}</span>
              <button
                type="button"
                className="tool"
                aria-label={`Remove ${file.name}`}
                disabled={isDisabled}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problems.length === 0 ? null : (
        <div className="field-error" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </section>
  )
}
