/** What can be done with a block. */
import { commands, turnKinds } from "@octavo/editor"
import { type Command, NodeSelection } from "prosemirror-state"
import { useState } from "react"
import { useLive } from "../live.ts"
import { told } from "../plugins/moving.ts"
import { selectUnit, type Unit } from "../units.ts"
import { Floating } from "./Floating.tsx"
import { type MenuEntry, MenuList } from "./MenuList.tsx"

interface BlockMenuProps {
  readonly unit: Unit
  /** The menu was left without a choice. */
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Commands are about the selection: the block is selected for them, and not before, so that who leaves finds the caret. */
export const BlockMenu = ({ onClose, onLeave, unit }: BlockMenuProps) => {
  const live = useLive()
  const { services, view } = live
  const { comment } = services()
  const [isTurning, setIsTurning] = useState(false)
  const doing = (command: Command) => () => {
    // one that somebody deleted meanwhile: another one is not meant
    if (unit.position() === undefined) return
    selectUnit(view, unit)
    command(view.state, view.dispatch, view)
  }
  const at = unit.position()
  const chosen =
    at === undefined
      ? view.state
      : view.state.apply(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  const turns = turnKinds.filter((kind) => commands.turnInto(kind)(chosen))
  const copyLink = (): void => {
    const link = linkOf(unit.dom)
    navigator.clipboard.writeText(link).then(
      () => services().say("The link was copied"),
      () => services().say(`The browser does not let it be copied: ${link}`)
    )
  }
  const entries: ReadonlyArray<MenuEntry> = [
    ...(turns.length === 0 ? [] : [{ label: "Turn into", run: () => setIsTurning(true), isMenu: true }]),
    { label: "Duplicate", keys: "Mod-d", run: doing(commands.duplicateBlock) },
    { label: "Move up", keys: "Alt-ArrowUp", run: doing(told(live, commands.moveBlockUp)) },
    { label: "Move down", keys: "Alt-ArrowDown", run: doing(told(live, commands.moveBlockDown)) },
    { label: "Copy link", run: copyLink },
    ...(comment === undefined ? [] : [{ label: "Comment", keys: "Mod-Alt-m", run: comment }]),
    { label: "Delete", keys: "Mod-Shift-Backspace", run: doing(commands.deleteBlock) }
  ]
  return (
    <Floating
      className="menu-panel"
      side="below"
      at={() => (unit.dom.isConnected ? startOf(unit.dom) : undefined)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // one that is taken away by what it does leaves the focus nowhere
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      {isTurning ? (
        <MenuList
          label="Turn into"
          entries={turns.map((kind) => ({ label: kind.name, run: doing(commands.turnInto(kind)) }))}
          onBack={() => setIsTurning(false)}
          onClose={onLeave}
        />
      ) : (
        <MenuList label={`Block: ${unit.name}`} entries={entries} onClose={onLeave} />
      )}
    </Floating>
  )
}

/** Below the handle. */
const startOf = (dom: HTMLElement) => {
  const { bottom, left, top } = dom.getBoundingClientRect()
  return { left: left - 44, right: left, top: top + 4, bottom: Math.min(bottom, top + 30) }
}

/** The address of a block: of a heading its own, else that of the heading above it. */
const linkOf = (dom: HTMLElement): string => {
  const headings = [...(dom.closest(".ProseMirror")?.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6") ?? [])]
  const above = headings.findLast(
    (one) => one === dom || (one.compareDocumentPosition(dom) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  )
  const anchor = above === undefined || above.id === "" ? "" : `#${encodeURIComponent(above.id)}`
  return `${location.origin}${location.pathname}${anchor}`
}
