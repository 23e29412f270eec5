/** The frame of a screen of an organization: its title, who it is for, and what is asked before anything is shown. */
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Organization } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { organizationQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { SettingsBar } from "./SettingsBar.tsx"
import "../style/organization.css"
import "../style/sites.css"

interface OrganizationScreenProps {
  /** Id. */
  readonly organization: string
  readonly title: string
  /** What stands below the title. */
  readonly lead: (organization: Organization) => ReactNode
  /** What the screen needs. */
  readonly permission: "view" | "listMembers" | "listTeams" | "admin"
  /** What is done with all of it. */
  readonly action?: (organization: Organization) => ReactNode
  readonly children: (organization: Organization) => ReactNode
}

export const OrganizationScreen = (props: OrganizationScreenProps) => {
  const { action, children, lead, organization: id, permission, title } = props
  const asked = useQuery(organizationQuery(id))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const { data } = asked
  if (data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const isAllowed = data.permissions[permission]
  return (
    <div className="space-screen">
      <SettingsBar organization={data} />
      <div className="screen narrow site-settings">
        <header className="screen-head list-head">
          <div>
            <ScreenTitle title={`${title} · ${data.title}`}>{title}</ScreenTitle>
            <p className="lead">{lead(data)}</p>
          </div>
          {isAllowed ? action?.(data) : null}
        </header>
        {isAllowed ? (
          children(data)
        ) : permission === "admin" ? (
          <Empty title="Admins of the organization set it up">
            <p>Ask one of them for what is to change.</p>
          </Empty>
        ) : (
          <Empty title="It is for members of the organization">
            <p>Guests see what was granted to them, and not who else is here.</p>
          </Empty>
        )}
      </div>
    </div>
  )
}
