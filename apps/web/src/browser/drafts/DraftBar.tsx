/** The own draft of a space: what is in it, and what becomes of it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { ChangeRequest } from "../../logic/api.ts"
import { changedWords } from "../../logic/drafts.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { tell } from "../parts/status.tsx"
import { draftChangesQuery, ownDraftQuery, queryClient, spaceQuery } from "../queries.ts"
import { saveAll } from "../saving/openTexts.ts"
import "../style/draft.css"
import { useDraft } from "./Draft.tsx"

const ChangeRequestDialog = lazy(() => import("./ChangeRequestDialog.tsx"))

export const DraftBar = () => {
  const { changeRequest, number, space } = useDraft()
  const [discarded, setDiscarded] = useState<ChangeRequest>()
  // on its own screen a change request needs no way to itself
  const isOnPage = Boolean((useParams({ strict: false }) as { readonly _splat?: string })._splat)
  if (number !== undefined)
    return changeRequest === undefined || !isOnPage ? null : <RequestBar request={changeRequest} />
  if (changeRequest === undefined)
    return discarded === undefined ? null : (
      <section className="draft-bar" aria-label="Draft">
        <p>The draft was thrown away.</p>
        <div className="buttons">
          <button type="button" className="button secondary" onClick={() => void bringBack(space, discarded)}>
            Undo
          </button>
        </div>
      </section>
    )
  return <OwnDraft draft={changeRequest} onDiscarded={setDiscarded} />
}

/** A change request whose pages are looked at, with the way to what it is about. */
const RequestBar = ({ request }: { readonly request: ChangeRequest }) => (
  <section className="draft-bar" aria-label="Change request">
    <p>
      <strong>{request.subject || "Change request"}</strong>{" "}
      <span className="note">
        #{request.number} · {request.status}
      </span>
    </p>
    <div className="buttons">
      <AppLink className="button secondary" href={request.urls.app}>
        What it changes
      </AppLink>
    </div>
  </section>
)

/** What the screens of a space show is asked for anew. */
const renew = async (space: string, draft: ChangeRequest | null): Promise<void> => {
  queryClient.setQueryData(ownDraftQuery(space).queryKey, draft)
  await queryClient.invalidateQueries({ queryKey: ["space", space] })
}

const bringBack = async (spaceId: string, { id }: ChangeRequest): Promise<void> => {
  try {
    const params = { spaceId, changeRequestId: id }
    await renew(spaceId, await client.changeRequests.updateChangeRequestById({ params, payload: { status: "draft" } }))
    tell("The draft is back")
  } catch (error) {
    tell(problemOf(error, navigator.onLine).text)
  }
}

interface OwnDraftProps {
  readonly draft: ChangeRequest
  readonly onDiscarded: (draft: ChangeRequest) => void
}

const OwnDraft = ({ draft, onDiscarded }: OwnDraftProps) => {
  const { id, revision, space } = draft
  const settings = useQuery(spaceQuery(space)).data
  const changes = useQuery({ ...draftChangesQuery(space, id, revision), placeholderData: keepPreviousData }).data
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const mayPublish = settings?.editMode === "live" && settings.permissions.merge
  const params = { spaceId: space, changeRequestId: id }

  /** Does something with everything that was written in it. */
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      if (await saveAll()) await work()
      else tell("What you wrote is not saved yet. Try again when it is")
    } catch (error) {
      tell(problemOf(error, navigator.onLine).text)
    } finally {
      setBusy(false)
    }
  }
  const publish = () =>
    act(async () => {
      const { result } = await client.changeRequests.mergeChangeRequest({ params })
      await renew(space, null)
      tell(
        result === "conflicts"
          ? "Published. Where others changed the same, both versions stand in the text"
          : "Your edits were published"
      )
    })
  const update = () =>
    act(async () => {
      const { result } = await client.changeRequests.updateChangeRequest({ params })
      await renew(space, await client.changeRequests.getChangeRequestById({ params }))
      tell(
        result === "conflicts"
          ? "Your draft has what was published since. Where both changed the same, both stand in the text"
          : "Your draft has what was published since"
      )
    })
  const discard = () =>
    act(async () => {
      await client.changeRequests.updateChangeRequestById({ params, payload: { status: "archived" } })
      onDiscarded(draft)
      await renew(space, null)
    })
  const words = changes === undefined ? undefined : changedWords(changes.changes)
  return (
    <section className="draft-bar" aria-label="Draft">
      <p>
        <strong>Your draft</strong> {words === undefined ? null : <span className="note">{words}</span>}
        {draft.outdated ? <span className="note">The live content has changed since</span> : null}
      </p>
      <div className="buttons">
        {draft.outdated ? (
          <button type="button" className="button secondary" disabled={isBusy} onClick={() => void update()}>
            Update from live content
          </button>
        ) : null}
        <button type="button" className="button secondary" disabled={isBusy} onClick={() => void discard()}>
          Discard
        </button>
        <button type="button" className="button secondary" disabled={isBusy} onClick={() => setAsking(true)}>
          Make a change request
        </button>
        {mayPublish ? (
          <button type="button" className="button" disabled={isBusy} onClick={() => void publish()}>
            Publish
          </button>
        ) : null}
      </div>
      {isAsking ? (
        <Suspense fallback={null}>
          <ChangeRequestDialog
            draft={draft}
            onClose={() => setAsking(false)}
            onMade={async (made) => {
              await renew(space, null)
              tell(`Change request #${made.number} was made`)
              location.assign(made.urls.app)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
