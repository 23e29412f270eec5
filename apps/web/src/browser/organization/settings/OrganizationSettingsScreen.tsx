/** What is set of an organization: its title and logo, how people come in, and what a merge asks. */
import { useParams } from "@tanstack/react-router"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { EmailDomains } from "./EmailDomains.tsx"
import { Joining } from "./Joining.tsx"
import { OrganizationMergeRules } from "./OrganizationMergeRules.tsx"
import { TitleAndLogo } from "./TitleAndLogo.tsx"

export const OrganizationSettingsScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/settings" })
  return (
    <OrganizationScreen organization={organization} title="Settings" lead={({ title }) => title} permission="admin">
      {(one) => (
        <>
          <TitleAndLogo organization={one} />
          <Joining organization={one} />
          <EmailDomains organization={one} />
          <OrganizationMergeRules organization={one} />
        </>
      )}
    </OrganizationScreen>
  )
}
