/** A menu that opens at something that is there already: a button of a row, or the row itself. */
import { type ReactNode, useRef } from "react"
import { Menu, MenuItem } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import { afterClosing } from "./afterClosing.ts"

interface PopMenuProps {
  readonly label: string
  readonly anchor: Element
  readonly onClose: () => void
  readonly children: ReactNode
}

export const PopMenu = ({ anchor, children, label, onClose }: PopMenuProps) => {
  const trigger = useRef(anchor)
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={trigger}
      placement="bottom start"
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Menu className="menu-list" aria-label={label} autoFocus="first" onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  )
}

interface PopMenuItemProps {
  readonly onAction: () => void
  /** The key that does the same, as it is shown; the help of keys tells it to who cannot see it. */
  readonly keys?: string
  readonly isDanger?: boolean
  readonly children: string
}

export const PopMenuItem = ({ children, isDanger, keys, onAction }: PopMenuItemProps) => (
  <MenuItem
    className="menu-item"
    textValue={children}
    data-danger={isDanger}
    data-keys={keys}
    aria-label={children}
    onAction={() => afterClosing(onAction)}
  >
    {children}
  </MenuItem>
)
