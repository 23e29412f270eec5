/** What can be done with reusable content where it is included: edit it, see who else shows it, make it the page's own. */
import { commands } from "@octavo/editor"
import { Selection } from "prosemirror-state"
import { useState } from "react"
import { useLive } from "../live.ts"
import type { ReusableRef } from "../services.ts"
import { blockOfElement } from "../views/nodeView.ts"
import { ReusableUses } from "./ReusableUses.tsx"

interface ReusableSettingsProps {
  readonly reference: ReusableRef
  /** Where the block is now. */
  readonly position: () => number
}

export const ReusableSettings = ({ position, reference }: ReusableSettingsProps) => {
  const { services, view } = useLive()
  const [isOpen, setOpen] = useState(false)
  const edit = (): void => {
    const at = position()
    const dom = view.nodeDOM(at)
    const { doc, tr } = view.state
    const node = doc.nodeAt(at)
    if (dom === null || node === null) return
    // its bar is not above what is edited in it
    const beside =
      Selection.findFrom(doc.resolve(at + node.nodeSize), 1, true) ?? Selection.findFrom(doc.resolve(at), -1, true)
    if (beside !== null) view.dispatch(tr.setSelection(beside))
    blockOfElement(dom)?.edit?.()
  }
  const detach = async (): Promise<void> => {
    const { say } = services()
    try {
      const { document } = await services().reusableContent(reference)
      const isDone = commands.replaceBlock(position(), document)(view.state, view.dispatch)
      say(isDone ? "Its blocks are this page's own now" : "Its blocks can't stand here")
    } catch {
      say("What it says did not come. Try again later")
    }
    view.focus()
  }
  const button = (label: string, act: () => void, more = {}) => (
    <button
      type="button"
      className="setting-button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
      {...more}
    >
      {label}
    </button>
  )
  return (
    <>
      {/* what another space has is edited there */}
      {reference.space === undefined && services().editReusable !== undefined ? button("Edit", edit) : null}
      <span className="setting-menu">
        {button("Where it is used", () => setOpen(!isOpen), { "aria-expanded": isOpen })}
        {isOpen ? (
          <div className="menu-panel below reusable-uses">
            <ReusableUses reference={reference} usesOf={services().reusableUses} />
          </div>
        ) : null}
      </span>
      {button("Detach", () => void detach())}
    </>
  )
}
