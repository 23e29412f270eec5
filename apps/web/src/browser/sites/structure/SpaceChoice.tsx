/** The choice of the space that is put on a site: one of the organization, or a new one. */
import { useQuery } from "@tanstack/react-query"
import { blank } from "../../pageTree/TemplateChoice.tsx"
import { Choice } from "../../parts/fields.tsx"
import { spacesQuery } from "../../queries.ts"

interface SpaceChoiceProps {
  readonly organization: string
  /** Id of the one that is chosen; empty for a new one. */
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (id: string) => void
}

/** What the API is told of the choice. */
export const chosenSpace = (id: string) => (id === "" ? { spaceId: null, template: { id: blank } } : { spaceId: id })

export const SpaceChoice = ({ organization, ...choice }: SpaceChoiceProps) => {
  const spaces = useQuery(spacesQuery(organization)).data ?? []
  return (
    <Choice
      {...choice}
      label="Space"
      of={[["", "A new, empty space"], ...spaces.map(({ id, title }) => [id, title || "Untitled"] as const)]}
    />
  )
}
