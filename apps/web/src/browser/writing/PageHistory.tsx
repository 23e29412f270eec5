/** The revisions of the live content that did something to a page, and the way back to each. */
import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { PageRevision } from "../../logic/api.ts"
import { madeBy, whatChanged, whyOf } from "../../logic/pageHistory.ts"
import { problemOf } from "../../logic/problems.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Empty, Waiting } from "../parts/screen.tsx"
import { pageHistoryQuery, revisionChangesQuery } from "../queries.ts"
import { PageBlame } from "./PageBlame.tsx"

interface PageHistoryProps {
  readonly space: string
  readonly page: string
  /** Brings the page back as it was in a revision, in the draft. */
  readonly onRestore: (revision: PageRevision) => Promise<void>
  readonly onClose: () => void
}

/** Revisions whose changes are asked for; older ones say less. */
const detailed = 20

export default ({ onClose, onRestore, page, space }: PageHistoryProps) => {
  const { data, error } = useQuery(pageHistoryQuery(space, page))
  const changes = useQueries({
    queries: (data?.items ?? []).slice(0, detailed).map(({ id }) => revisionChangesQuery(space, id))
  })
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const [isByBlock, setByBlock] = useState(false)
  const restore = async (revision: PageRevision) => {
    setBusy(true)
    try {
      await onRestore(revision)
      onClose()
    } catch (cause) {
      setFailed(cause)
    } finally {
      setBusy(false)
    }
  }
  const problem = error ?? failed
  const hasVersions = data !== undefined && data.items.length > 0
  return (
    <Dialog title="History of this page" kind="form" onClose={onClose}>
      {problem === undefined || problem === null ? null : (
        <p className="form field-error" role="alert">
          {problemOf(problem, navigator.onLine).text}
        </p>
      )}
      {hasVersions ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset
        <div className="toggle history-toggle" role="group" aria-label="Show">
          {[false, true].map((one) => (
            <button key={String(one)} type="button" aria-pressed={isByBlock === one} onClick={() => setByBlock(one)}>
              {one ? "Who wrote what" : "Versions"}
            </button>
          ))}
        </div>
      ) : null}
      {hasVersions && isByBlock ? (
        <PageBlame space={space} page={page} />
      ) : data === undefined ? (
        <div className="form">
          <Waiting />
        </div>
      ) : data.items.length === 0 ? (
        <div className="form">
          <Empty title="This page was not published yet">
            <p>Each time that it is, its version stands here.</p>
          </Empty>
        </div>
      ) : (
        <ul className="revisions" aria-label="Revisions">
          {data.items.map((revision, index) => (
            <li key={revision.id} className="revision">
              <div className="revision-what">
                {whatChanged(revision, page, changes[index]?.data?.changes)}
                <small>{[whyOf(revision), madeBy(revision)].filter(Boolean).join(" · ")}</small>
              </div>
              {revision.change === "deleted" ? null : (
                <button
                  type="button"
                  className="button secondary"
                  disabled={isBusy}
                  onClick={() => void restore(revision)}
                >
                  Restore this version
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
