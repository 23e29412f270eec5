/** What can be done with reusable content where it is included: see who else shows it, and make it the page's own. */
import { commands } from "@octavo/editor"
import { useState } from "react"
import { AppLink } from "../../parts/AppLink.tsx"
import { useLive } from "../live.ts"
import type { ReusableRef, ReusableUse } from "../services.ts"

interface ReusableSettingsProps {
  readonly reference: ReusableRef
  /** Where the block is now. */
  readonly position: () => number
}

export const ReusableSettings = ({ position, reference }: ReusableSettingsProps) => {
  const { services, view } = useLive()
  const [uses, setUses] = useState<ReadonlyArray<ReusableUse> | "asked" | "failed">()
  const look = (): void => {
    if (uses !== undefined && uses !== "failed") {
      setUses(undefined)
      return
    }
    setUses("asked")
    services()
      .reusableUses(reference)
      .then(setUses, () => setUses("failed"))
  }
  const detach = async (): Promise<void> => {
    const { say } = services()
    try {
      const { document } = await services().reusableContent(reference)
      const isDone = commands.replaceBlock(position(), document)(view.state, view.dispatch)
      say(isDone ? "Its blocks are this page's own now" : "Its blocks can't stand here")
    } catch {
      say("What it says did not come. Try again later")
    }
    view.focus()
  }
  const isOpen = Array.isArray(uses)
  const button = (label: string, act: () => void, more = {}) => (
    <button
      type="button"
      className="setting-button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
      {...more}
    >
      {label}
    </button>
  )
  return (
    <>
      <span className="setting-menu">
        {button("Where it is used", look, { "aria-expanded": isOpen })}
        {uses === undefined ? null : (
          <div className="menu-panel below reusable-uses">
            <p className="panel-note" role="status">
              {uses === "asked"
                ? "Looking…"
                : uses === "failed"
                  ? "The list did not come. Try again later."
                  : uses.length === 1
                    ? "On this page alone."
                    : `On ${uses.length} pages: who changes it changes all of them.`}
            </p>
            {isOpen && uses.length > 1 ? (
              <ul className="panel-list" aria-label="Pages that show it">
                {uses.map(({ href, id, title }) => (
                  <li key={id}>
                    <AppLink className="panel-option" href={href}>
                      {title || "Untitled"}
                    </AppLink>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        )}
      </span>
      {button("Detach", () => void detach())}
    </>
  )
}
