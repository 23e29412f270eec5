/** The change requests of a space that are not merged. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { ago, counted } from "../../logic/words.ts"
import { Icon } from "../parts/Icon.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { changeRequestsQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const ChangesScreen = () => {
  const { space: id } = useParams({ from: "/s/$space/~/changes" })
  const space = useQuery(spaceQuery(id)).data
  const { data, error } = useQuery(changeRequestsQuery(id))
  if (error !== null) return <ProblemScreen error={error} />
  return (
    <div className="screen narrow">
      <ScreenTitle title={space === undefined ? "Change requests" : `Change requests · ${space.title}`}>
        Change requests
      </ScreenTitle>
      {data === undefined ? (
        <Waiting />
      ) : data.items.length === 0 ? (
        <Empty title="No change request is open">
          <p>A change request collects edits until they are reviewed and merged into the live content.</p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Change requests">
          {data.items.map(({ comments, createdBy, id, number, outdated, status, subject, updatedAt, urls }) => (
            <li key={id}>
              <a className="row" href={urls.app}>
                <Icon name="request" />
                <span className="row-title">{subject || `Change request #${number}`}</span>
                {status === "draft" ? <span className="chip">Draft</span> : null}
                {outdated ? <span className="chip wash-orange">Outdated</span> : null}
                <span className="row-note">
                  #{number} · {createdBy.displayName || createdBy.email} · {ago(updatedAt, Date.now())}
                  {comments > 0 ? ` · ${counted(comments, "comment")}` : ""}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
