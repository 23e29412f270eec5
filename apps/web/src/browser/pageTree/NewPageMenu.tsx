/** What can be added to the tree of pages. */
import { PopMenu, PopMenuItem } from "../parts/PopMenu.tsx"

interface NewPageMenuProps {
  readonly anchor: Element
  readonly onClose: () => void
  readonly onPage: () => void
  readonly onGroup: () => void
  readonly onLink: () => void
}

export default ({ anchor, onClose, onGroup, onLink, onPage }: NewPageMenuProps) => (
  <PopMenu label="More to add" anchor={anchor} onClose={onClose}>
    <PopMenuItem onAction={onPage}>Page</PopMenuItem>
    <PopMenuItem onAction={onGroup}>Group</PopMenuItem>
    <PopMenuItem onAction={onLink}>Link</PopMenuItem>
  </PopMenu>
)
