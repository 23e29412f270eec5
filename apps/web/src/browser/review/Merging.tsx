/** What stands between a change request and its merge, and the buttons that bring it there. */
import { useQuery } from "@tanstack/react-query"
import { pageAddress, parsedUrl } from "../../logic/addresses.ts"
import type { ChangeRequest } from "../../logic/api.ts"
import { client } from "../client.ts"
import { go } from "../parts/navigation.ts"
import { useWork } from "../parts/useWork.ts"
import { mergeChecksQuery } from "../queries.ts"

interface MergingProps {
  readonly request: ChangeRequest
  readonly mayEdit: boolean
  readonly mayMerge: boolean
  /** Where a site shows the space, when one does. */
  readonly published: string | undefined
}

const isOpenStatus = ({ status }: ChangeRequest): boolean => status === "draft" || status === "open"

export const Merging = ({ mayEdit, mayMerge, published, request }: MergingProps) => {
  const { id, outdated, revision, space, status } = request
  const isOpen = isOpenStatus(request)
  const checks = useQuery({ ...mergeChecksQuery(space, id, revision), enabled: isOpen }).data
  const { act, isBusy, problem } = useWork(space)
  const params = { spaceId: space, changeRequestId: id }
  const set = (next: "archived" | "draft" | "open", said: string) =>
    act(async () => {
      await client.changeRequests.updateChangeRequestById({ params, payload: { status: next } })
      return said
    })
  const update = () =>
    act(async () => {
      const { result } = await client.changeRequests.updateChangeRequest({ params })
      return result === "conflicts"
        ? "It has what was published since. Where both changed the same, both stand in the text"
        : "It has what was published since"
    })
  const merge = () =>
    act(async () => {
      const { result } = await client.changeRequests.mergeChangeRequest({ params })
      return result === "conflicts"
        ? "Merged. Where others changed the same, both versions stand in the text"
        : "Merged: readers see it now"
    })
  const revert = () =>
    act(async () => {
      const made = await client.changeRequests.revertChangeRequest({ params })
      go(pageAddress(space, "", String(made.number)))
      return "This takes it back. Merge it, and readers see the content without it"
    })
  const button = (label: string, run: () => Promise<unknown>, isOff = false, more = "") => (
    <button type="button" className={`button${more}`} disabled={isBusy || isOff} onClick={() => void run()}>
      {label}
    </button>
  )
  const secondary = (label: string, run: () => Promise<unknown>) => button(label, run, false, " secondary")
  const missing = [
    ...(checks?.rules ?? []).map(({ message }) => sentence(message)),
    ...conflictsOf(checks?.conflicts ?? [])
  ]
  return (
    <section className="merging" aria-label="What is missing to merge">
      <h2>{status === "merged" ? "Merged" : status === "archived" ? "Archived" : "Merge"}</h2>
      {!isOpen ? null : missing.length === 0 && checks !== undefined ? (
        <p className="note">Nothing is missing.</p>
      ) : (
        <ul className="unmet">
          {missing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {published === undefined || status === "archived" ? null : (
        <p className="note">
          {isOpen ? "A merge shows it at " : "Readers see it at "}
          <a href={published} target="_blank" rel="noopener">
            {parsedUrl(published)?.host ?? published}
          </a>
          .
        </p>
      )}
      {outdated && isOpen ? (
        <p className="note">The live content has changed since this was last brought up to date.</p>
      ) : null}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        {isOpen && mayMerge
          ? button("Merge", merge, checks === undefined || (checks.rules.length > 0 && !checks.bypassed))
          : null}
        {isOpen && outdated && mayEdit ? secondary("Update from live content", update) : null}
        {isOpen && mayEdit
          ? secondary("Archive", () => set("archived", "It is archived. Reopen brings it back"))
          : null}
        {status === "archived" && mayEdit ? secondary("Reopen", () => set("open", "It is open again")) : null}
        {status === "merged" && mayEdit ? secondary("Revert", revert) : null}
      </div>
    </section>
  )
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

/** Both sides are kept, and want a look. */
const conflictsOf = (conflicts: ReadonlyArray<{ readonly title: string }>): ReadonlyArray<string> => {
  const titles = [...new Set(conflicts.map(({ title }) => title || "Untitled"))]
  return titles.length === 0
    ? []
    : [
        `The live content has changed the same places in ${titles.slice(0, 5).join(", ")}${titles.length > 5 ? " and more" : ""}.`
      ]
}
