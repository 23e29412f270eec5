/** A dialog over the screen: Escape and a click beside it close it, and the focus goes back to where it was, if that is there. */
import { type FormEvent, type ReactNode, useEffect } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Heading } from "react-aria-components/Heading"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { afterClosing } from "./afterClosing.ts"

interface DialogProps {
  readonly title: string
  /** Of the style sheet; what is seen of the title, too. */
  readonly kind: "form" | "palette"
  readonly onClose: () => void
  readonly children: ReactNode
}

/** React hands events of a dialog on to what opened it: a form around that would be submitted as well. */
const keepSubmit = (event: FormEvent) => event.stopPropagation()

/** What a dialog was opened from may be gone with what it did: the focus goes to the heading of the screen then. */
const useFocusThatIsLeft = (): void =>
  useEffect(
    () => () =>
      afterClosing(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true })
      }),
    []
  )

export const Dialog = ({ children, kind, onClose, title }: DialogProps) => {
  useFocusThatIsLeft()
  return (
    <ModalOverlay className="overlay" data-kind={kind} isOpen isDismissable onOpenChange={(open) => open || onClose()}>
      <Modal className="modal">
        <AriaDialog className="dialog">
          <Heading slot="title" level={2} className={kind === "palette" ? "hidden" : "dialog-title"}>
            {title}
          </Heading>
          <div className="dialog-content" onSubmit={keepSubmit}>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
