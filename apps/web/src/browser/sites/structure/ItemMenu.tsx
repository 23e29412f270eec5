/** What can be done with a part of a site. */
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"

interface ItemMenuProps {
  readonly title: string
  readonly anchor: Element
  readonly removal: string
  readonly onClose: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
  /** Those that may be done. */
  readonly onAdd: (() => void) | undefined
  readonly onFirst: (() => void) | undefined
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
}

export default ({ anchor, onAdd, onClose, onDown, onEdit, onFirst, onRemove, onUp, removal, title }: ItemMenuProps) => (
  <PopMenu label={`Actions for ${title}`} anchor={anchor} onClose={onClose}>
    <PopMenuItem onAction={onEdit}>Edit</PopMenuItem>
    {onAdd === undefined ? null : <PopMenuItem onAction={onAdd}>Add a space to it</PopMenuItem>}
    {onFirst === undefined ? null : <PopMenuItem onAction={onFirst}>Let readers come to it first</PopMenuItem>}
    {onUp === undefined ? null : (
      <PopMenuItem onAction={onUp} keys="Alt+↑">
        Move up
      </PopMenuItem>
    )}
    {onDown === undefined ? null : (
      <PopMenuItem onAction={onDown} keys="Alt+↓">
        Move down
      </PopMenuItem>
    )}
    <PopMenuItem onAction={onRemove} isDanger>
      {removal}
    </PopMenuItem>
  </PopMenu>
)
