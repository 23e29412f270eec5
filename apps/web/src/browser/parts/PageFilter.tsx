/** The choice of one page of a space, or of all, for what a list is about. */
import type { ListedPage } from "../../logic/api.ts"
import { pageChoices } from "../../logic/pages.ts"

interface PageFilterProps {
  readonly pages: ReadonlyArray<ListedPage>
  /** Id of the page that is chosen. */
  readonly page: string | undefined
  /** @param page its id; empty for all of them */
  readonly onChange: (page: string) => void
}

export const PageFilter = ({ onChange, page = "", pages }: PageFilterProps) => {
  const choices = pageChoices(pages)
  return choices.length < 2 ? null : (
    <select
      className="input page-filter"
      aria-label="Page"
      value={page}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All pages</option>
      {choices.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}
