/** Adds a provider that members sign in with, or changes one. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Organization, SignInProvider } from "../../../logic/api.ts"
import { choiceOf, type RoleChoice, roleChoices, roleOf } from "../../../logic/memberRoles.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice, TextLine, TextLines } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { teamsQuery } from "../../spaces/queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface ProviderDialogProps {
  readonly organization: Organization
  /** The one that is changed; absent for a new one. */
  readonly provider?: SignInProvider
  readonly onClose: () => void
}

export default ({ onClose, organization, provider }: ProviderDialogProps) => {
  const [label, setLabel] = useState(provider?.label ?? "")
  const [entityID, setEntityID] = useState(provider?.entityID ?? "")
  const [ssoURL, setSsoURL] = useState(provider?.ssoURL ?? "")
  const [certificate, setCertificate] = useState(provider?.certificate ?? "")
  const [role, setRole] = useState<RoleChoice>(
    choiceOf(provider === undefined ? organization.defaultRole : provider.defaultRole)
  )
  const [team, setTeam] = useState(provider?.defaultTeam?.id ?? "")
  const teams = useQuery(teamsQuery(organization.id)).data ?? []
  const save = useOrganizationWork(
    organization.id,
    async () => {
      const params = { organizationId: organization.id }
      const payload = {
        label: label.trim(),
        entityID: entityID.trim(),
        ssoURL: ssoURL.trim(),
        certificate: certificate.trim(),
        defaultRole: roleOf(role),
        defaultTeam: team === "" ? null : team
      }
      const saved =
        provider === undefined
          ? await client.sso.createOrganizationSAMLProvider({ params, payload })
          : await client.sso.updateOrganizationSAMLProvider({
              params: { ...params, samlProviderId: provider.id },
              payload
            })
      return saved.status === "active"
        ? `Members can sign in with ${saved.label}`
        : `${saved.label} was saved: it is not finished`
    },
    onClose
  )
  const { at, rest } = problemsAt(save, ["label", "entityID", "ssoURL", "certificate", "defaultTeam", "defaultRole"])
  const isOther = provider !== undefined && provider.entityID !== "" && entityID.trim() !== provider.entityID
  // nobody is made an admin by another server, unless that was set so
  const roles = roleChoices(...(provider?.defaultRole === "admin" ? [] : ["admin" as const]))
  return (
    <Dialog title={provider === undefined ? "Add a provider" : `Edit ${provider.label}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(save)}>
        <TextLine
          label="What it is called"
          note="On the button of the page to sign in on."
          value={label}
          onChange={setLabel}
          problem={at["label"]}
          required
          maxLength={30}
          autoComplete="off"
          autoFocus
          placeholder="Okta"
        />
        <p className="field-note">
          The next three are what your provider says of itself. They can come later: most providers first ask for the
          addresses that you get here.
        </p>
        <TextLine
          label="Entity ID of the provider"
          note={
            isOther ? "It is another provider then: who signed in with the one before is signed out." : "Also: issuer."
          }
          value={entityID}
          onChange={setEntityID}
          problem={at["entityID"]}
          maxLength={1024}
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextLine
          label="Address to sign in at"
          note="Also: single sign-on URL."
          value={ssoURL}
          onChange={setSsoURL}
          problem={at["ssoURL"]}
          maxLength={2048}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextLines
          label="Certificate"
          note="As PEM. While the provider changes it, the new one after the old one."
          value={certificate}
          onChange={setCertificate}
          problem={at["certificate"]}
          rows={4}
          maxLength={10_000}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="-----BEGIN CERTIFICATE-----"
        />
        <Choice
          label="Role of those who are new"
          of={roles}
          value={role}
          onChange={setRole}
          problem={at["defaultRole"]}
        />
        {teams.length === 0 ? null : (
          <Choice
            label="Team of those who are new"
            of={[["", "None"], ...teams.map(({ id, title }) => [id, title] as const)]}
            value={team}
            onChange={setTeam}
            problem={at["defaultTeam"]}
          />
        )}
        <FormEnd
          action={provider === undefined ? "Add the provider" : "Save"}
          work={rest}
          isReady={label.trim() !== ""}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
