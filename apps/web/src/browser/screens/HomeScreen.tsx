/** The home of an organization: what waits for me, spaces edited last, all spaces. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { pageAddress, plainUrl, siteAddress } from "../../logic/addresses.ts"
import type { Space } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { emojiOf } from "../../logic/spaces.ts"
import { waitingFor } from "../../logic/waiting.ts"
import { ago, counted } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { meQuery, organizationQuery, requestsQuery, spacesQuery } from "../queries.ts"
import { sitesQuery } from "../sites/queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

/** As many spaces as fit into two rows. */
const recentSpaces = 6

export const HomeScreen = () => {
  const { organization: id } = useParams({ from: "/o/$organization" })
  const organization = useQuery(organizationQuery(id))
  const spaces = useQuery(spacesQuery(id))
  const error = errorToShow(organization)
  if (error !== null) return <ProblemScreen error={error} />
  return (
    <div className="screen">
      <header className="screen-head">
        {organization.data === undefined ? (
          <Waiting lines={1} />
        ) : (
          <ScreenTitle title={organization.data.title}>{organization.data.title}</ScreenTitle>
        )}
      </header>
      <WaitingSection organization={id} spaces={spaces.data ?? []} />
      <section aria-labelledby="Recent">
        <h2 id="Recent">Edited last</h2>
        {errorToShow(spaces) !== null ? (
          <p className="note">The spaces could not be read.</p>
        ) : spaces.data === undefined ? (
          <Waiting />
        ) : spaces.data.length === 0 ? (
          <Empty title="Nothing is written here yet">
            <p>
              A space holds the pages of one subject: a handbook, a product, an API. Make the first one at the left.
            </p>
          </Empty>
        ) : (
          <SpaceCards spaces={spaces.data.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))} />
        )}
      </section>
      <SitesSection organization={id} />
    </div>
  )
}

/** Where what is written is published; nothing while there is no site. */
const SitesSection = ({ organization }: { readonly organization: string }) => {
  const sites = useQuery(sitesQuery(organization)).data
  if (sites === undefined || sites.length === 0) return null
  return (
    <section aria-labelledby="Sites">
      <h2 id="Sites">Sites</h2>
      <ul className="rows">
        {sites.map(({ id, published, title, urls }) => (
          <li key={id}>
            <AppLink className="row" href={siteAddress(organization, id)}>
              <Icon name="globe" />
              <span className="row-title">{title}</span>
              <span className="row-note">{published ? plainUrl(urls.published ?? "") : "Not published yet"}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SpaceCards = ({ spaces }: { readonly spaces: ReadonlyArray<Space> }) => (
  <>
    <ul className="space-cards">
      {spaces.slice(0, recentSpaces).map((space) => (
        <li key={space.id}>
          <AppLink className="space-card" href={pageAddress(space.id)}>
            <span className="space-mark" aria-hidden="true">
              {emojiOf(space.emoji) ?? <Icon name="book" />}
            </span>
            <span className="space-card-title">{space.title || "Untitled"}</span>
            <span className="space-card-note">
              Edited {ago(space.updatedAt, Date.now())}
              {space.changeRequestsOpen > 0 ? ` · ${counted(space.changeRequestsOpen, "open change request")}` : ""}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
    {spaces.length > recentSpaces ? (
      <p className="note">{counted(spaces.length, "space")} in all, at the left.</p>
    ) : null}
  </>
)

interface WaitingSectionProps {
  readonly organization: string
  readonly spaces: ReadonlyArray<Space>
}

const WaitingSection = ({ organization, spaces }: WaitingSectionProps) => {
  const me = useQuery(meQuery).data?.id
  const enabled = me !== undefined
  const asked = useQuery({ ...requestsQuery(organization, { requestedReviewer: me ?? "" }), enabled })
  const own = useQuery({ ...requestsQuery(organization, { creator: me ?? "" }), enabled })
  const items = waitingFor(asked.data?.items ?? [], own.data?.items ?? [])
  const titles = new Map(spaces.map(({ id, title }) => [id, title]))
  return (
    <section aria-labelledby="Waiting">
      <h2 id="Waiting">Waits for you</h2>
      {asked.isError || own.isError ? (
        <p className="note">What waits for you could not be read.</p>
      ) : asked.data === undefined || own.data === undefined ? (
        <Waiting lines={1} />
      ) : items.length === 0 ? (
        <p className="note">Nothing: no review is asked of you, and no change request of yours is outdated.</p>
      ) : (
        <ul className="rows">
          {items.map(({ request, why }) => (
            <li key={request.id}>
              <a className="row" href={request.urls.app}>
                <Icon name="request" />
                <span className="row-title">{request.subject || `Change request #${request.number}`}</span>
                <span className="row-note">
                  {why} · {titles.get(request.space) ?? "Space"} #{request.number} ·{" "}
                  {ago(request.updatedAt, Date.now())}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
