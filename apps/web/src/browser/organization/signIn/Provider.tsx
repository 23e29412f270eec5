/** A provider that members sign in with: how far it is set up, what it is to be told, and who comes in with it. */
import { organizationPartAddress } from "../../../logic/addresses.ts"
import type { SignInProvider } from "../../../logic/api.ts"
import { roleName } from "../../../logic/memberRoles.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { CopyLine } from "../../parts/CopyLine.tsx"

interface ProviderProps {
  /** Id. */
  readonly organization: string
  readonly provider: SignInProvider
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export const Provider = ({ onEdit, onRemove, organization, provider }: ProviderProps) => {
  const { defaultRole, defaultTeam, entityID, id, label, service, status } = provider
  const isActive = status === "active"
  const edit = isActive ? "Edit" : "Finish"
  return (
    <li className="domain-row provider" aria-label={label}>
      <div className="domain-head">
        <h2 className="version-title">{label}</h2>
        <span className={`chip ${isActive ? "wash-green" : "wash-orange"}`}>
          {isActive ? "Active" : "Not finished"}
        </span>
        <span className="domain-buttons">
          <button type="button" className="button secondary" aria-label={`${edit} ${label}`} onClick={onEdit}>
            {edit}
          </button>
          <button type="button" className="button secondary" aria-label={`Remove ${label}`} onClick={onRemove}>
            Remove
          </button>
        </span>
      </div>
      <p className="note">
        Who is new becomes {defaultRole === null ? "a guest" : `a member with the role ${roleName(defaultRole)}`}
        {defaultTeam === undefined ? "" : `, in the team ${defaultTeam.title}`}.{" "}
        {entityID === "" ? null : (
          <AppLink href={`${organizationPartAddress(organization, "audit")}?object=${id}`}>
            What was changed, and who was refused
          </AppLink>
        )}
      </p>
      <p className="field-note">
        {isActive
          ? "What your provider knows of Octavo:"
          : "Enter this at your provider, then finish with what it says of itself:"}
      </p>
      <CopyLine label="Reply address (ACS)" of={label} text={service.acsURL} />
      <CopyLine label="Entity ID, audience, metadata" of={label} text={service.entityID} />
      <CopyLine label="Where signing in begins" of={label} text={service.startURL} />
      {isActive ? (
        <p className="note">
          To try it, open where signing in begins in a private window: here you stay who you are, and there the page
          says what is wrong.
        </p>
      ) : null}
    </li>
  )
}
