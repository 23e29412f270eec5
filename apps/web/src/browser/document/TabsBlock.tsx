/** Tabs within a page, by the ARIA pattern. */
import { type KeyboardEvent, useId, useState } from "react"
import { holdsChange } from "../../logic/changes.ts"
import { blocksIn, type RichBlock, textOf } from "../../logic/document.ts"
import { nextEntry } from "../../logic/palette.ts"
import { Blocks } from "./Blocks.tsx"
import { Changed } from "./Changed.tsx"

export const TabsBlock = ({ node }: { readonly node: RichBlock }) => {
  const id = useId()
  const tabs = blocksIn(node.nodes)
  // what changed is seen first
  const [at, setAt] = useState(() => Math.max(0, tabs.findIndex(holdsChange)))
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key === "ArrowRight" ? "ArrowDown" : event.key === "ArrowLeft" ? "ArrowUp" : ""
    const next = nextEntry(key, at, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  return (
    <div className="tabs">
      <div className="tablist" role="tablist">
        {tabs.map((tab, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
            onKeyDown={onKeyDown}
          >
            {textOf(tab.data, "title") ?? `Tab ${index + 1}`}
            {holdsChange(tab) ? <span className="change-dot" role="img" aria-label="changed" /> : null}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          className={index === at ? "tab-panel open" : "tab-panel"}
        >
          <Changed node={tab}>
            <Blocks nodes={blocksIn(tab.nodes)} />
          </Changed>
        </div>
      ))}
    </div>
  )
}
