/** What was done, said once in words: to be seen for a while, to be heard, and perhaps to be taken back. */
import { useEffect, useState, useSyncExternalStore } from "react"

/** What can be done about it at once. */
export interface StatusAction {
  readonly label: string
  readonly run: () => void
}

let said: { readonly text: string; readonly at: number; readonly action: StatusAction | undefined } | undefined
const listeners = new Set<() => void>()
const change = (next: typeof said): void => {
  said = next
  for (const listener of listeners) listener()
}

/** Says what was done. @param action what takes it back, for as long as the words are seen */
export const tell = (text: string, action?: StatusAction): void => change({ text, at: Date.now(), action })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Milliseconds for which words are seen; longer where something can be done. */
const shown = 6000
const shownWithAction = 12_000

export const Status = () => {
  const current = useSyncExternalStore(subscribe, () => said)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // whoever points at it is reading, or about to press
    if (current === undefined || isHeld) return
    const timer = setTimeout(() => change(undefined), current.action === undefined ? shown : shownWithAction)
    return () => clearTimeout(timer)
  }, [current, isHeld])
  return (
    <div role="status" className="status">
      {current === undefined ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by pointing, the words stay longer
        <span
          key={current.at}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className="status-text">{current.text}</span>
          {current.action === undefined ? null : (
            <button
              type="button"
              className="status-action"
              onClick={() => {
                const { action } = current
                setHeld(false)
                change(undefined)
                action?.run()
              }}
            >
              {current.action.label}
            </button>
          )}
        </span>
      )}
    </div>
  )
}
