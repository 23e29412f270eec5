/** Words that are looked for, and what stands in their place: asked the same way wherever text is written. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import "../style/find.css"
import "../style/panel-buttons.css"
import { Icon } from "./Icon.tsx"

interface FindFormProps {
  readonly words: string
  /** How many places have the words. */
  readonly count: number
  /** Which of them is selected, from one; zero for none. */
  readonly at: number
  readonly onWords: (words: string) => void
  /** @param direction 1 to the next one, -1 to the one before */
  readonly onGo: (direction: 1 | -1) => void
  readonly onReplace: (replacement: string) => void
  /** @returns how many were replaced */
  readonly onReplaceAll: (replacement: string) => number
  readonly onClose: () => void
  /** Says something in the status region. */
  readonly onSay: (words: string) => void
}

export const FindForm = (props: FindFormProps) => {
  const { at, count, onClose, onGo, onReplace, onReplaceAll, onSay, onWords, words } = props
  const [replacement, setReplacement] = useState("")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose()
    else if (event.key === "Enter" && event.target === field.current) onGo(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const replaceAll = (): void => {
    const replaced = onReplaceAll(replacement)
    // the button has nothing more to do
    field.current?.focus()
    onSay(replaced === 1 ? "One place was replaced" : `${replaced} places were replaced`)
  }
  return (
    <div className="find-place">
      {/* biome-ignore lint/a11y/useSemanticElements: search is not known everywhere */}
      <div className="find-bar" role="search" aria-label="Find and replace" onKeyDown={onKeyDown}>
        <div className="find-line">
          <input
            ref={field}
            className="input"
            aria-label="Find"
            placeholder="Find"
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={({ target }) => onWords(target.value)}
          />
          <span className="find-count" role="status">
            {words === "" ? "" : count === 0 ? "Not found" : at > 0 ? `${at} of ${count}` : `${count} found`}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label="Previous"
            disabled={count === 0}
            onClick={() => onGo(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Next"
            disabled={count === 0}
            onClick={() => onGo(1)}
          >
            <Icon name="down" />
          </button>
          <button type="button" className="icon-button" aria-label="Close" onClick={() => onClose()}>
            <Icon name="close" />
          </button>
        </div>
        <div className="find-line">
          <input
            className="input"
            aria-label="Replace"
            placeholder="Replace with"
            autoComplete="off"
            value={replacement}
            onChange={({ target }) => setReplacement(target.value)}
          />
          <button type="button" className="panel-button" disabled={count === 0} onClick={() => onReplace(replacement)}>
            Replace
          </button>
          <button type="button" className="panel-button" disabled={count === 0} onClick={replaceAll}>
            Replace all
          </button>
        </div>
      </div>
    </div>
  )
}
