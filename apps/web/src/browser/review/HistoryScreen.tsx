/** The history of a space: its revisions, what each changed, and the way back to it. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useParams, useSearch } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { roomAddress } from "../../logic/addresses.ts"
import type { SpaceRevision } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { madeBy } from "../../logic/pageHistory.ts"
import { pagesById } from "../../logic/pages.ts"
import { whatWas } from "../../logic/spaceHistory.ts"
import { client } from "../client.ts"
import { DocumentContext } from "../document/context.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { go } from "../parts/navigation.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pagesInRevisionQuery, spaceHistoryQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/review.css"
import { useWork } from "../parts/useWork.ts"
import { ComparedItems } from "./Changes.tsx"
import { useAllChanges } from "./useAllChanges.ts"

/** @param since the revision that it is compared with; the one before it where none is named */
const revisionAddress = (space: string, id: string, since?: string): string =>
  `${roomAddress(space, "revisions")}/${id}${since === undefined ? "" : `?since=${since}`}`

export const HistoryScreen = () => {
  const { revision, space: id = "" } = useParams({ strict: false }) as { readonly revision?: string; space?: string }
  const { since } = useSearch({ strict: false }) as { readonly since?: unknown }
  const space = useQuery(spaceQuery(id)).data
  const history = useInfiniteQuery(spaceHistoryQuery(id))
  const revisions = useMemo(() => history.data?.pages.flatMap(({ items }) => items), [history.data])
  const chosen = revisions?.find((one) => one.id === revision)
  const compared = since === undefined ? undefined : String(since)
  const { fetchNextPage, hasNextPage, isFetching } = history
  // an older one than those that were asked for
  const isOlder = revision !== undefined && chosen === undefined && hasNextPage
  useEffect(() => {
    if (isOlder && !isFetching) void fetchNextPage()
  }, [isOlder, isFetching, fetchNextPage])
  const error = errorToShow(history)
  if (error !== null) return <ProblemScreen error={error} />
  if (revision !== undefined && chosen !== undefined) {
    const other = revisions?.find((one) => one.id === compared)
    return <Revision revision={chosen} since={compared} other={other} space={id} />
  }
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
        <Revisions revisions={revisions} space={id} />
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

interface RevisionsProps {
  readonly revisions: ReadonlyArray<SpaceRevision>
  readonly space: string
}

/** The list, in which two can be chosen to be compared. */
const Revisions = ({ revisions, space }: RevisionsProps) => {
  /** Ids, of those that are compared; undefined while nobody compares. */
  const [chosen, setChosen] = useState<ReadonlyArray<string>>()
  const compare = () => {
    if (chosen === undefined) return setChosen([])
    // the list has the newest first
    const [newer, older] = revisions.map(({ id }) => id).filter((id) => chosen.includes(id))
    if (newer !== undefined && older !== undefined) go(revisionAddress(space, newer, older))
  }
  const toggle = (id: string) =>
    setChosen((before = []) => (before.includes(id) ? before.filter((one) => one !== id) : [...before.slice(-1), id]))
  return (
    <>
      {revisions.length < 2 ? null : (
        <div className="buttons">
          <button
            type="button"
            className={`button${chosen === undefined ? " secondary" : ""}`}
            disabled={chosen !== undefined && chosen.length < 2}
            onClick={compare}
          >
            Compare
          </button>
          {chosen === undefined ? null : (
            <>
              <button type="button" className="button secondary" onClick={() => setChosen(undefined)}>
                Cancel
              </button>
              <p className="note">Choose two versions.</p>
            </>
          )}
        </div>
      )}
      <ul className="rows" aria-label="Revisions">
        {revisions.map((one, index) => {
          const parts = (
            <>
              <span className="row-title">{whatWas(one)}</span>
              {index === 0 ? <span className="chip">Live</span> : null}
              <span className="row-note">{madeBy(one)}</span>
            </>
          )
          return (
            <li key={one.id}>
              {chosen === undefined ? (
                <AppLink className="row" href={revisionAddress(space, one.id)}>
                  <Icon name="clock" />
                  {parts}
                </AppLink>
              ) : (
                <label className="row">
                  <input type="checkbox" checked={chosen.includes(one.id)} onChange={() => toggle(one.id)} />
                  {parts}
                </label>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface RevisionProps {
  readonly revision: SpaceRevision
  /** Id of the one that it is compared with; the one before it where none was chosen. */
  readonly since: string | undefined
  /** The same, when it is among those that were asked for. */
  readonly other: SpaceRevision | undefined
  readonly space: string
}

const Revision = ({ other, revision, since, space: id }: RevisionProps) => {
  const space = useQuery(spaceQuery(id)).data
  const { changes, more } = useAllChanges(id, revision.id, { since })
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
            {madeBy(revision)}
            {isLive ? " · what readers see now" : ""}
          </p>
          {since === undefined ? null : (
            <p className="note">
              Compared with{" "}
              <AppLink href={revisionAddress(id, since)}>
                {other === undefined ? "another version" : `${whatWas(other)}, ${madeBy(other)}`}
              </AppLink>
            </p>
          )}
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
            before={since ?? revision.parents[0]}
            after={revision.id}
            changes={changes}
            more={more}
          />
        </div>
      </div>
    </DocumentContext>
  )
}
