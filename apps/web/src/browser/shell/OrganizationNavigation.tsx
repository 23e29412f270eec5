/** The ways to what an organization has beside its spaces: for who may see it. */
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { type OrganizationPart, organizationPartAddress, settingsPartIn } from "../../logic/addresses.ts"
import type { Organization } from "../../logic/api.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon, type IconName } from "../parts/Icon.tsx"
import { organizationQuery } from "../queries.ts"

interface Place {
  readonly part: OrganizationPart
  readonly name: string
  readonly icon: IconName
  /** What one must be allowed there. */
  readonly permission: keyof Organization["permissions"]
}

const places: ReadonlyArray<Place> = [
  { part: "people", name: "People", icon: "person", permission: "listMembers" },
  { part: "teams", name: "Teams", icon: "people", permission: "listTeams" },
  { part: "openapi", name: "OpenAPI", icon: "plug", permission: "createOpenAPISpec" },
  { part: "translations", name: "Translations", icon: "globe", permission: "createContent" },
  { part: "settings", name: "Settings", icon: "settings", permission: "admin" }
]

export const OrganizationNavigation = ({ organization }: { readonly organization: string | undefined }) => {
  const { pathname } = useLocation()
  const permissions = useQuery({ ...organizationQuery(organization ?? ""), enabled: organization !== undefined }).data
    ?.permissions
  const shown = places.filter(({ permission }) => permissions?.[permission] === true)
  if (organization === undefined || shown.length === 0) return null
  return (
    <nav className="side-places" aria-label="Organization">
      {shown.map(({ icon, name, part }) => {
        const address = organizationPartAddress(organization, part)
        const isHere =
          part === "settings"
            ? settingsPartIn(pathname) !== undefined
            : pathname === address || pathname.startsWith(`${address}/`)
        return (
          <AppLink key={part} className="side-place" href={address} aria-current={isHere ? "page" : undefined}>
            <Icon name={icon} />
            <span>{name}</span>
          </AppLink>
        )
      })}
    </nav>
  )
}
