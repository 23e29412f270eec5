/** Texts of a specification that were different, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { ago } from "../../../logic/words.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { specVersionsQuery } from "./queries.ts"

interface VersionsProps {
  /** Id. */
  readonly organization: string
  readonly slug: string
  /** Id. */
  readonly latest: string
}

export const Versions = ({ latest, organization, slug }: VersionsProps) => {
  const asked = useInfiniteQuery(specVersionsQuery(organization, slug, latest))
  const versions = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="Versions">
      <h2 id="Versions">Versions</h2>
      <p className="note">Each different text is one. The latest 50 are kept.</p>
      {versions === undefined ? (
        asked.isError ? (
          <Problem work={asked} />
        ) : (
          <Waiting lines={2} />
        )
      ) : (
        <ul className="rows" aria-labelledby="Versions">
          {versions.map(({ createdAt, id, url }) => {
            const at = new Date(createdAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
            return (
              <li key={id} className="version-row">
                <time className="version-title" dateTime={createdAt}>
                  {at}
                </time>
                {id === latest ? (
                  <span className="version-chips">
                    <span className="chip">Latest</span>
                  </span>
                ) : null}
                <span className="row-note">{ago(createdAt, Date.now())}</span>
                <a className="spec-text" href={url} target="_blank" rel="noopener" aria-label={`Text of ${at}`}>
                  Text
                  <Icon name="out" />
                </a>
              </li>
            )
          })}
        </ul>
      )}
      <ShowMore query={asked} />
    </section>
  )
}
