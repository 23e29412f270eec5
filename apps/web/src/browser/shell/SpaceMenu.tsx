/** What can be done with a space, or a collection, in the tree of them. */
import { PopMenu, PopMenuItem } from "../parts/PopMenu.tsx"

interface SpaceMenuProps {
  readonly title: string
  readonly anchor: Element
  readonly onClose: () => void
  /** Those that may be done. */
  readonly onRename: (() => void) | undefined
  readonly onEmoji: (() => void) | undefined
  readonly onMove: (() => void) | undefined
}

export default ({ anchor, onClose, onEmoji, onMove, onRename, title }: SpaceMenuProps) => (
  <PopMenu label={`Actions for ${title}`} anchor={anchor} onClose={onClose}>
    {onRename === undefined ? null : (
      <PopMenuItem onAction={onRename} keys="F2">
        Rename
      </PopMenuItem>
    )}
    {onEmoji === undefined ? null : <PopMenuItem onAction={onEmoji}>Emoji</PopMenuItem>}
    {onMove === undefined ? null : <PopMenuItem onAction={onMove}>Move</PopMenuItem>}
  </PopMenu>
)
