/** All that is said on the live content of a space: what is open first, of all pages or of one. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { Comment } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { pagesById } from "../../logic/pages.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { PageFilter } from "../parts/PageFilter.tsx"
import { ShowMore } from "../parts/ShowMore.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pagesQuery, spaceQuery } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/talk.css"
import { CommentForm } from "./CommentForm.tsx"
import { type CommentsOf, commentsClient } from "./commentsOf.ts"
import { spaceCommentsQuery } from "./queries.ts"
import { Thread } from "./Thread.tsx"
import { useFocusKept } from "./useFocusKept.ts"
import { useWantedComment } from "./useWantedComment.ts"

export const CommentsScreen = () => {
  const { space: id } = useParams({ from: "/s/$space" })
  const { changeRequest, isKnown } = useDraft()
  const [status, setStatus] = useState<"open" | "resolved">("open")
  const [chosen, setChosen] = useState("")
  const [isWriting, setWriting] = useState(false)
  const space = useQuery(spaceQuery(id)).data
  // where pages are for this person, who may have moved them in a draft
  const listed = useQuery({ ...pagesQuery(id, changeRequest?.id), enabled: isKnown }).data?.pages
  const known = pagesById(listed ?? [])
  // one that was deleted meanwhile is chosen no more
  const page = known.get(chosen)
  const asked = useInfiniteQuery({
    ...spaceCommentsQuery(id, status, page?.id),
    placeholderData: keepPreviousData
  })
  const comments = asked.data?.pages.flatMap(({ items }) => items)
  const list = useFocusKept()
  useWayTo(comments)
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const of: CommentsOf | undefined = space && {
    space: id,
    changeRequest: undefined,
    number: undefined,
    revision: space.revision,
    mayComment: space.permissions.comment
  }
  const post = async (markdown: string) => {
    const body = { markdown }
    await commentsClient({ space: id, changeRequest: undefined }).post(
      page === undefined ? { body } : { body, page: page.id }
    )
    setStatus("open")
    setWriting(false)
  }
  return (
    <div className="screen narrow">
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title={space === undefined ? "Comments" : `Comments · ${space.title}`}>Comments</ScreenTitle>
          <p className="lead">On the space and its pages. What is said in a change request is there.</p>
        </div>
        {of?.mayComment === true && !isWriting ? (
          <button type="button" className="button" onClick={() => setWriting(true)}>
            Comment
          </button>
        ) : null}
      </header>
      {isWriting ? (
        <CommentForm
          space={id}
          label={page === undefined ? "Comment on this space" : `Comment on ${page.title || "Untitled"}`}
          action="Send"
          isFocused
          onCancel={() => setWriting(false)}
          onSend={post}
        />
      ) : null}
      <div className="list-bar">
        {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
        <div className="toggle" role="group" aria-label="Show">
          <button type="button" aria-pressed={status === "open"} onClick={() => setStatus("open")}>
            Open
          </button>
          <button type="button" aria-pressed={status === "resolved"} onClick={() => setStatus("resolved")}>
            Resolved
          </button>
        </div>
        <PageFilter pages={listed ?? []} page={page?.id} onChange={setChosen} />
      </div>
      <section ref={list} tabIndex={-1} aria-label="Comments" aria-busy={asked.isPlaceholderData}>
        {comments === undefined || of === undefined ? (
          <Waiting />
        ) : comments.length > 0 ? (
          <ul className="threads">
            {comments.map((comment) => (
              <li key={comment.id} id={`comment-${comment.id}`}>
                <Thread
                  comment={comment}
                  of={of}
                  pages={known}
                  isWhole
                  about={
                    comment.target.page === undefined ? (
                      <p className="note">On the space</p>
                    ) : listed !== undefined && !known.has(comment.target.page.id) ? (
                      <p className="note">On a page that is not there any more</p>
                    ) : null
                  }
                />
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={status === "open" ? "Nothing waits for an answer" : "Nothing is resolved yet"}>
            <p>
              {of.mayComment
                ? "Comment on a word, a block or a whole page beside its text, or on the space here."
                : "What is said beside the text of a page comes here."}
            </p>
          </Empty>
        )}
        <ShowMore query={asked} />
      </section>
    </div>
  )
}

/** Goes to the comment that the address names, once it is there. */
const useWayTo = (comments: ReadonlyArray<Comment> | undefined): void => {
  const wanted = useWantedComment()
  const isThere = comments?.some(({ id }) => id === wanted) === true
  useEffect(() => {
    if (isThere) document.getElementById(`comment-${wanted}`)?.scrollIntoView({ block: "center" })
  }, [isThere, wanted])
}
