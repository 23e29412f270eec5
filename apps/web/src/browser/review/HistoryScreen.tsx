/** The history of a space: its revisions, what each changed, and the way back to it. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useMemo } from "react"
import { roomAddress } from "../../logic/addresses.ts"
import type { SpaceRevision } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { pagesById } from "../../logic/pages.ts"
import { whatWas } from "../../logic/spaceHistory.ts"
import { ago } from "../../logic/words.ts"
import { client } from "../client.ts"
import { DocumentContext } from "../document/context.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { go } from "../parts/navigation.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pagesInRevisionQuery, revisionChangesQuery, spaceHistoryQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { nameOf } from "../shell/Person.tsx"
import "../style/review.css"
import { ComparedItems } from "./Changes.tsx"
import { useWork } from "./work.ts"

const revisionAddress = (space: string, id: string): string => `${roomAddress(space, "revisions")}/${id}`

export const HistoryScreen = () => {
  const { revision, space: id = "" } = useParams({ strict: false }) as { readonly revision?: string; space?: string }
  const space = useQuery(spaceQuery(id)).data
  const history = useInfiniteQuery(spaceHistoryQuery(id))
  const revisions = useMemo(() => history.data?.pages.flatMap(({ items }) => items), [history.data])
  const chosen = revisions?.find((one) => one.id === revision)
  const { fetchNextPage, hasNextPage, isFetching } = history
  // an older one than those that were asked for
  const isOlder = revision !== undefined && chosen === undefined && hasNextPage
  useEffect(() => {
    if (isOlder && !isFetching) void fetchNextPage()
  }, [isOlder, isFetching, fetchNextPage])
  const error = errorToShow(history)
  if (error !== null) return <ProblemScreen error={error} />
  if (revision !== undefined && chosen !== undefined) return <Revision revision={chosen} space={id} />
  return (
    <div className="screen narrow">
      <ScreenTitle title={space === undefined ? "History" : `History · ${space.title}`}>History</ScreenTitle>
      {revisions === undefined || isOlder ? (
        <Waiting />
      ) : revision !== undefined ? (
        <Empty title="This version is not here">
          <p>It may be of a draft, or of another space.</p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Revisions">
          {revisions.map((one, index) => (
            <li key={one.id}>
              <AppLink className="row" href={revisionAddress(id, one.id)}>
                <Icon name="clock" />
                <span className="row-title">{whatWas(one)}</span>
                {index === 0 ? <span className="chip">Live</span> : null}
                <span className="row-note">
                  {one.author === undefined ? "" : `${nameOf(one.author)} · `}
                  {ago(one.createdAt, Date.now())}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <div className="buttons">
          <button
            type="button"
            className="button secondary"
            disabled={history.isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show older ones
          </button>
        </div>
      ) : null}
    </div>
  )
}

const Revision = ({ revision, space: id }: { readonly revision: SpaceRevision; readonly space: string }) => {
  const space = useQuery(spaceQuery(id)).data
  const changes = useQuery(revisionChangesQuery(id, revision.id)).data
  const list = useQuery(pagesInRevisionQuery(id, revision.id)).data?.pages
  const pages = useMemo(() => pagesById(list ?? []), [list])
  const anchors = useMemo(() => new Map(), [])
  const { act, isBusy, problem } = useWork(id)
  const isLive = space?.revision === revision.id
  const mayRestore = space?.editMode === "live" && space.permissions.edit && !isLive
  const restore = () =>
    act(async () => {
      await client.spaceContent.restoreSpaceRevision({ params: { spaceId: id, revisionId: revision.id } })
      go(roomAddress(id, "revisions"))
      return "The space is as it was then. What was there before is in its history"
    })
  return (
    <DocumentContext value={{ space: id, pages, anchors }}>
      <div className="screen review">
        <header className="review-head">
          <AppLink href={roomAddress(id, "revisions")}>History</AppLink>
          <ScreenTitle title={space === undefined ? whatWas(revision) : `${whatWas(revision)} · ${space.title}`}>
            {whatWas(revision)}
          </ScreenTitle>
          <p className="note">
            {revision.author === undefined ? "" : `${nameOf(revision.author)} · `}
            {ago(revision.createdAt, Date.now())}
            {isLive ? " · what readers see now" : ""}
          </p>
          {problem === undefined ? null : (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
          {mayRestore ? (
            <button type="button" className="button secondary" disabled={isBusy} onClick={() => void restore()}>
              Restore this version
            </button>
          ) : null}
        </header>
        <div className="review-main">
          <ComparedItems
            space={id}
            before={revision.parents[0]}
            after={revision.id}
            changes={changes?.changes}
            more={changes?.more}
          />
        </div>
      </div>
    </DocumentContext>
  )
}
