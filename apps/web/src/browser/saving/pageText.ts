/** The text of a page at a revision, in the form that it is edited in. */
import type { DocumentPage } from "../../logic/api.ts"
import { PageDeleted } from "../../logic/failures.ts"
import type { PageText } from "../../logic/PageSaver.ts"
import { client } from "../client.ts"

/** How a text is edited: as blocks, or as it is written. */
export type PageForm = "document" | "markdown"

export interface PageAt {
  readonly revision: string
  readonly page: DocumentPage
  readonly text: PageText
}

const empty = { object: "document", data: {}, nodes: [] } as const

/** The page as a revision has it; rejects with `PageDeleted` when it has no such page. */
export const pageAt = async (
  spaceId: string,
  revisionId: string,
  pageId: string,
  format: PageForm
): Promise<PageAt> => {
  const page = await client.spaceContent
    .getPageInRevisionById({
      params: { spaceId, revisionId, pageId },
      query: { format, metadata: false }
    })
    .catch((error: { readonly status?: number }) => {
      throw error.status === 404 ? new PageDeleted() : error
    })
  if (page.type !== "document") throw new PageDeleted()
  const text = format === "markdown" ? { markdown: page.markdown ?? "" } : { document: page.document ?? empty }
  return { revision: revisionId, page, text }
}

/** The revision that a draft is at, or the live content where there is none. */
export const revisionNow = async (spaceId: string, changeRequestId: string | undefined): Promise<string> =>
  changeRequestId === undefined
    ? (await client.spaces.getSpaceById({ params: { spaceId } })).revision
    : (await client.changeRequests.getChangeRequestById({ params: { spaceId, changeRequestId } })).revision

/** What rejects when a promise takes too long: who waits for an answer that never comes would never try again. */
export const within = <A>(milliseconds: number, promise: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer came in time")), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
