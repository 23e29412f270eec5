/** Links that let who has them into an organization: made, copied, given another role, and revoked. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { joinAddress, organizationPartAddress, plainUrl } from "../../../logic/addresses.ts"
import type { InviteLink, Organization } from "../../../logic/api.ts"
import { type RoleChoice, roleChoices, roleName, roleOf } from "../../../logic/memberRoles.ts"
import { problemOf } from "../../../logic/problems.ts"
import { client } from "../../client.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { copyText } from "../../parts/copy.ts"
import { Choice } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { app } from "../../place.ts"
import { inviteLinksQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

const LinkRoleDialog = lazy(() => import("./LinkRoleDialog.tsx"))
const RevokeLinkDialog = lazy(() => import("./RevokeLinkDialog.tsx"))

/** A link to an organization, with what it is called among others. */
export interface NamedLink {
  readonly id: string
  readonly name: string
  readonly role: Extract<InviteLink, { readonly role: unknown }>["role"]
}

/** By their order: of the secret that each is, no part is a name. */
const named = (links: ReadonlyArray<InviteLink>): ReadonlyArray<NamedLink> =>
  links.flatMap((link, at) => ("role" in link ? [{ id: link.id, name: `Link ${at + 1}`, role: link.role }] : []))

export const InviteLinks = ({ organization }: { readonly organization: Organization }) => (
  <section aria-labelledby="Invite-links">
    <h2 id="Invite-links">Invite links</h2>
    {organization.inviteLinks ? (
      <Links organization={organization} />
    ) : (
      <p className="note">
        They are turned off: those that were handed out let nobody in.{" "}
        <AppLink href={organizationPartAddress(organization.id, "settings")}>Settings</AppLink> turn them on.
      </p>
    )}
  </section>
)

const Links = ({ organization }: { readonly organization: Organization }) => {
  const asked = useQuery(inviteLinksQuery(organization.id))
  const [role, setRole] = useState<RoleChoice>("read")
  const [menu, setMenu] = useState<{ readonly link: NamedLink; readonly anchor: Element }>()
  const [opened, setOpened] = useState<{ readonly what: "role" | "revoke"; readonly link: NamedLink }>()
  const make = useOrganizationWork(organization.id, async () => {
    const made = await client.organizationInvites.createOrganizationInvite({
      params: { organizationId: organization.id },
      payload: { role: roleOf(role) }
    })
    return `A link with the role ${roleName("role" in made ? made.role : made.level)} was made`
  })
  const submit = submitOnce(make)
  const links = named(asked.data ?? [])
  const addressOf = ({ id }: NamedLink) => app.origin + app.base + joinAddress(organization.id, id)
  const dialog = opened && { organization, link: opened.link, onClose: () => setOpened(undefined) }
  return (
    <>
      <p className="note">
        Who has one, and an account here, becomes a member with its role. A link only ever raises what somebody may do.
      </p>
      {asked.isError ? (
        <p className="field-error" role="alert">
          {problemOf(asked.error, navigator.onLine).text}
        </p>
      ) : asked.data === undefined ? (
        <Waiting lines={1} />
      ) : null}
      {links.length === 0 ? null : (
        <ul className="rows" aria-labelledby="Invite-links">
          {links.map((link) => (
            <li key={link.id} className="version-row">
              <span className="version-title">{link.name}</span>
              <span className="version-chips">
                <span className="chip">{roleName(link.role)}</span>
              </span>
              <span className="version-address">{plainUrl(addressOf(link))}</span>
              <button
                type="button"
                className="button secondary"
                aria-label={`Copy ${link.name}`}
                onClick={() => void copyText(addressOf(link), link.name)}
              >
                Copy
              </button>
              <button
                type="button"
                className="tool"
                aria-label={`Actions for ${link.name}`}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => setMenu({ link, anchor: currentTarget })}
              >
                <Icon name="more" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="line-form" onSubmit={submit}>
        <Choice label="Role of a new link" of={roleChoices()} value={role} onChange={setRole} />
        <button type="submit" className="button secondary" disabled={make.isPending}>
          Make a link
        </button>
      </form>
      <Problem work={make} />
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.link.name}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => setOpened({ what: "role", link: menu.link })}>Change role</PopMenuItem>
          <PopMenuItem onAction={() => setOpened({ what: "revoke", link: menu.link })} isDanger>
            Revoke
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {dialog === undefined ? null : opened?.what === "role" ? (
          <LinkRoleDialog {...dialog} />
        ) : (
          <RevokeLinkDialog {...dialog} />
        )}
      </Suspense>
    </>
  )
}
