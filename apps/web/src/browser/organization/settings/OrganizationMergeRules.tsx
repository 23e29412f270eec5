/** What a merge asks in spaces that have no rules of their own. */
import { useState } from "react"
import type { MergeRule, Organization } from "../../../logic/api.ts"
import { isWhole, written } from "../../../logic/mergeRules.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { RuleList } from "../../spaces/settings/RuleList.tsx"
import "../../style/spaces.css"
import { type SettingProps, useSetting } from "./useSetting.ts"

type Rules = Organization["mergeRules"]

const kinds = {
  none: ["No rules", "Whoever may review merges when they like."],
  rules: ["These rules", "All of them must hold, for admins too, in every space without rules of its own."]
} as const

/** What the API calls a rule by where it stands. */
const ruleField = (at: number): string => `mergeRules.rules.${at}`

export const OrganizationMergeRules = ({ organization }: SettingProps) => {
  const before = organization.mergeRules
  const [type, setType] = useState(before.type)
  const [rules, setRules] = useState<ReadonlyArray<MergeRule>>(before.type === "rules" ? before.rules : [])
  // around an organization there is nothing that its rules could be taken from
  const mergeRules = written(type === "rules" ? { type, rules } : { type }) as Rules
  const { save, submit } = useSetting(
    organization,
    () => ({ mergeRules }),
    () => "The merge rules were saved"
  )
  const { at, rest } = problemsAt(
    save,
    rules.map((_, at) => ruleField(at))
  )
  const isSame = JSON.stringify(mergeRules) === JSON.stringify(before)
  const isReady = type !== "rules" || (rules.length > 0 && rules.every(isWhole))
  return (
    <section aria-labelledby="Merge-rules">
      <h2 id="Merge-rules">Merge rules</h2>
      <form className="setting-form" onSubmit={submit}>
        <DescribedRadios of={kinds} aria-labelledby="Merge-rules" value={type} onChange={setType} />
        {type === "rules" ? (
          <RuleList
            organization={organization.id}
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
