/** The choice of the group that something on a site stands in. */
import type { SiteStructure } from "../../../logic/api.ts"
import { groupChoices } from "../../../logic/siteStructure.ts"
import { Choice } from "../../parts/fields.tsx"

interface GroupChoiceProps {
  readonly structure: SiteStructure
  /** A group that cannot stand in itself. */
  readonly except?: string | undefined
  /** Id of the one that is chosen; empty for none. */
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (id: string) => void
}

/** Drawn where the site has groups. */
export const GroupChoice = ({ except, structure, ...choice }: GroupChoiceProps) => {
  const groups = groupChoices(structure, except)
  return groups.length === 0 ? null : (
    <Choice
      {...choice}
      label="Group"
      of={[["", "None"], ...groups.map(({ id, level, title }) => [id, "– ".repeat(level - 1) + title] as const)]}
    />
  )
}
