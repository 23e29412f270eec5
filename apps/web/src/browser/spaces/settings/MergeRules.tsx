/** What a change request has to fulfil before it is merged into a space. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { MergeRule, Space, SpaceMergeRules } from "../../../logic/api.ts"
import { isWhole, rulesInWords, written } from "../../../logic/mergeRules.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { organizationQuery } from "../../queries.ts"
import { useSpaceForm } from "../useSpaceWork.ts"
import { RuleList } from "./RuleList.tsx"

const kinds = {
  inherit: ["As in the organization", "Its rules hold here, and change with it."],
  none: ["No rules", "Whoever may review merges when they like."],
  rules: ["Rules of this space", "All of them must hold, for admins too."]
} as const

/** What the API calls a rule by where it stands. */
const ruleField = (at: number): string => `mergeRules.rules.${at}`

export const MergeRules = ({ space }: { readonly space: Space }) => {
  const before = space.mergeRules
  const [type, setType] = useState(before.type)
  const [rules, setRules] = useState<ReadonlyArray<MergeRule>>(before.type === "rules" ? before.rules : [])
  const around = useQuery(organizationQuery(space.organization)).data?.mergeRules
  const mergeRules: SpaceMergeRules = type === "rules" ? { type, rules } : { type }
  const { save, submit } = useSpaceForm(space, async () => {
    await client.spaces.updateSpaceById({
      params: { spaceId: space.id },
      payload: { mergeRules: written(mergeRules) }
    })
    return "The merge rules were saved"
  })
  const { at, rest } = problemsAt(
    save,
    rules.map((_, at) => ruleField(at))
  )
  const isSame = JSON.stringify(written(mergeRules)) === JSON.stringify(before)
  const isReady = type !== "rules" || (rules.length > 0 && rules.every(isWhole))
  return (
    <section aria-labelledby="Merge-rules">
      <h2 id="Merge-rules">Merge rules</h2>
      <form className="setting-form" onSubmit={submit}>
        <DescribedRadios of={kinds} aria-labelledby="Merge-rules" value={type} onChange={setType} />
        {type === "inherit" && around !== undefined ? <p className="note">{rulesInWords(around)}</p> : null}
        {type === "rules" ? (
          <RuleList
            organization={space.organization}
            rules={rules}
            onChange={setRules}
            problemOf={(one) => at[ruleField(one)]}
          />
        ) : null}
        <p className="buttons">
          <button type="submit" className="button" disabled={isSame || !isReady || save.isPending}>
            Save merge rules
          </button>
        </p>
      </form>
      <Problem work={rest} />
    </section>
  )
}
