/** What is asked for of comments, with the names under which answers are kept. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { all, client, pageAt } from "../client.ts"
import type { CommentsOf } from "./commentsOf.ts"

type Place = Pick<CommentsOf, "space" | "changeRequest">

/** Comments, the first first. @param page id of the one that they are on; those of all pages and of none without it */
export const commentsQuery = ({ changeRequest, space }: Place, page?: string) =>
  queryOptions({
    queryKey: ["space", space, "comments", changeRequest, page],
    queryFn: () =>
      all((part) => {
        const whole = { ...part, format: "document", order: "asc", status: "all" } as const
        const query = page === undefined ? whole : { ...whole, targetPage: page }
        return changeRequest === undefined
          ? client.spaceComments.listCommentsInSpace({ params: { spaceId: space }, query })
          : client.changeRequestComments.listCommentsInChangeRequest({
              params: { spaceId: space, changeRequestId: changeRequest },
              query
            })
      })
  })

/** Comments on the live content of a space, the newest first, a part at a time. @param page id of the one that they are on */
export const spaceCommentsQuery = (space: string, status: "open" | "resolved", page: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["space", space, "comments", "room", status, page],
    queryFn: ({ pageParam }) =>
      client.spaceComments.listCommentsInSpace({
        params: { spaceId: space },
        query: {
          format: "document",
          limit: 30,
          status,
          ...(page !== undefined && { targetPage: page }),
          ...pageAt(pageParam)
        }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** A comment on the live content, by its id. */
export const liveCommentQuery = (space: string, commentId: string) =>
  queryOptions({
    queryKey: ["space", space, "comments", "one", commentId],
    queryFn: () => client.spaceComments.getCommentInSpace({ params: { spaceId: space, commentId }, query: {} })
  })

/** Answers to a comment. @param count that the comment says it has */
export const repliesQuery = ({ changeRequest, space }: Place, commentId: string, count: number) =>
  queryOptions({
    queryKey: ["space", space, "replies", changeRequest, commentId, count],
    queryFn: () =>
      all((part) => {
        const query = { ...part, format: "document" } as const
        return changeRequest === undefined
          ? client.spaceComments.listCommentRepliesInSpace({ params: { spaceId: space, commentId }, query })
          : client.changeRequestComments.listCommentRepliesInChangeRequest({
              params: { spaceId: space, changeRequestId: changeRequest, commentId },
              query
            })
      })
  })
