/** What a change request has to fulfil before it is merged into a space. */
import { useQuery } from "@tanstack/react-query"
import type { Space } from "../../../logic/api.ts"
import { rulesInWords } from "../../../logic/mergeRules.ts"
import { client } from "../../client.ts"
import { organizationQuery } from "../../queries.ts"
import { useSpaceForm } from "../useSpaceWork.ts"
import { MergeRulesForm, useMergeRules } from "./MergeRulesForm.tsx"

const kinds = {
  inherit: ["As in the organization", "Its rules hold here, and change with it."],
  none: ["No rules", "Whoever may review merges when they like."],
  rules: ["Rules of this space", "All of them must hold, for admins too."]
} as const

export const MergeRules = ({ space }: { readonly space: Space }) => {
  const rules = useMergeRules(space.mergeRules)
  const around = useQuery(organizationQuery(space.organization)).data?.mergeRules
  const form = useSpaceForm(space, async () => {
    await client.spaces.updateSpaceById({ params: { spaceId: space.id }, payload: { mergeRules: rules.mergeRules } })
    return "The merge rules were saved"
  })
  return (
    <MergeRulesForm organization={space.organization} kinds={kinds} rules={rules} {...form}>
      {rules.type === "inherit" && around !== undefined ? <p className="note">{rulesInWords(around)}</p> : null}
    </MergeRulesForm>
  )
}
