/** The menu at `/`: kinds of blocks in groups, found by what is typed behind the stroke. */
import type { BlockKind } from "@octavo/editor"
import { useEffect, useRef } from "react"
import { keysOf } from "../../../logic/keys.ts"
import { useEditorState, useLive } from "../live.ts"
import { activate, insertMenuOf, menuId } from "../plugins/insertMenu.ts"
import { Floating } from "./Floating.tsx"

interface InsertMenuProps {
  readonly onChoose: (kind: BlockKind) => void
}

export const InsertMenu = ({ onChoose }: InsertMenuProps) => {
  const menu = useEditorState(insertMenuOf)
  const { view } = useLive()
  const list = useRef<HTMLDivElement>(null)
  const active = menu?.active
  useEffect(() => {
    if (active !== undefined) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [active])
  if (menu === undefined) return null
  const { from, kinds, words } = menu
  return (
    <Floating
      className="insert-menu"
      side="below"
      at={() => view.coordsAtPos(Math.min(from, view.state.doc.content.size))}
    >
      {kinds.length === 0 ? (
        <p className="panel-note" role="status">
          No block is called “{words}”.
        </p>
      ) : (
        <div ref={list} id={menuId} role="listbox" aria-label="Insert a block" className="panel-list">
          {kinds.map((kind, index) => (
            <Entry
              key={kind.name}
              kind={kind}
              id={`${menuId}-${index}`}
              isActive={index === active}
              // what is looked for is in order of likeness
              heading={words === "" && kinds[index - 1]?.group !== kind.group ? kind.group : undefined}
              onPoint={() => activate(view, index)}
              onChoose={() => onChoose(kind)}
            />
          ))}
        </div>
      )}
    </Floating>
  )
}

interface EntryProps {
  readonly kind: BlockKind
  readonly id: string
  readonly isActive: boolean
  readonly heading: string | undefined
  readonly onPoint: () => void
  readonly onChoose: () => void
}

const Entry = ({ heading, id, isActive, kind, onChoose, onPoint }: EntryProps) => (
  <>
    {heading === undefined ? null : (
      <div className="panel-heading" role="presentation">
        {heading}
      </div>
    )}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text, which names the active option */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text */}
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className="panel-option"
      onPointerMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="panel-title">{kind.name}</span>
      {kind.shortcut === undefined ? null : (
        <span className="panel-keys" aria-hidden="true">
          {keysOf(kind.shortcut)}
        </span>
      )}
    </div>
  </>
)
