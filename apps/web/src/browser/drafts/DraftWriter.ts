/** Writes the edits of one space, one batch after the other; the first one makes the draft that they go to. */
import type { ChangeRequest, ContentChange, ContentUpdate } from "../../logic/api.ts"
import { changesTree } from "../../logic/drafts.ts"
import { client } from "../client.ts"
import { changeRequestQuery, ownDraftQuery, queryClient } from "../queries.ts"
import { within } from "../saving/textAt.ts"

export interface DraftWriter {
  readonly write: (changes: ReadonlyArray<ContentChange>) => Promise<ContentUpdate>
}

/** Milliseconds that one write may take before the next one is sent. */
const patience = 60_000

/** Does one thing at a time, in all windows of this browser that use the same name. */
const alone = <A>(name: string, act: () => Promise<A>): Promise<A> =>
  // plain http in a network has no locks
  navigator.locks === undefined ? act() : navigator.locks.request(name, act)

/** The own draft as the server has it now, else a new one. */
export const findOrMakeDraft = (spaceId: string): Promise<ChangeRequest> =>
  alone(`octavo-draft-${spaceId}`, async () => {
    const find = () => queryClient.fetchQuery({ ...ownDraftQuery(spaceId), staleTime: 0 })
    const found = await find()
    if (found !== null) return found
    const params = { spaceId }
    const made = await client.changeRequests.createChangeRequest({ params, payload: {} })
    // another browser of the same person may have made one at the same time: both go on with the newest
    const newest = (await find()) ?? made
    if (newest.id !== made.id) {
      await client.changeRequests.updateChangeRequestById({
        params: { spaceId, changeRequestId: made.id },
        payload: { status: "archived" }
      })
    }
    return newest
  })

/** @param changeRequest the one that edits go to; without it they go to the own draft of the space */
export const draftWriter = (spaceId: string, changeRequest: string | undefined): DraftWriter => {
  let before: Promise<unknown> = Promise.resolve()

  const send = async (changes: ReadonlyArray<ContentChange>): Promise<ContentUpdate> => {
    const own = changeRequest === undefined ? queryClient.getQueryData(ownDraftQuery(spaceId).queryKey) : undefined
    const id = changeRequest ?? (own ?? (await findOrMakeDraft(spaceId))).id
    const answer = await client.changeRequestContent.updateChangeRequestContent({
      params: { spaceId, changeRequestId: id },
      query: { compat: false },
      payload: { changes }
    })
    if (!("changes" in answer)) throw new TypeError("The server did not say what the changes touched")
    if (changeRequest === undefined) queryClient.setQueryData(ownDraftQuery(spaceId).queryKey, answer.changeRequest)
    queryClient.setQueryData(changeRequestQuery(spaceId, id).queryKey, answer.changeRequest)
    if (changesTree(changes)) {
      const tree = { queryKey: ["space", spaceId, "pages", id] }
      // what was asked for before the write does not answer for after it
      await queryClient.cancelQueries(tree)
      await queryClient.invalidateQueries(tree)
    }
    return answer
  }

  return {
    write: (changes) => {
      const done = before.then(() => within(patience, send(changes)))
      before = done.catch(() => undefined)
      return done
    }
  }
}
