/** What every screen has: one heading, which the document is called by and which the focus goes to. */
import { useRouter } from "@tanstack/react-router"
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react"
import { screenShown } from "./firstScreen.ts"

/** Whether somebody went to another address and the focus has not followed yet. */
let isFocusWanted = false

/** The address that somebody comes to without looking away from where they are. */
let quietAddress: string | undefined

/** The focus stays where it is when this address comes: in the tree, for those who edit that. */
export const keepFocus = (address: string): void => {
  quietAddress = address
}

/** Whether a path is that of an address, as both may be written with letters or with their codes. */
const isAt = (pathname: string, address: string): boolean =>
  [address, decodeURIComponent(address)].some((one) => pathname.endsWith(one))

/** Lets the focus go to the heading of the next screen, whenever that is there. */
export const useFocusOnNavigation = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged, toLocation }) => {
        if (fromLocation === undefined || !pathChanged) return
        // the address of the window follows a moment later
        isFocusWanted = quietAddress === undefined || !isAt(toLocation.pathname, quietAddress)
        if (isFocusWanted) quietAddress = undefined
      }),
    [router]
  )
}

interface ScreenTitleProps {
  readonly children: ReactNode
  /** What the document is called, from the nearest to the farthest. */
  readonly title: string
  /** What the heading is called, where its words are in a field. */
  readonly label?: string
}

/** The heading of a screen. */
export const ScreenTitle = ({ children, label, title }: ScreenTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Octavo`
    screenShown()
    // whoever writes the title is in it
    if (!isFocusWanted || heading.current?.contains(document.activeElement)) return
    isFocusWanted = false
    heading.current?.focus({ preventScroll: true })
  }, [title])
  // the page that is written takes the place of the one that is read: the focus stays with the heading
  useLayoutEffect(() => {
    const element = heading.current
    return () => {
      if (element !== null && document.activeElement === element) isFocusWanted = true
    }
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} aria-label={label}>
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
