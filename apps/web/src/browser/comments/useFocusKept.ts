/** What has the focus may go from a list of comments, as one that is resolved, or a field whose words were sent. */
import { type RefObject, useEffect, useRef } from "react"

/** @returns the list, which has the focus then where the comment went itself; else what is done with the comment has it */
export const useFocusKept = (): RefObject<HTMLElement | null> => {
  const list = useRef<HTMLElement>(null)
  const last = useRef<{ readonly element: Element; readonly comment: Element | null }>(null)
  useEffect(() => {
    const ending = new AbortController()
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = { element: target, comment: target.closest(".threads > li") }
    }
    document.addEventListener("focusin", note, { signal: ending.signal })
    return () => ending.abort()
  }, [])
  useEffect(() => {
    const { activeElement, body } = document
    const gone = last.current
    if (gone === null || gone.element.isConnected || (activeElement !== null && activeElement !== body)) return
    last.current = null
    const beside =
      gone.comment?.isConnected === true ? gone.comment.querySelector<HTMLElement>(".buttons button") : null
    ;(beside ?? list.current)?.focus({ preventScroll: true })
  })
  return list
}
