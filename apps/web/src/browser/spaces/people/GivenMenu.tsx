/** What can be done with a role that somebody, or a team, has: a menu at its row, and the dialogs that it opens. */
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import type { Space } from "../../../logic/api.ts"
import { afterClosing } from "../../parts/afterClosing.ts"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import type { Given } from "./given.ts"

const RoleDialog = lazy(() => import("./RoleDialog.tsx"))
const TakeAwayDialog = lazy(() => import("./TakeAwayDialog.tsx"))

interface GivenMenuProps {
  readonly space: Space
  readonly given: Given
}

export const GivenMenu = ({ given, space }: GivenMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Element>()
  const [opened, setOpened] = useState<"role" | "away">()
  // a row that goes with what was taken away leaves the focus to the heading of its list
  useEffect(() => {
    const own = button.current
    const heading = own?.closest("section")?.querySelector("h2")
    if (opened !== "away") return
    return () => afterClosing(() => own?.isConnected === false && heading?.focus())
  }, [opened])
  const label = `Actions for ${given.name}`
  const close = () => setOpened(undefined)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool"
        aria-label={label}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="more" />
      </button>
      {anchor === undefined ? null : (
        <PopMenu label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
          <PopMenuItem onAction={() => setOpened("role")}>Change the role</PopMenuItem>
          {given.role === undefined ? null : (
            <PopMenuItem onAction={() => setOpened("away")} isDanger>
              Take the role away
            </PopMenuItem>
          )}
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {opened === "role" ? (
          <RoleDialog space={space} given={given} onClose={close} />
        ) : opened === "away" ? (
          <TakeAwayDialog space={space} given={given} onClose={close} />
        ) : null}
      </Suspense>
    </>
  )
}
