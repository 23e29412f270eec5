/** Gives somebody, or a team, another role on a space. */
import { useState } from "react"
import { Label } from "react-aria-components/Label"
import type { Space } from "../../../logic/api.ts"
import { roleChoices, roleName } from "../../../logic/roles.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSpaceWork } from "../useSpaceWork.ts"
import { type Given, give } from "./given.ts"

interface RoleDialogProps {
  readonly space: Space
  readonly given: Given
  readonly onClose: () => void
}

export default ({ given, onClose, space }: RoleDialogProps) => {
  const before = given.role ?? given.now
  const [role, setRole] = useState(before)
  const save = useSpaceWork(
    space,
    async () => {
      await give(space.id, given, role)
      return `${given.name} may here: ${roleName(role)}`
    },
    onClose
  )
  const submit = submitOnce(save)
  return (
    <Dialog title={`Role of ${given.name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <DescribedRadios of={roleChoices} value={role} onChange={setRole}>
          <Label>Role in this space</Label>
        </DescribedRadios>
        <p className="field-note">It holds here, whatever is given around the space, be that more or less.</p>
        <FormEnd action="Save" work={save} isReady={role !== given.role} onClose={onClose} />
      </form>
    </Dialog>
  )
}
