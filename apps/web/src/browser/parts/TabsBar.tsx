/** A line above a screen with the ways to what belongs together: the parts of a site, the settings of an organization. */
import { useLocation } from "@tanstack/react-router"
import { AppLink } from "./AppLink.tsx"
import { useTabInSight } from "./useTabInSight.ts"

interface TabsBarProps {
  /** What a navigation of it is called. */
  readonly label: string
  /** What all of it is of. */
  readonly title: string
  /** Names and addresses. */
  readonly tabs: ReadonlyArray<readonly [name: string, address: string]>
  /** Address of the one that is looked at. */
  readonly current: string
}

export const TabsBar = ({ current, label, tabs, title }: TabsBarProps) => {
  const line = useTabInSight(useLocation().pathname, true)
  return (
    <nav className="space-bar" aria-label={label}>
      <span className="space-name">{title}</span>
      <div ref={line} className="tabs-line">
        {tabs.map(([name, address]) => (
          <AppLink key={address} className="tab" href={address} aria-current={address === current ? "true" : undefined}>
            {name}
          </AppLink>
        ))}
      </div>
    </nav>
  )
}
