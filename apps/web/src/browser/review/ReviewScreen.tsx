/** A change request: what it is about, what it changes, what people say about it, and what becomes of it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest, Review } from "../../logic/api.ts"
import { mayWrite } from "../../logic/drafts.ts"
import { errorToShow } from "../../logic/failures.ts"
import { firstPage, pagesById } from "../../logic/pages.ts"
import { ago } from "../../logic/words.ts"
import { commentsOfRequest } from "../comments/commentsOf.ts"
import { DocumentContext } from "../document/context.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { changeRequestQuery, pagesQuery, queryClient, spaceQuery } from "../queries.ts"
import { useEvents } from "../saving/useEvents.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { nameOf } from "../shell/Person.tsx"
import "../style/review.css"
import { Changes } from "./Changes.tsx"
import { Checks } from "./Checks.tsx"
import { Conflicts } from "./Conflicts.tsx"
import { Discussion } from "./Discussion.tsx"
import { Merging } from "./Merging.tsx"
import { Reviews } from "./Reviews.tsx"
import { Subject } from "./Subject.tsx"

export default () => {
  const { number = "", space: id = "" } = useParams({ strict: false })
  const asked = useQuery(changeRequestQuery(id, number))
  const { data: request } = asked
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  if (request === undefined)
    return (
      <div className="screen">
        <Waiting lines={6} />
      </div>
    )
  return <Shown request={request} />
}

const statuses: Readonly<Record<ChangeRequest["status"], string>> = {
  draft: "Draft",
  open: "Open",
  merged: "Merged",
  archived: "Archived"
}

const Shown = ({ request }: { readonly request: ChangeRequest }) => {
  const { createdAt, createdBy, id, number, space: spaceId, status, subject } = request
  const space = useQuery(spaceQuery(spaceId)).data
  const list = useQuery(pagesQuery(spaceId, id)).data?.pages
  const pages = useMemo(() => pagesById(list ?? []), [list])
  const anchors = useMemo(() => new Map(), [])
  const { head } = useEvents({ space: spaceId, changeRequest: id, page: undefined, isPending: false })
  // somebody edits it while it is looked at
  useEffect(() => {
    if (head !== undefined && head !== request.revision)
      void queryClient.invalidateQueries({ queryKey: ["space", spaceId, "change-request"] })
  }, [head, request.revision, spaceId])
  const [since, setSince] = useState<Review>()
  const title = subject || `Change request #${number}`
  const isOpen = status === "draft" || status === "open"
  const mayEdit = space !== undefined && mayWrite(space)
  const mayReview = space?.permissions.review === true
  const mayComment = space?.permissions.comment === true
  const talk = useMemo(() => commentsOfRequest(request, mayComment), [request, mayComment])
  return (
    <DocumentContext value={{ space: spaceId, changeRequest: id, number: String(number), pages, anchors }}>
      <div className="screen review">
        <header className="review-head">
          <ScreenTitle title={space === undefined ? title : `${title} · ${space.title}`}>{title}</ScreenTitle>
          <p className="note">
            <span className={`chip status-${status}`}>{statuses[status]}</span> #{number} of {nameOf(createdBy)} ·{" "}
            {ago(createdAt, Date.now())}
            {isOpen ? (
              <>
                {" · "}
                <AppLink href={pageAddress(spaceId, firstPage(list ?? [])?.path ?? "", String(number))}>
                  Its pages
                </AppLink>
              </>
            ) : null}
          </p>
          <Subject request={request} mayEdit={mayEdit && isOpen} />
        </header>
        <div className="review-columns">
          <div className="review-main">
            {isOpen && mayEdit && space !== undefined ? (
              <Conflicts request={request} live={space.revision} pages={pages} />
            ) : null}
            <Changes request={request} talk={talk} since={since} onAll={() => setSince(undefined)} />
            <Discussion talk={talk} pages={pages} />
          </div>
          <aside className="review-side" aria-label="Review">
            <Merging
              request={request}
              mayEdit={mayEdit}
              mayMerge={space?.permissions.merge === true}
              published={space?.urls.published}
            />
            {isOpen ? <Checks request={request} /> : null}
            {space === undefined ? null : (
              <Reviews
                request={request}
                organization={space.organization}
                mayReview={mayReview && isOpen}
                mayAsk={mayEdit && isOpen}
                since={since}
                onSince={setSince}
              />
            )}
          </aside>
        </div>
      </div>
    </DocumentContext>
  )
}
