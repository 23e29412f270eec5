/** The links of a space: those that are broken first, of all pages or of one, which is told then what leads to it. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { errorToShow } from "../../logic/failures.ts"
import { linkCountWords, linkGroups } from "../../logic/links.ts"
import { pagesById } from "../../logic/pages.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { PageFilter } from "../parts/PageFilter.tsx"
import { PlaceLink } from "../parts/PlaceLink.tsx"
import { ShowMore } from "../parts/ShowMore.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pagesQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { linksQuery } from "./queries.ts"
import "../style/links.css"
import { Backlinks } from "./Backlinks.tsx"
import { LinkRow } from "./LinkRow.tsx"

export const LinksScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const { canEdit, changeRequest, isKnown } = useDraft()
  const [isBroken, setBroken] = useState(true)
  const [chosen, setChosen] = useState("")
  const space = useQuery(spaceQuery(id)).data
  const pages = useQuery({ ...pagesQuery(id, changeRequest?.id), enabled: isKnown }).data?.pages ?? []
  const known = pagesById(pages)
  // one that was deleted meanwhile is chosen no more
  const page = known.get(chosen)
  const asked = useInfiniteQuery({
    ...linksQuery(id, { changeRequest: changeRequest?.id, page: page?.id, isBroken }),
    enabled: isKnown,
    placeholderData: keepPreviousData
  })
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const links = asked.data?.pages.flatMap(({ items }) => items)
  const stats = asked.data?.pages.at(-1)?.stats
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title={space === undefined ? "Links" : `Links · ${space.title}`}>Links</ScreenTitle>
        <p className="lead">
          {stats === undefined
            ? "Where pages lead, and which links are broken."
            : linkCountWords(stats, page === undefined ? "" : " on this page")}
        </p>
      </header>
      <div className="list-bar">
        {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
        <div className="toggle" role="group" aria-label="Show">
          <button type="button" aria-pressed={isBroken} onClick={() => setBroken(true)}>
            Broken{stats === undefined || stats.broken.total === 0 ? "" : ` (${stats.broken.total})`}
          </button>
          <button type="button" aria-pressed={!isBroken} onClick={() => setBroken(false)}>
            All{stats === undefined ? "" : ` (${stats.total})`}
          </button>
        </div>
        <PageFilter pages={pages} page={page?.id} onChange={setChosen} />
      </div>
      {links === undefined || stats === undefined ? (
        <Waiting />
      ) : links.length > 0 ? (
        <section aria-label={isBroken ? "Broken links" : "All links"} aria-busy={asked.isPlaceholderData}>
          {linkGroups(links).map((group) => (
            <section key={group.id} aria-labelledby={`in-${group.id}`}>
              <h2 id={`in-${group.id}`} className="link-page">
                <PlaceLink place={group.place} space={id} />
              </h2>
              <ul className="rows" aria-labelledby={`in-${group.id}`}>
                {group.links.map((link, at) => (
                  <LinkRow key={at} link={link} space={id} isBrokenSaid={!isBroken} />
                ))}
              </ul>
            </section>
          ))}
          {isBroken && canEdit ? (
            <p className="note">Open the page to mend it there: a broken link is underlined in red while you write.</p>
          ) : null}
        </section>
      ) : stats.total > 0 ? (
        <Empty title="No link is broken">
          <p>A link whose page or file is moved follows it. One whose page is deleted comes here.</p>
        </Empty>
      ) : (
        <Empty title="No link is here yet">
          <p>Links to pages, files and spaces come here by themselves. Links to other hosts are not looked at.</p>
        </Empty>
      )}
      <ShowMore query={asked} />
      {page === undefined ? null : (
        <Backlinks
          key={page.id}
          space={id}
          changeRequest={changeRequest?.id}
          page={{ id: page.id, title: page.title || "Untitled" }}
        />
      )}
    </div>
  )
}
