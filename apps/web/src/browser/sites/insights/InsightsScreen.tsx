/** What readers of a site did: how many there were, what they read and searched for, and what they did not find. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { pageAddress } from "../../../logic/addresses.ts"
import {
  dayOf,
  type EventPage,
  type InsightsRange,
  insightsRanges,
  missingAddresses,
  ratingWords,
  referringHosts,
  searchedWords,
  seriesOf
} from "../../../logic/insights.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import "../../style/insights.css"
import { siteStructureQuery } from "../queries.ts"
import type { SettingProps } from "../SettingForm.tsx"
import { SitePartScreen } from "../SitePartScreen.tsx"
import { usePagesOf } from "../usePagesOf.ts"
import { RankedList } from "./RankedList.tsx"
import { useInsights } from "./useInsights.ts"
import { ViewsChart } from "./ViewsChart.tsx"

const RedirectDialog = lazy(() => import("../redirects/RedirectDialog.tsx"))

export const InsightsScreen = () => {
  const [range, setRange] = useState<InsightsRange>("last30Days")
  return (
    <SitePartScreen
      title="Insights"
      lead={({ title }) =>
        `What readers of ${title} do, counted without their addresses. Who asks not to be tracked is not counted.`
      }
      permission="view"
      className="insights"
      beside={
        <fieldset className="segments">
          <legend className="hidden">How far back</legend>
          {Object.entries(insightsRanges).map(([value, [label]]) => (
            <label key={value} className="segment">
              <input
                type="radio"
                name="range"
                checked={range === value}
                onChange={() => setRange(value as InsightsRange)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      }
    >
      {(part) => <Counted {...part} range={range} />}
    </SitePartScreen>
  )
}

interface CountedProps extends SettingProps {
  readonly range: InsightsRange
}

const Counted = ({ organization, range, site }: CountedProps) => {
  const { error, rows } = useInsights(organization, site.id, range)
  const { comments, missing, notFound, pages, ratings, referrers, searched, time, totals } = rows
  const [redirected, setRedirected] = useState<string>()
  const structure = useQuery({ ...siteStructureQuery(organization, site.id), enabled: redirected !== undefined })

  const named = [pages, ratings, comments].flatMap((some) => some?.flatMap(({ page }) => page ?? []) ?? [])
  const { isRead, pageOf } = usePagesOf([...new Set(named.map(({ space }) => space))])
  const about = (place: EventPage | null) => {
    const page = place?.page == null ? undefined : pageOf(place.space, place.page)
    if (place === null || page === undefined) return { name: isRead ? "A page that is gone" : "…" }
    return { name: page.title || "Untitled", href: pageAddress(place.space, page.path) }
  }

  if (error !== null) return <ProblemScreen error={error} />
  const [total] = totals ?? []
  if (total === undefined || time === undefined) return <Waiting />
  const { published } = site.urls
  if (total.eventsCount === 0 && searched?.length === 0) {
    return (
      <Empty title={`Nobody was counted in the last ${insightsRanges[range][0].toLowerCase()}`}>
        <p>
          {published === undefined
            ? "The site is not published: views are counted from its first reader on."
            : "Views are counted when a page is read in a browser, and are here within a minute."}
        </p>
      </Empty>
    )
  }
  return (
    <>
      <section aria-labelledby="Insights-views">
        <h2 id="Insights-views">Views</h2>
        <dl className="totals">
          {(
            [
              ["Views", total.eventsCount],
              ["Visitors", total.visitorsCount],
              ["Visits", total.sessionsCount]
            ] as const
          ).map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count.toLocaleString("en")}</dd>
            </div>
          ))}
        </dl>
        <ViewsChart each={insightsRanges[range][1]} points={seriesOf(time, range, Date.now())} />
      </section>
      <div className="ranked-lists">
        <RankedList
          title="Pages read most"
          rows={pages?.flatMap(({ eventsCount, page }) =>
            page?.page == null ? [] : [{ ...about(page), count: eventsCount }]
          )}
          none="No page was read."
        />
        <RankedList
          title="Came from"
          rows={referrers && referringHosts(referrers, published && new URL(published).hostname)}
          none="Nobody came by a link of another site."
        />
        <RankedList title="Searched for" rows={searched && searchedWords(searched)} none="Nobody searched." />
        <RankedList
          title="Searched for in vain"
          note="What no page has an answer to, or says in other words."
          rows={notFound && searchedWords(notFound)}
          none="Every search found something."
        />
        <RankedList
          title="Addresses without a page"
          note="Links of others, and bookmarks, that lead nowhere."
          rows={missing && missingAddresses(missing, published)}
          none="Every address that was asked for has a page."
          action={({ name }) =>
            site.permissions.create ? (
              <button
                type="button"
                className="ranked-action"
                aria-label={`Redirect ${name}`}
                onClick={() => setRedirected(name)}
              >
                Redirect
              </button>
            ) : null
          }
        />
        <section className="ranked" aria-labelledby="Insights-ratings">
          <h2 id="Insights-ratings">Rated by readers</h2>
          {ratings === undefined ? (
            <Waiting lines={3} />
          ) : ratings.length === 0 ? (
            <p className="note">Nobody rated a page.</p>
          ) : (
            <ol className="ranked-rows" aria-labelledby="Insights-ratings">
              {ratings.map(({ page, pageFeedbackRating }) => {
                const { href, name } = about(page)
                return (
                  <li key={page?.page ?? ""}>
                    {href === undefined ? (
                      <span className="ranked-name">{name}</span>
                    ) : (
                      <AppLink className="ranked-name" href={href}>
                        {name}
                      </AppLink>
                    )}
                    <span className="ranked-count">{ratingWords(pageFeedbackRating)}</span>
                  </li>
                )
              })}
            </ol>
          )}
        </section>
      </div>
      <Suspense fallback={null}>
        {redirected === undefined || structure.data === undefined ? null : (
          <RedirectDialog
            organization={organization}
            site={site.id}
            structure={structure.data}
            source={redirected}
            onClose={() => setRedirected(undefined)}
          />
        )}
      </Suspense>
      {comments === undefined || comments.length === 0 ? null : (
        <section aria-labelledby="Insights-comments">
          <h2 id="Insights-comments">What readers wrote</h2>
          <ul className="rows" aria-labelledby="Insights-comments">
            {comments.map(({ datetime, eventPageFeedbackComment, page }) => {
              const { href, name } = about(page)
              return (
                <li key={`${datetime} ${page?.page} ${eventPageFeedbackComment}`} className="reader-comment">
                  <p>{eventPageFeedbackComment}</p>
                  <p className="note">
                    {href === undefined ? name : <AppLink href={href}>{name}</AppLink>}, {dayOf(datetime)}
                  </p>
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </>
  )
}
