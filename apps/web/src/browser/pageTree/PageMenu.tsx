/** What can be done with a page in the tree. */
import { holdsPages, type TreePage } from "../../logic/pageTree.ts"
import { PopMenu, PopMenuItem } from "../parts/PopMenu.tsx"

interface PageMenuProps {
  readonly page: TreePage
  readonly anchor: Element
  readonly onClose: () => void
  readonly onRename: () => void
  readonly onAddInside: () => void
  readonly onDuplicate: () => void
  readonly onMove: () => void
  readonly onHide: () => void
  readonly onCopyLink: () => void
  readonly onDelete: () => void
}

export default ({ page, ...on }: PageMenuProps) => (
  <PopMenu label={`Actions for ${page.title || "Untitled"}`} anchor={on.anchor} onClose={on.onClose}>
    <PopMenuItem onAction={on.onRename} keys="F2">
      Rename
    </PopMenuItem>
    {holdsPages(page) ? <PopMenuItem onAction={on.onAddInside}>Add page inside</PopMenuItem> : null}
    <PopMenuItem onAction={on.onDuplicate}>Duplicate</PopMenuItem>
    <PopMenuItem onAction={on.onMove} keys="Alt ↑ ↓">
      Move
    </PopMenuItem>
    <PopMenuItem onAction={on.onHide}>{page.hidden === true ? "Show" : "Hide"}</PopMenuItem>
    {page.type === "group" ? null : <PopMenuItem onAction={on.onCopyLink}>Copy link</PopMenuItem>}
    <PopMenuItem onAction={on.onDelete} keys="Del" isDanger>
      Delete
    </PopMenuItem>
  </PopMenu>
)
