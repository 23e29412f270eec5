/** A dialog over the screen: Escape and a click beside it close it, and the focus goes back to where it was. */
import type { ReactNode } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Heading } from "react-aria-components/Heading"
import { Modal, ModalOverlay } from "react-aria-components/Modal"

interface DialogProps {
  readonly title: string
  /** Of the style sheet; what is seen of the title, too. */
  readonly kind: "form" | "palette"
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ children, kind, onClose, title }: DialogProps) => (
  <ModalOverlay className="overlay" data-kind={kind} isOpen isDismissable onOpenChange={(open) => open || onClose()}>
    <Modal className="modal">
      <AriaDialog className="dialog">
        <Heading slot="title" level={2} className={kind === "palette" ? "hidden" : "dialog-title"}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)
