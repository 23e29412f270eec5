/** What people are who come in by themselves, and whether links let them in. */
import { useState } from "react"
import { choiceOf, type RoleChoice, roleChoices, roleOf, roleWords } from "../../../logic/memberRoles.ts"
import { Check, Choice } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { type SettingProps, useSetting } from "./useSetting.ts"

export const Joining = ({ organization }: SettingProps) => {
  const [role, setRole] = useState<RoleChoice>(choiceOf(organization.defaultRole))
  const [hasLinks, setLinks] = useState(organization.inviteLinks)
  const { save, submit } = useSetting(
    organization,
    () => ({ defaultRole: roleOf(role), inviteLinks: hasLinks }),
    () => "How people come in was saved"
  )
  const { at, rest } = problemsAt(save, ["defaultRole"])
  const isSame = role === choiceOf(organization.defaultRole) && hasLinks === organization.inviteLinks
  return (
    <section aria-labelledby="Joining">
      <h2 id="Joining">How people come in</h2>
      <form className="setting-form" onSubmit={submit}>
        <Choice
          label="Role of those who are new"
          of={roleChoices("admin")}
          value={role}
          onChange={setRole}
          problem={at["defaultRole"]}
          note={`${roleWords[role][1]} It is for who joins by their domain, and for invitations that name none.`}
        />
        <Check
          isSelected={hasLinks}
          onChange={setLinks}
          note="Turned off, links that were handed out let nobody in, and none can be made."
        >
          Invite links
        </Check>
        <p className="buttons">
          <button type="submit" className="button" disabled={isSame || save.isPending}>
            Save how people come in
          </button>
        </p>
      </form>
      <Problem work={rest} />
    </section>
  )
}
