/** What every screen has: one heading, which the document is called by and which the focus goes to. */
import { useRouter } from "@tanstack/react-router"
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react"

/** Whether somebody went to another address and the focus has not followed yet. */
let isFocusWanted = false

/** Lets the focus go to the heading of the next screen, whenever that is there. */
export const useFocusOnNavigation = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) isFocusWanted = true
      }),
    [router]
  )
}

/** The heading of a screen. @param title what the document is called, from the nearest to the farthest */
export const ScreenTitle = ({ children, title }: { readonly children: ReactNode; readonly title: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Octavo`
    if (!isFocusWanted) return
    isFocusWanted = false
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Lines in place of what is still asked for; they are seen only when that takes long. */
export const Waiting = ({ lines = 4 }: { readonly lines?: number }) => (
  <div className="waiting" aria-busy="true">
    <span className="hidden">Loading</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className="waiting-line" />
    ))}
  </div>
)

/** An empty place: what belongs there, and the first step. */
export const Empty = ({ children, title }: { readonly children?: ReactNode; readonly title: string }) => (
  <div className="empty-place">
    <p className="empty-title">{title}</p>
    {children}
  </div>
)
