/** What leads to a page, from this space and from others. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { problemOf } from "../../logic/problems.ts"
import { PlaceLink } from "../parts/PlaceLink.tsx"
import { ShowMore } from "../parts/ShowMore.tsx"
import { Waiting } from "../parts/screen.tsx"
import { pageBacklinksQuery } from "./queries.ts"

interface BacklinksProps {
  /** Id. */
  readonly space: string
  /** Id of the draft that is shown. */
  readonly changeRequest: string | undefined
  readonly page: { readonly id: string; readonly title: string }
}

export const Backlinks = ({ changeRequest, page, space }: BacklinksProps) => {
  const asked = useInfiniteQuery(pageBacklinksQuery(space, page.id, changeRequest))
  const places = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="Backlinks">
      <h2 id="Backlinks">What leads to {page.title}</h2>
      {asked.isError ? (
        <p className="field-error" role="alert">
          {problemOf(asked.error, navigator.onLine).text}
        </p>
      ) : places === undefined ? (
        <Waiting lines={2} />
      ) : places.length === 0 ? (
        <p className="note">No page that you may read leads here.</p>
      ) : (
        <ul className="rows" aria-labelledby="Backlinks">
          {places.map((place, at) => (
            <li key={at} className="link-row">
              <span className="link-target">
                <PlaceLink place={place} space={space} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={asked} />
    </section>
  )
}
