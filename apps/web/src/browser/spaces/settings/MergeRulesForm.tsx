/** What a change request has to fulfil before it is merged: chosen, written, saved. Of a space, or of an organization. */
import { type FormEvent, type ReactNode, useState } from "react"
import type { MergeRule, SpaceMergeRules } from "../../../logic/api.ts"
import { isWhole, written } from "../../../logic/mergeRules.ts"
import { DescribedRadios, type Words } from "../../parts/DescribedRadios.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { RuleList } from "./RuleList.tsx"

/** What the API calls a rule by where it stands. */
const ruleField = (at: number): string => `mergeRules.rules.${at}`

type Kind = SpaceMergeRules["type"]

/** Rules as they are written, and whether they can be saved. */
export const useMergeRules = (before: SpaceMergeRules) => {
  const [type, setType] = useState(before.type)
  const [rules, setRules] = useState<ReadonlyArray<MergeRule>>(before.type === "rules" ? before.rules : [])
  const mergeRules = written(type === "rules" ? { type, rules } : { type })
  const isSame = JSON.stringify(mergeRules) === JSON.stringify(before)
  const isWritten = type !== "rules" || (rules.length > 0 && rules.every(isWhole))
  return { type, setType, rules, setRules, mergeRules, isReady: !isSame && isWritten }
}

interface MergeRulesFormProps<Of extends Kind> {
  /** Id. */
  readonly organization: string
  /** What can be chosen. */
  readonly kinds: Readonly<Record<Of, Words>>
  readonly rules: ReturnType<typeof useMergeRules>
  readonly save: { readonly isError: boolean; readonly isPending: boolean; readonly error: unknown }
  readonly submit: (event: FormEvent) => void
  /** What is said of the choice. */
  readonly children?: ReactNode
}

export const MergeRulesForm = <Of extends Kind>(props: MergeRulesFormProps<Of>) => {
  const { children, kinds, organization, save, submit } = props
  const { isReady, rules, setRules, setType, type } = props.rules
  const { at, rest } = problemsAt(
    save,
    rules.map((_, at) => ruleField(at))
  )
  return (
    <section aria-labelledby="Merge-rules">
      <h2 id="Merge-rules">Merge rules</h2>
      <form className="setting-form" onSubmit={submit}>
        <DescribedRadios of={kinds} aria-labelledby="Merge-rules" value={type as Of} onChange={setType} />
        {children}
        {type === "rules" ? (
          <RuleList
            organization={organization}
            rules={rules}
            onChange={setRules}
            problemOf={(one) => at[ruleField(one)]}
          />
        ) : null}
        <p className="buttons">
          <button type="submit" className="button" disabled={!isReady || save.isPending}>
            Save merge rules
          </button>
        </p>
      </form>
      <Problem work={rest} />
    </section>
  )
}
