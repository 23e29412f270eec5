/** Where a link leads: opened, changed, taken away. Without a link it asks where the selected text is to lead. */
import { commands } from "@octavo/editor"
import type { EditorState } from "prosemirror-state"
import type { Data } from "../../../logic/document.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useEditorState, useLive } from "../live.ts"
import { addressOf, openAddress } from "../openAddress.ts"
import type { ContentRef } from "../services.ts"
import { refIn } from "../views/pictures.ts"
import { Floating } from "./Floating.tsx"
import { TargetPicker } from "./TargetPicker.tsx"

/** The link that the caret is in. */
const linkAt = (state: EditorState) => {
  if (!state.selection.empty) return undefined
  const found = commands.markAt(state, "link")
  return found && { from: found.from, to: found.to, data: found.mark.attrs["data"] as Data }
}

interface LinkPanelProps {
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

export const LinkPanel = ({ isEditing, onEdit }: LinkPanelProps) => {
  const link = useEditorState(linkAt)
  const { services, view } = useLive()
  const at = () => {
    const { from, to } = link ?? view.state.selection
    const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
    return { left: start.left, right: end.right, top: start.top, bottom: end.bottom }
  }
  const leave = (): void => {
    onEdit(false)
    view.focus()
  }
  const set = (ref: ContentRef, title: string): void => {
    commands.setLink({ ref }, title)(view.state, view.dispatch)
    leave()
  }
  if (isEditing) {
    return (
      <Floating
        className="link-panel"
        role="dialog"
        aria-label="Link"
        side="below"
        at={at}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onEdit(false)}
      >
        <TargetPicker label="Link to" first={link ? urlOf(link.data) : ""} onChoose={set} onClose={leave} />
      </Floating>
    )
  }
  if (link === undefined) return null
  const ref = refIn(link.data)
  const known = ref && services().describe(ref)
  const isBroken = ref === undefined || known?.broken === true
  const title = isBroken ? "Leads nowhere" : (known?.title ?? urlOf(link.data))
  return (
    <Floating className="link-card" role="group" aria-label="Link" side="below" at={at}>
      <span className={isBroken ? "link-title broken" : "link-title"}>{title}</span>
      {known?.href === undefined || isBroken ? null : (
        <button type="button" className="panel-button" onClick={() => openAddress(addressOf(known.href))}>
          <Icon name="out" /> Open
        </button>
      )}
      <button type="button" className="panel-button" onClick={() => onEdit(true)}>
        Edit
      </button>
      <button
        type="button"
        className="panel-button"
        onClick={() => {
          commands.unsetLink(view.state, view.dispatch)
          view.focus()
        }}
      >
        Remove
      </button>
    </Floating>
  )
}

const urlOf = (data: Data): string => {
  const ref = refIn(data)
  return ref?.kind === "url" ? ref.url : ""
}
