/** Texts that are written, at a revision: of a page in the form that it is edited in, or of reusable content. */
import type { ContentChange, DocumentPage } from "../../logic/api.ts"
import { PageDeleted } from "../../logic/failures.ts"
import { documentInput, type PageText, type Written } from "../../logic/PageSaver.ts"
import type { TextName } from "../../logic/troubleWords.ts"
import { client } from "../client.ts"
import { queryClient, reusableContentQuery } from "../queries.ts"

/** How a text is edited: as blocks, or as it is written. */
export type TextForm = "document" | "markdown"

/** What has a text. */
export interface Titled {
  readonly id: string
  readonly title: string
}

export interface TextAt<Subject extends Titled = DocumentPage> {
  readonly revision: string
  readonly subject: Subject
  readonly text: PageText
}

/** How texts of a kind are read and written. */
export interface TextKind<Subject extends Titled = DocumentPage> {
  readonly name: TextName
  /** What its ids begin with in the places of unsaved work. */
  readonly prefix: string
  /** As a revision has it; rejects with `PageDeleted` when it is not in that. */
  readonly at: (spaceId: string, revisionId: string, id: string, form: TextForm) => Promise<TextAt<Subject>>
  /** One change of the content, of what was written. */
  readonly change: (id: string, written: Written<PageText>) => ContentChange
}

/** A document without blocks. */
export const empty = { object: "document", data: {}, nodes: [] } as const

const deletedWhere404 = (error: { readonly status?: number }): never => {
  throw error.status === 404 ? new PageDeleted() : error
}

/** A text as a change has it, with what it was made from. */
const changed = (text: PageText, { base, settled }: Written<PageText>) => ({
  document: documentInput(text),
  revision: base,
  ...(settled === undefined ? {} : { settled })
})

export const pageText: TextKind = {
  name: "page",
  prefix: "",
  at: async (spaceId, revisionId, pageId, format) => {
    const page = await client.spaceContent
      .getPageInRevisionById({ params: { spaceId, revisionId, pageId }, query: { format, metadata: false } })
      .catch(deletedWhere404)
    if (page.type !== "document") throw new PageDeleted()
    const text = format === "markdown" ? { markdown: page.markdown ?? "" } : { document: page.document ?? empty }
    return { revision: revisionId, subject: page, text }
  },
  change: (page, written) => ({
    operation: "update_page",
    page,
    ...written.fields,
    ...(written.text === undefined ? {} : changed(written.text, written))
  })
}

/** Reusable content, which is edited as blocks alone. */
export const reusableText: TextKind<Titled> = {
  name: "reusable content",
  prefix: "reusable-content:",
  at: async (spaceId, revisionId, reusableContentId) => {
    const { document, title } = await queryClient
      .fetchQuery(reusableContentQuery(spaceId, revisionId, reusableContentId))
      .catch(deletedWhere404)
    return { revision: revisionId, subject: { id: reusableContentId, title }, text: { document } }
  },
  change: (reusableContent, written) => {
    if (written.text === undefined) throw new TypeError("Reusable content has no fields that are written")
    return { operation: "update_reusable_content", reusableContent, ...changed(written.text, written) }
  }
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
