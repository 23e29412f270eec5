/** What was done, said once in words: to be seen for a while, and to be heard. */
import { useEffect, useSyncExternalStore } from "react"

let said: { readonly text: string; readonly at: number } | undefined
const listeners = new Set<() => void>()
const change = (next: typeof said): void => {
  said = next
  for (const listener of listeners) listener()
}

/** Says what was done. */
export const tell = (text: string): void => change({ text, at: Date.now() })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Milliseconds for which words are seen. */
const shown = 6000

export const Status = () => {
  const current = useSyncExternalStore(subscribe, () => said)
  useEffect(() => {
    if (current === undefined) return
    const timer = setTimeout(() => change(undefined), shown)
    return () => clearTimeout(timer)
  }, [current])
  return (
    <div role="status" className="status">
      {current === undefined ? null : <span key={current.at}>{current.text}</span>}
    </div>
  )
}
