/** A file on its way that has no place in a text: it is seen where it was asked for. */
import { useEffect, useRef } from "react"
import type { FileUpload } from "../editor/services.ts"
import { uploadBox } from "../editor/uploadBox.ts"

interface SendingProps {
  readonly file: File
  readonly start: (file: File) => FileUpload
  /** Whether what can be done about it has the focus. */
  readonly isFocused?: boolean
  /** Whether it is told later that it was not there yet when nothing waited for it any more. */
  readonly isTold?: boolean
  readonly onThere: (sent: Awaited<ReturnType<FileUpload["run"]>>) => void
  readonly onCancel: () => void
}

export const Sending = ({ file, isFocused = false, isTold = false, start, ...told }: SendingProps) => {
  const place = useRef<HTMLDivElement>(null)
  const newest = useRef(told)
  useEffect(() => {
    newest.current = told
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is around may be another meanwhile; the file is sent once
  useEffect(() => {
    let isOver = false
    let stopping = new AbortController()
    const upload = start(file)
    const run = (): void => {
      stopping = new AbortController()
      const { signal } = stopping
      box.waits()
      upload.run(box.goes, signal).then(
        (sent) => {
          if (signal.aborted) return
          isOver = true
          newest.current.onThere(sent)
        },
        ({ again, message }: { readonly message: string; readonly again: boolean }) =>
          signal.aborted || box.failed(message, again)
      )
    }
    const cancel = () => {
      isOver = true
      stopping.abort()
      newest.current.onCancel()
    }
    const box = uploadBox(file.name, { onAgain: () => run(), onCancel: cancel, onRemove: cancel })
    place.current?.replaceChildren(box.dom)
    run()
    if (isFocused) box.dom.querySelector("button")?.focus()
    return () => {
      if (!isOver) stopping.abort()
      upload.end(isTold && !isOver)
    }
  }, [file])
  return <div ref={place} />
}
