/** What is said about a page while it is written or read: in the content that is shown, and on the live page. */
import { useQueries, useQuery } from "@tanstack/react-query"
import { useCallback, useMemo, useState } from "react"
import type { Comment, RichDocument } from "../../logic/api.ts"
import { useDraft } from "../drafts/Draft.tsx"
import type { ShownBlocks } from "../editor/services.ts"
import { useFirstScreenShown } from "../parts/firstScreen.ts"
import { spaceQuery } from "../queries.ts"
import type { CommentsOf } from "./commentsOf.ts"
import { commentsQuery } from "./queries.ts"
import { useWantedComment } from "./useWantedComment.ts"

/** Comments of one place. */
export interface PlaceOfComments {
  readonly of: CommentsOf
  readonly comments: ReadonlyArray<Comment>
}

/** What is to be commented on: a block, and perhaps words in it. */
export interface CommentSubject {
  readonly element: HTMLElement
  readonly words: string
  /** Its key in the page as that stood then; none for a block that the server did not know. */
  readonly key: string | undefined
  readonly document: RichDocument
}

export interface PageComments {
  /** Id. */
  readonly page: string
  /** The content that is shown comes first, the live page last. */
  readonly places: ReadonlyArray<PlaceOfComments>
  /** Whether what is shown is the own draft, which nobody else may be looking at. */
  readonly isOwnDraft: boolean
  readonly mayComment: boolean
  /** How many are not resolved. */
  readonly count: number
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly subject: CommentSubject | undefined
  readonly setSubject: (subject: CommentSubject | undefined) => void
  /** Opens them with a new comment on what is selected. */
  readonly begin: (blocks: ShownBlocks | undefined) => void
}

const nobody: ReadonlyArray<Comment> = []

/** Milliseconds between looks at what nobody tells of. */
const pause = 10_000

/** @param page id */
export const usePageComments = (page: string): PageComments => {
  const { changeRequest, isOwn, number, space } = useDraft()
  const settings = useQuery(spaceQuery(space)).data
  const isLate = useFirstScreenShown()
  const mayComment = settings?.permissions.comment === true
  const named = useWantedComment()
  const [isOpen, setOpen] = useState(named !== undefined)
  const [subject, setSubject] = useState<CommentSubject>()
  const { id, revision } = changeRequest ?? {}
  const liveRevision = settings?.revision
  const all = useMemo((): ReadonlyArray<CommentsOf> => {
    const live =
      liveRevision === undefined
        ? []
        : [{ space, changeRequest: undefined, number: undefined, revision: liveRevision, mayComment }]
    return id === undefined || revision === undefined
      ? live
      : [{ space, changeRequest: id, number, revision, mayComment }, ...live]
  }, [space, id, number, revision, liveRevision, mayComment])
  const lists = useQueries({
    queries: all.map((of, index) => ({
      ...commentsQuery(of, page),
      enabled: isLate,
      // what happens in the content that is shown is told; of the live page behind a draft it is asked for
      refetchInterval: isOpen && index > 0 ? pause : (false as const)
    })),
    combine: (results) => results.map(({ data }) => data ?? nobody)
  })
  const places = useMemo(() => all.map((of, index) => ({ of, comments: lists[index] ?? nobody })), [all, lists])
  const begin = useCallback((blocks: ShownBlocks | undefined) => {
    const selected = blocks?.selected()
    setSubject(selected && blocks && { ...selected, key: blocks.keyOf(selected.element), document: blocks.document() })
    setOpen(true)
  }, [])
  const count = lists.flat().filter(({ status }) => status === "open").length
  return {
    page,
    places,
    isOwnDraft: isOwn && id !== undefined,
    mayComment,
    count,
    isOpen,
    setOpen,
    subject,
    setSubject,
    begin
  }
}
