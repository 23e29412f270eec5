/** What stands between a change request and its merge, and the buttons that bring it there. */
import { useQuery } from "@tanstack/react-query"
import type { BrokenLink, ChangeRequest } from "../../logic/api.ts"
import { counted } from "../../logic/words.ts"
import { client } from "../client.ts"
import { brokenLinksQuery, mergeChecksQuery } from "../queries.ts"
import { useWork } from "./work.ts"

interface MergingProps {
  readonly request: ChangeRequest
  readonly mayEdit: boolean
  readonly mayMerge: boolean
}

const isOpenStatus = ({ status }: ChangeRequest): boolean => status === "draft" || status === "open"

export const Merging = ({ mayEdit, mayMerge, request }: MergingProps) => {
  const { id, outdated, revision, space, status } = request
  const isOpen = isOpenStatus(request)
  const checks = useQuery({ ...mergeChecksQuery(space, id, revision), enabled: isOpen }).data
  const links = useQuery({ ...brokenLinksQuery(space, id, revision), enabled: isOpen }).data
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
  const missing = [
    ...(checks?.rules ?? []).map(({ message }) => sentence(message)),
    ...conflictsOf(checks?.conflicts ?? [])
  ]
  const notes = [
    ...(outdated && isOpen ? ["The live content has changed since this was last brought up to date."] : []),
    ...(links !== undefined && links.count > 0
      ? [`It breaks ${counted(links.count, "link")}: ${namesOf(links.items)}.`]
      : [])
  ]
  return (
    <section className="merging" aria-label="What is missing to merge">
      <h2>{status === "merged" ? "Merged" : status === "archived" ? "Archived" : "Merge"}</h2>
      {!isOpen ? null : missing.length === 0 && checks !== undefined ? (
        <p className="note">Nothing is missing.</p>
      ) : (
        <ul className="missing">
          {missing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        {isOpen && mayMerge ? (
          <button
            type="button"
            className="button"
            disabled={isBusy || checks === undefined || (checks.rules.length > 0 && !checks.bypassed)}
            onClick={() => void merge()}
          >
            Merge
          </button>
        ) : null}
        {isOpen && outdated && mayEdit ? (
          <button type="button" className="button secondary" disabled={isBusy} onClick={() => void update()}>
            Update from live content
          </button>
        ) : null}
        {isOpen && mayEdit ? (
          <button
            type="button"
            className="button secondary"
            disabled={isBusy}
            onClick={() => void set("archived", "It is archived. Reopen brings it back")}
          >
            Archive
          </button>
        ) : null}
        {status === "archived" && mayEdit ? (
          <button
            type="button"
            className="button secondary"
            disabled={isBusy}
            onClick={() => void set("open", "It is open again")}
          >
            Reopen
          </button>
        ) : null}
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

/** Pages that the links stand on. */
const namesOf = (items: ReadonlyArray<BrokenLink>): string => {
  const names = items.flatMap(({ locationReferences }) =>
    locationReferences.flatMap((one) => ("page" in one && typeof one.page === "object" ? [one.page.title] : []))
  )
  return [...new Set(names)].slice(0, 5).join(", ") || "see its pages"
}
