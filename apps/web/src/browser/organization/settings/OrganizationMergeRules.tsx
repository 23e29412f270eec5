/** What a merge asks in spaces that have no rules of their own. */
import type { Organization } from "../../../logic/api.ts"
import { MergeRulesForm, useMergeRules } from "../../spaces/settings/MergeRulesForm.tsx"
import "../../style/spaces.css"
import { type SettingProps, useSetting } from "./useSetting.ts"

const kinds = {
  none: ["No rules", "Whoever may review merges when they like."],
  rules: ["These rules", "All of them must hold, for admins too, in every space without rules of its own."]
} as const

export const OrganizationMergeRules = ({ organization }: SettingProps) => {
  const rules = useMergeRules(organization.mergeRules)
  const form = useSetting(
    organization,
    // around an organization there is nothing that its rules could be taken from
    () => ({ mergeRules: rules.mergeRules as Organization["mergeRules"] }),
    () => "The merge rules were saved"
  )
  return <MergeRulesForm organization={organization.id} kinds={kinds} rules={rules} {...form} />
}
