/** What stands around a page, read or written: the way to it, and what is known of it. */
import { pageAddress } from "../../logic/addresses.ts"
import type { DocumentPage, ListedPage } from "../../logic/api.ts"
import { ancestorsOf } from "../../logic/pages.ts"
import { ago } from "../../logic/words.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { AppLink } from "../parts/AppLink.tsx"

interface PageWayProps {
  readonly page: string
  readonly pages: ReadonlyArray<ListedPage>
}

export const PageWay = ({ page, pages }: PageWayProps) => {
  const { number, space } = useDraft()
  const above = ancestorsOf(pages, page) ?? []
  return above.length === 0 ? null : (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {above.map((one) => (
          <li key={one.id}>
            {one.type === "document" ? (
              <AppLink href={pageAddress(space, one.path, number)}>{one.title}</AppLink>
            ) : (
              <span>{one.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

export const PageFacts = ({ page }: { readonly page: DocumentPage }) => (
  <footer className="facts">
    {page.updatedAt === undefined ? null : (
      <span>
        Edited <time dateTime={page.updatedAt}>{ago(page.updatedAt, Date.now())}</time>
      </span>
    )}
    {page.urls.published === undefined ? null : <a href={page.urls.published}>Read it on the site</a>}
  </footer>
)
