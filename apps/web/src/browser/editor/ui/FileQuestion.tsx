/** Asks for a picture or file: one that is chosen or dropped, which is uploaded, or one of the space. */
import { type DragEvent, useEffect, useId, useRef, useState } from "react"
import type { Question } from "../ask.ts"
import { useLive } from "../live.ts"
import type { FileUpload } from "../services.ts"
import { uploadBox } from "../uploadBox.ts"
import { TargetPicker } from "./TargetPicker.tsx"

interface FileQuestionProps {
  readonly question: Question
  readonly onDone: () => void
}

export const FileQuestion = ({ onDone, question }: FileQuestionProps) => {
  const { services } = useLive()
  const [isOver, setIsOver] = useState(false)
  const [file, setFile] = useState<File>()
  const id = useId()
  const { answer, needs, take } = question
  const isPicture = needs === "picture"
  const onFile = (chosen: File | undefined): void => {
    if (chosen === undefined) return
    if (take === undefined) {
      setFile(chosen)
      return
    }
    onDone()
    take(chosen)
  }
  if (file !== undefined) {
    return <Sending file={file} start={services().startUpload} onAnswer={answer} onCancel={() => setFile(undefined)} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who has no mouse chooses the file
    <div
      className={isOver ? "drop-place over" : "drop-place"}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <label htmlFor={id} className="button secondary">
        {isPicture ? "Choose a picture" : "Choose a file"}
      </label>
      <input
        id={id}
        type="file"
        className="hidden"
        data-first
        accept={isPicture ? "image/*" : undefined}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <p className="panel-note">or drop it here</p>
      {isPicture ? (
        <details className="picker-more">
          <summary>Take one of the space</summary>
          <TargetPicker
            label="Picture of the space"
            hasAddresses={false}
            kinds={["file"]}
            onChoose={(ref, title) => answer({ ref }, title)}
            onClose={onDone}
          />
        </details>
      ) : null}
    </div>
  )
}

interface SendingProps {
  readonly file: File
  readonly start: (file: File) => FileUpload
  readonly onAnswer: Question["answer"]
  readonly onCancel: () => void
}

/** A file on its way that has no place in the text: it is seen where it was asked for. */
const Sending = ({ file, start, ...told }: SendingProps) => {
  const place = useRef<HTMLDivElement>(null)
  const newest = useRef(told)
  useEffect(() => {
    newest.current = told
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: services may be others meanwhile; the file is sent once
  useEffect(() => {
    let isThere = false
    let stopping = new AbortController()
    const upload = start(file)
    const run = (): void => {
      stopping = new AbortController()
      const { signal } = stopping
      box.waits()
      upload.run(box.goes, signal).then(
        ({ name, ref }) => {
          if (signal.aborted) return
          isThere = true
          newest.current.onAnswer({ ref }, name)
        },
        ({ again, message }: { readonly message: string; readonly again: boolean }) =>
          signal.aborted || box.failed(message, again)
      )
    }
    const cancel = () => newest.current.onCancel()
    const box = uploadBox(file.name, { onAgain: () => run(), onCancel: cancel, onRemove: cancel })
    place.current?.replaceChildren(box.dom)
    run()
    box.dom.querySelector("button")?.focus()
    return () => {
      if (!isThere) stopping.abort()
      upload.end(false)
    }
  }, [file])
  return <div ref={place} />
}
