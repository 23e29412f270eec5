/** A menu: arrow keys go through it, Escape leaves it. */
import { type KeyboardEvent, useEffect, useRef } from "react"
import { keysOf } from "../../../logic/keys.ts"

export interface MenuEntry {
  readonly label: string
  readonly keys?: string
  readonly run: () => void
  /** Leads to another menu in its place. */
  readonly isMenu?: boolean
}

interface MenuListProps {
  readonly label: string
  readonly entries: ReadonlyArray<MenuEntry>
  readonly onClose: () => void
  /** Goes back to the menu before. */
  readonly onBack?: (() => void) | undefined
}

export const MenuList = ({ entries, label, onBack, onClose }: MenuListProps) => {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first entry of each menu
  useEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), [label])
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])]
    const at = buttons.findIndex((one) => one.matches(":focus"))
    const go = (to: number): void => buttons[(to + buttons.length) % buttons.length]?.focus()
    if (event.key === "ArrowDown") go(at + 1)
    else if (event.key === "ArrowUp") go(at - 1)
    else if (event.key === "Home") go(0)
    else if (event.key === "End") go(-1)
    else if (event.key === "ArrowRight" && entries[at]?.isMenu) entries[at]?.run()
    else if (event.key === "ArrowLeft" && onBack !== undefined) onBack()
    else if (event.key === "Escape" || event.key === "Tab") onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={list} role="menu" tabIndex={-1} aria-label={label} className="panel-list" onKeyDown={onKeyDown}>
      {entries.map(({ isMenu = false, keys, label: words, run }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="panel-option"
          aria-haspopup={isMenu ? "menu" : undefined}
          onClick={() => {
            run()
            if (!isMenu) onClose()
          }}
        >
          <span className="panel-title">{words}</span>
          {keys === undefined && !isMenu ? null : (
            <span className="panel-keys" aria-hidden="true">
              {isMenu ? "›" : keysOf(keys ?? "")}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
