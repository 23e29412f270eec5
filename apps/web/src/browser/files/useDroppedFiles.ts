/** Files that are dropped anywhere in the window: what is dropped beside a place for it would open in place of the page. */
import { useEffect, useRef, useState } from "react"

/** @returns whether files are held over the window */
export const useDroppedFiles = (isWanted: boolean, onFiles: (files: ReadonlyArray<File>) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const newest = useRef(onFiles)
  useEffect(() => {
    newest.current = onFiles
  })
  useEffect(() => {
    if (!isWanted) return
    const ending = new AbortController()
    const { signal } = ending
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // from one element to the next it is in the window still
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      newest.current([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener("dragover", over, { signal })
    window.addEventListener("dragleave", leave, { signal })
    window.addEventListener("drop", drop, { signal })
    return () => {
      ending.abort()
      setOver(false)
    }
  }, [isWanted])
  return isOver
}
