/** What can be done with a version on a site. */
import { PopMenu, PopMenuItem } from "../parts/PopMenu.tsx"

interface VersionMenuProps {
  readonly title: string
  readonly anchor: Element
  readonly onClose: () => void
  readonly onRename: () => void
  /** Those that may be done. */
  readonly onRoot: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
}

export default ({ anchor, onClose, onRemove, onRename, onRoot, title }: VersionMenuProps) => (
  <PopMenu label={`Actions for ${title}`} anchor={anchor} onClose={onClose}>
    <PopMenuItem onAction={onRename}>Rename</PopMenuItem>
    {onRoot === undefined ? null : <PopMenuItem onAction={onRoot}>Let readers come to it first</PopMenuItem>}
    {onRemove === undefined ? null : (
      <PopMenuItem onAction={onRemove} isDanger>
        Take off the site
      </PopMenuItem>
    )}
  </PopMenu>
)
