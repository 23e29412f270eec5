/** Whether a space is edited, and what members of the organization may do in it. */
import { useState } from "react"
import type { Role, Space } from "../../../logic/api.ts"
import { roleNames } from "../../../logic/roles.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Choice } from "../../parts/fields.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { useSpaceForm } from "../useSpaceWork.ts"

const modes = {
  live: ["It is edited", "Whoever may edit it changes its pages, and change requests are merged into it."],
  locked: ["It is locked", "Nobody changes its live content. Change requests can be written, and wait."]
} as const

export const Editing = ({ space }: { readonly space: Space }) => {
  const [mode, setMode] = useState(space.editMode)
  const [level, setLevel] = useState<Role | "inherit">(space.defaultLevel ?? "inherit")
  const { save, submit } = useSpaceForm(space, async () => {
    await client.spaces.updateSpaceById({
      params: { spaceId: space.id },
      payload: { editMode: mode, defaultLevel: level }
    })
    return "Who may change what was saved"
  })
  const isSame = mode === space.editMode && level === (space.defaultLevel ?? "inherit")
  return (
    <section aria-labelledby="Editing">
      <h2 id="Editing">Who may change what</h2>
      <form className="setting-form" onSubmit={submit}>
        <DescribedRadios of={modes} aria-labelledby="Editing" value={mode} onChange={setMode} />
        <Choice<Role | "inherit">
          label="Members of the organization may"
          note="Who has a role of their own here, or in a team, keeps that. Guests see only what they are given; admins of the organization may do everything."
          of={[["inherit", space.parent === undefined ? "As their role is" : "As in its collection"], ...roleNames]}
          value={level}
          onChange={setLevel}
        />
        <p className="buttons">
          <button type="submit" className="button" disabled={isSame || save.isPending}>
            Save who may change what
          </button>
        </p>
      </form>
      <Problem work={save} />
    </section>
  )
}
