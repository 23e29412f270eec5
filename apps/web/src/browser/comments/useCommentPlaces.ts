/** Where comments on a page's blocks stand, in the page as it is shown. */
import { useQueries } from "@tanstack/react-query"
import { useMemo } from "react"
import type { Comment, RichDocument } from "../../logic/api.ts"
import { type CommentPlaces, commentPlaces } from "../../logic/commentPlaces.ts"
import { pageInRevisionQuery } from "../queries.ts"

interface Shown {
  /** Id. */
  readonly space: string
  /** Id. */
  readonly page: string
  /** What is shown of it, at a revision. */
  readonly document: RichDocument
  readonly revision: string | undefined
}

/** @param all comments, of which those on blocks of the page have a place */
export const useCommentPlaces = (
  all: ReadonlyArray<Comment>,
  { document, page, revision: now, space }: Shown
): CommentPlaces => {
  const comments = useMemo(
    () => all.filter(({ target }) => target.page?.id === page && target.node !== undefined),
    [all, page]
  )
  const revisions = useMemo(
    () => [...new Set(comments.map(({ target }) => target.revision))].filter((one) => one !== now),
    [comments, now]
  )
  const asked = useQueries({
    queries: revisions.map((revision) => pageInRevisionQuery(space, revision, page, "document")),
    combine: (results) => results.map(({ data }) => data)
  })
  return useMemo(() => {
    const earlier = new Map(revisions.map((revision, index) => [revision, asked[index]]))
    return commentPlaces(comments, document, ({ target }) => {
      if (target.revision === now) return document
      return (earlier.get(target.revision) as { readonly document?: RichDocument } | undefined)?.document
    })
  }, [comments, revisions, asked, document, now])
}
