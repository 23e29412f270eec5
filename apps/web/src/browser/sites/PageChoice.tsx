/** The choice of a page of a site: its space, then the page, or the start of the space. */
import { useQuery } from "@tanstack/react-query"
import type { SiteSpace } from "../../logic/api.ts"
import { pageChoices } from "../../logic/pages.ts"
import { Choice } from "../parts/fields.tsx"
import { pagesQuery } from "../queries.ts"

interface PageChoiceProps {
  readonly siteSpaces: ReadonlyArray<SiteSpace>
  /** Id of the site space. */
  readonly siteSpace: string
  /** Id of the page; empty for the start of the space. */
  readonly page: string
  readonly problem?: string | undefined
  readonly onChange: (siteSpace: string, page: string) => void
}

export const PageChoice = ({ onChange, page, problem, siteSpace, siteSpaces }: PageChoiceProps) => {
  const chosen = siteSpaces.find(({ id }) => id === siteSpace)
  const space = chosen?.space.id
  const asked = useQuery({ ...pagesQuery(space ?? ""), enabled: space !== undefined })
  const pages = pageChoices(asked.data?.pages ?? [])
  return (
    <>
      <Choice
        label="Space of the site"
        of={siteSpaces.map(({ id, title }) => [id, title] as const)}
        value={siteSpace}
        onChange={(id) => onChange(id, "")}
      />
      <Choice
        label="Page"
        of={[
          ["", "Its start"],
          ...pages,
          // one that is on its way, or gone
          ...(page === "" || pages.some(([id]) => id === page) ? [] : [[page, "The page that is chosen now"] as const])
        ]}
        value={page}
        onChange={(id) => onChange(siteSpace, id)}
        problem={problem}
      />
    </>
  )
}
