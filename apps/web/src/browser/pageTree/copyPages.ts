/** Copies a page with all that is below it: texts are read as Markdown, with links by what they lead to, and inserted. */
import type { ContentUpdate } from "../../logic/api.ts"
import { type CopiedPage, copyPlan, copyRef } from "../../logic/pageCopy.ts"
import type { TreePages } from "../../logic/pageTree.ts"
import { createdId } from "../../logic/treeEdits.ts"
import { client } from "../client.ts"
import type { Draft } from "../drafts/Draft.tsx"
import { ownDraftQuery, queryClient } from "../queries.ts"

export interface Copied {
  /** Id of the copy. */
  readonly copy: string
  readonly update: ContentUpdate
}

/** How many pages are read at a time. */
const atATime = 6

const readPage = async (draft: Draft, pageId: string): Promise<CopiedPage | undefined> => {
  // an edit just before may have made the draft
  const made = draft.isOwn ? queryClient.getQueryData(ownDraftQuery(draft.space).queryKey) : undefined
  const changeRequest = draft.changeRequest ?? made
  const query = { format: "markdown", "format.markdown.refs": "stable", metadata: false } as const
  const params = { spaceId: draft.space, pageId }
  const page =
    changeRequest == null
      ? await client.spaceContent.getPageById({ params, query })
      : await client.changeRequestContent.getPageInChangeRequestById({
          params: { ...params, changeRequestId: changeRequest.id },
          query
        })
  return page.type === "computed" ? undefined : page
}

const readPages = async (draft: Draft, ids: ReadonlyArray<string>): Promise<ReadonlyArray<CopiedPage>> => {
  const read: Array<CopiedPage> = []
  for (let at = 0; at < ids.length; at += atATime) {
    const part = await Promise.all(ids.slice(at, at + atATime).map((id) => readPage(draft, id)))
    for (const page of part) if (page !== undefined) read.push(page)
  }
  return read
}

/**
 * Copies a page to after itself. A batch is all or none; of a page with more below it than a batch holds, those of the
 * first batches stay when a later one is refused.
 * @param tell told how many pages are copied
 */
export const copyPages = async (
  draft: Draft,
  pages: TreePages,
  id: string,
  tell: (done: number, all: number) => void
): Promise<Copied> => {
  const plan = copyPlan(pages, id)
  const all = plan?.parts.flat().length ?? 0
  const copies = new Map<string, string>()
  let update: ContentUpdate | undefined
  for (const part of plan?.parts ?? []) {
    const changes = plan!.changes(await readPages(draft, part), copies)
    if (changes.length === 0) continue
    update = await draft.write(changes)
    for (const one of part) {
      const made = createdId(update, copyRef(one))
      if (made !== undefined) copies.set(one, made)
    }
    tell(copies.size, all)
  }
  const copy = copies.get(id)
  if (update === undefined || copy === undefined) throw new Error("The page is not there")
  return { copy, update }
}
