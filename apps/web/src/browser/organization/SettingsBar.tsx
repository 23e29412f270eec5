/** The ways to what admins set up in an organization, above each of these screens. */
import { useLocation } from "@tanstack/react-router"
import { organizationPartAddress, type SettingsPart, settingsPartIn } from "../../logic/addresses.ts"
import type { Organization } from "../../logic/api.ts"
import { TabsBar } from "../parts/TabsBar.tsx"

const names: Readonly<Record<SettingsPart, string>> = {
  settings: "General",
  "sign-in": "Sign-in",
  audit: "Audit log",
  webhooks: "Webhooks",
  fonts: "Fonts"
}

/** Nothing where another screen is looked at, or who looks is no admin. */
export const SettingsBar = ({ organization }: { readonly organization: Organization }) => {
  const part = settingsPartIn(useLocation().pathname)
  if (part === undefined || !organization.permissions.admin) return null
  const address = (one: SettingsPart) => organizationPartAddress(organization.id, one)
  return (
    <TabsBar
      label="Settings"
      title="Settings"
      tabs={Object.entries(names).map(([one, name]) => [name, address(one as SettingsPart)])}
      current={address(part)}
    />
  )
}
