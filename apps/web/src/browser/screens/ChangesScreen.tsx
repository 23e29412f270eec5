/** The change requests of a space: those that are open, that wait for somebody, that are merged. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useId, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest } from "../../logic/api.ts"
import { mayWrite } from "../../logic/drafts.ts"
import { errorToShow } from "../../logic/failures.ts"
import { changeRequestLists, type RequestsWanted, wantedRequests } from "../../logic/review.ts"
import { ago, counted } from "../../logic/words.ts"
import { client } from "../client.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { go } from "../parts/navigation.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { useWork } from "../parts/useWork.ts"
import { changeRequestsQuery, membersQuery, meQuery, spaceQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"
import "../style/review.css"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const ChangesScreen = () => {
  const { space: id } = useParams({ from: "/s/$space/~/changes" })
  const space = useQuery(spaceQuery(id)).data
  const me = useQuery(meQuery).data?.id ?? ""
  const [at, setAt] = useState(0)
  const [wanted, setWanted] = useState<RequestsWanted>(everything)
  const reviewer = useReviewer(space?.organization)
  const lists = changeRequestLists(me)
  const asked = useQuery({
    ...changeRequestsQuery(id, { ...lists[at]!.filter, ...(reviewer.id && { requestedReviewer: reviewer.id }) }),
    enabled: me !== "",
    placeholderData: keepPreviousData
  })
  const { data } = asked
  const error = errorToShow(asked)
  const shown = data === undefined ? undefined : wantedRequests(data.items, wanted)
  const { act, isBusy, problem } = useWork(id)
  const make = () =>
    act(async () => {
      const made = await client.changeRequests.createChangeRequest({
        params: { spaceId: id },
        payload: { subject: "New change request" }
      })
      go(pageAddress(id, "", String(made.number)))
      return `Change request #${made.number} was made`
    })
  if (error !== null) return <ProblemScreen error={error} />
  return (
    <div className="screen narrow">
      <header className="list-head">
        <ScreenTitle title={space === undefined ? "Change requests" : `Change requests · ${space.title}`}>
          Change requests
        </ScreenTitle>
        {space !== undefined && mayWrite(space) ? (
          <button type="button" className="button" disabled={isBusy} onClick={() => void make()}>
            New change request
          </button>
        ) : null}
      </header>
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
      <div className="toggle" role="group" aria-label="Show">
        {lists.map(({ name }, index) => (
          <button key={name} type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
            {name}
          </button>
        ))}
      </div>
      {data !== undefined && (data.items.length > 1 || reviewer.name !== "") ? (
        <Filters requests={data.items} wanted={wanted} reviewer={reviewer} onChange={setWanted} />
      ) : null}
      {shown === undefined ? (
        <Waiting />
      ) : shown.length > 0 ? (
        <ul className="rows" aria-label="Change requests">
          {shown.map((request) => (
            <li key={request.id}>
              <Row request={request} />
            </li>
          ))}
        </ul>
      ) : data?.items.length === 0 && reviewer.id === undefined ? (
        <Empty title="No change request is here">
          <p>A change request collects edits until they are reviewed and merged into the live content.</p>
        </Empty>
      ) : (
        <Empty title="None of them is so">
          <button
            type="button"
            className="button secondary"
            onClick={() => {
              setWanted(everything)
              reviewer.setName("")
            }}
          >
            Show all
          </button>
        </Empty>
      )}
    </div>
  )
}

const everything: RequestsWanted = { words: "", author: "", isOutdated: false }

/** People who were asked for a review: found by name, and chosen when a name is whole. */
const useReviewer = (organization: string | undefined) => {
  const [name, setName] = useState("")
  const { data } = useQuery({
    ...membersQuery(organization ?? "", name),
    enabled: organization !== undefined,
    placeholderData: keepPreviousData
  })
  const people = data?.items.map(({ user }) => user)
  return { name, setName, people, id: people?.find((user) => nameOf(user) === name)?.id }
}

const ReviewerFilter = ({ name, people = [], setName }: ReturnType<typeof useReviewer>) => {
  const list = useId()
  return (
    <label className="filter">
      <Icon name="person" />
      <input
        type="search"
        aria-label="Reviewer"
        placeholder="Any reviewer"
        list={list}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={list}>
        {people.map((user) => (
          <option key={user.id} value={nameOf(user)} />
        ))}
      </datalist>
    </label>
  )
}

interface FiltersProps {
  readonly requests: ReadonlyArray<ChangeRequest>
  readonly wanted: RequestsWanted
  readonly reviewer: ReturnType<typeof useReviewer>
  readonly onChange: (wanted: RequestsWanted) => void
}

const Filters = ({ onChange, requests, reviewer, wanted }: FiltersProps) => {
  const authors = new Map(requests.map(({ createdBy }) => [createdBy.id, nameOf(createdBy)]))
  const set = (fields: Partial<RequestsWanted>) => onChange({ ...wanted, ...fields })
  return (
    <div className="request-filters">
      <label className="filter">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Filter change requests"
          placeholder="Filter"
          value={wanted.words}
          onChange={({ target }) => set({ words: target.value })}
        />
      </label>
      {authors.size < 2 ? null : (
        <select
          className="input"
          aria-label="Author"
          value={wanted.author}
          onChange={({ target }) => set({ author: target.value })}
        >
          <option value="">All authors</option>
          {[...authors].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {/* who may not list members finds nobody by name */}
      {reviewer.people === undefined ? null : <ReviewerFilter {...reviewer} />}
      <label className="check-line">
        <input
          type="checkbox"
          checked={wanted.isOutdated}
          onChange={({ target }) => set({ isOutdated: target.checked })}
        />{" "}
        Outdated
      </label>
    </div>
  )
}

const Row = ({ request }: { readonly request: ChangeRequest }) => {
  const { comments, createdBy, number, outdated, status, subject, updatedAt, urls } = request
  return (
    <AppLink className="row" href={urls.app}>
      <Icon name="request" />
      <span className="row-title">{subject || `Change request #${number}`}</span>
      {status === "draft" ? <span className="chip">Draft</span> : null}
      {outdated && status !== "archived" ? <span className="chip wash-orange">Outdated</span> : null}
      <span className="row-note">
        #{number} · {nameOf(createdBy)} · {ago(updatedAt, Date.now())}
        {comments > 0 ? ` · ${counted(comments, "comment")}` : ""}
      </span>
    </AppLink>
  )
}
