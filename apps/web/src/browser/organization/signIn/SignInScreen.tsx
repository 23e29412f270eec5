/** How members of an organization sign in: its providers, who is offered them, and what invitations ask. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { organizationPartAddress } from "../../../logic/addresses.ts"
import type { Organization, SignInProvider } from "../../../logic/api.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { CopyLine } from "../../parts/CopyLine.tsx"
import { Check } from "../../parts/fields.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { app } from "../../place.ts"
import "../../style/sign-in.css"
import "../../style/picked.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { emailDomainsQuery, signInProvidersQuery } from "../queries.ts"
import { useSetting } from "../settings/useSetting.ts"
import { Provider } from "./Provider.tsx"

const ProviderDialog = lazy(() => import("./ProviderDialog.tsx"))
const RemoveProviderDialog = lazy(() => import("./RemoveProviderDialog.tsx"))

export const SignInScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/sign-in" })
  const [isAdding, setAdding] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="Sign-in"
      lead={({ title }) => `Members of ${title} can sign in with your own provider, over SAML 2.0.`}
      permission="admin"
      action={() => (
        <Button className="button" onPress={() => setAdding(true)}>
          Add a provider
        </Button>
      )}
    >
      {(one) => (
        <>
          <Providers organization={one} />
          <Offered organization={one} />
          <Invitations organization={one} />
          <section aria-labelledby="OpenID-Connect">
            <h2 id="OpenID-Connect">OpenID Connect</h2>
            <p className="note">
              One provider over OpenID Connect can serve everybody on this server. Whoever runs the server sets it up,
              in the settings of the server.
            </p>
          </section>
          <Suspense fallback={null}>
            {isAdding ? <ProviderDialog organization={one} onClose={() => setAdding(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

interface PartProps {
  readonly organization: Organization
}

const Providers = ({ organization }: PartProps) => {
  const asked = useQuery(signInProvidersQuery(organization.id))
  const [opened, setOpened] = useState<{ readonly what: "edit" | "remove"; readonly provider: SignInProvider }>()
  const dialog = opened && { organization, provider: opened.provider, onClose: () => setOpened(undefined) }
  return (
    <section aria-label="Providers">
      {asked.isError ? (
        <Problem work={asked} />
      ) : asked.data === undefined ? (
        <Waiting />
      ) : asked.data.length === 0 ? (
        <Empty title="Nobody signs in with a provider yet">
          <p>
            Okta, Entra, Google Workspace, Keycloak, or any other that speaks SAML 2.0. Until then members sign in with
            a link that comes by mail.
          </p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Providers">
          {asked.data.map((provider) => (
            <Provider
              key={provider.id}
              organization={organization.id}
              provider={provider}
              onEdit={() => setOpened({ what: "edit", provider })}
              onRemove={() => setOpened({ what: "remove", provider })}
            />
          ))}
        </ul>
      )}
      <p className="note">
        The audit log has <Log organization={organization} action="member.sign-in" words="who joined with a provider" />{" "}
        and <Log organization={organization} action="session.start" words="who signed in" />, each with how.
      </p>
      <Suspense fallback={null}>
        {dialog === undefined ? null : opened?.what === "edit" ? (
          <ProviderDialog {...dialog} />
        ) : (
          <RemoveProviderDialog {...dialog} />
        )}
      </Suspense>
    </section>
  )
}

const Log = ({ action, organization, words }: PartProps & { readonly action: string; readonly words: string }) => (
  <AppLink href={`${organizationPartAddress(organization.id, "audit")}?action=${action}`}>{words}</AppLink>
)

const Offered = ({ organization }: PartProps) => {
  const asked = useQuery(emailDomainsQuery(organization.id))
  const settings = <AppLink href={organizationPartAddress(organization.id, "settings")}>Settings</AppLink>
  return (
    <section aria-labelledby="Offered">
      <h2 id="Offered">Who is offered it</h2>
      <p className="note">Whoever comes to this address, and whoever enters an address of a domain that is proven.</p>
      <CopyLine
        label="Page to sign in on"
        text={`${app.origin}${app.base}/~/sign-in?organization=${organization.id}`}
      />
      {asked.isError ? (
        <Problem work={asked} />
      ) : asked.data === undefined ? (
        <Waiting lines={1} />
      ) : asked.data.length === 0 ? (
        <p className="note">No e-mail domain is set. {settings} have them.</p>
      ) : (
        <>
          <ul className="picked" aria-label="E-mail domains">
            {asked.data.map(({ domain, proven }) => (
              <li key={domain} className={`chip${proven ? " wash-green" : ""}`}>
                {domain}: {proven ? "proven" : "not proven"}
              </li>
            ))}
          </ul>
          <p className="note">{settings} have the domains, and how each is proven.</p>
        </>
      )}
    </section>
  )
}

const Invitations = ({ organization }: PartProps) => {
  const { save } = useSetting(
    organization,
    () => ({ sso: !organization.sso }),
    ({ sso }) => (sso ? "Invitations can ask for single sign-on" : "Invitations ask for single sign-on no more")
  )
  return (
    <section aria-labelledby="Invitations">
      <h2 id="Invitations">Invitations</h2>
      <Check
        isSelected={organization.sso}
        isDisabled={save.isPending}
        onChange={() => save.mutate()}
        note="They are marked so in the list of people. Nobody is kept from signing in otherwise."
      >
        Who invites can say that people sign in with the provider
      </Check>
      <Problem work={save} />
    </section>
  )
}
