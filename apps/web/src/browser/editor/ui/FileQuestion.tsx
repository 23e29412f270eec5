/** Asks for a picture or file: one that is chosen or dropped, which is uploaded, or one of the space. */
import { type DragEvent, useId, useState } from "react"
import { Sending } from "../../uploads/Sending.tsx"
import type { Question } from "../ask.ts"
import { useLive } from "../live.ts"
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
    return (
      <Sending
        file={file}
        start={services().startUpload}
        isFocused
        onThere={({ name, ref }) => answer({ ref }, name)}
        onCancel={() => setFile(undefined)}
      />
    )
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
