/** Merge rules one below the other, with the people and words that some of them need. */
import { useId } from "react"
import type { MergeRule } from "../../../logic/api.ts"
import { addable, newRule, peopleOf, ruleName } from "../../../logic/mergeRules.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PeopleField } from "../PeopleField.tsx"

interface RuleListProps {
  readonly organization: string
  readonly rules: ReadonlyArray<MergeRule>
  readonly onChange: (rules: ReadonlyArray<MergeRule>) => void
  /** What the server could not take of the rule that stands there. */
  readonly problemOf: (at: number) => string | undefined
}

export const RuleList = ({ onChange, organization, problemOf, rules }: RuleListProps) => {
  const adding = useId()
  const replace = (at: number, rule: MergeRule) => onChange(rules.map((one, other) => (other === at ? rule : one)))
  return (
    <>
      {rules.length === 0 ? null : (
        <ul className="rows rules" aria-label="Rules">
          {rules.map((rule, at) => {
            const people = peopleOf(rule)
            return (
              <li key={`${rule.rule} ${at}`}>
                <div className="rule-head">
                  <span>{ruleName(rule)}</span>
                  <button
                    type="button"
                    className="tool"
                    aria-label={`Remove the rule: ${ruleName(rule)}`}
                    onClick={() => onChange(rules.filter((_, other) => other !== at))}
                  >
                    <Icon name="close" />
                  </button>
                </div>
                {people === undefined ? null : (
                  <PeopleField
                    organization={organization}
                    label={ruleName(rule)}
                    chosen={people}
                    onChange={(users) => replace(at, { ...rule, users } as MergeRule)}
                  />
                )}
                {rule.rule === "custom" ? (
                  <>
                    <TextLine
                      label="Expression"
                      note="True or false, as in changeRequest.approvalsByOthers >= 2"
                      maxLength={1024}
                      spellCheck={false}
                      value={rule.expression}
                      problem={problemOf(at)}
                      onChange={(expression) => replace(at, { ...rule, expression })}
                    />
                    <TextLine
                      label="What people read when it is not true"
                      maxLength={1024}
                      value={rule.message ?? ""}
                      onChange={(message) => replace(at, { ...rule, message })}
                    />
                  </>
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      <div className="field">
        <label htmlFor={adding}>Add a rule</label>
        <select
          id={adding}
          className="input"
          value=""
          onChange={({ target }) => {
            const chosen = addable(rules).find(([kind]) => kind === target.value)
            if (chosen !== undefined) onChange([...rules, newRule(chosen[0])])
          }}
        >
          <option value="">Choose what must hold</option>
          {addable(rules).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
