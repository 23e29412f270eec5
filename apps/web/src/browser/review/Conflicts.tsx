/**
 * Where a change request and the live content do not go together: each place is settled by itself, as it is read or as its
 * source, and all of them are brought in at once. What is not settled keeps both sides.
 */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ChangeRequest, DraftConflict } from "../../logic/api.ts"
import { type Answer, answers, answersOf, matterOf, settledOf, sideWords } from "../../logic/conflicts.ts"
import type { RichBlock } from "../../logic/document.ts"
import { counted } from "../../logic/words.ts"
import { client } from "../client.ts"
import { Blocks } from "../document/Blocks.tsx"
import { conflictsQuery } from "../queries.ts"
import "../style/collisions.css"
import { useWork } from "../parts/useWork.ts"

interface ConflictsProps {
  readonly request: ChangeRequest
  /** The revision of the live content. */
  readonly live: string
  /** Pages of the draft by their ids. */
  readonly pages: ReadonlyMap<string, { readonly title: string }>
}

type Settled = ReadonlyMap<string, Answer>

export const Conflicts = ({ live, pages, request }: ConflictsProps) => {
  const { id, revision, space } = request
  const found = useQuery(conflictsQuery(space, id, `${revision} ${live}`)).data
  const { act, isBusy, problem } = useWork(space)
  const [isSource, setSource] = useState(false)
  const [settled, setSettled] = useSettled(id)
  if (found === undefined || found.count === 0) return null
  const open = found.items.filter(({ canSettle }) => canSettle)
  const done = open.filter((one) => settled.has(one.id))
  const update = () =>
    act(async () => {
      const params = { spaceId: space, changeRequestId: id }
      const payload = { settled: done.map((one) => settledOf(one.id, settled.get(one.id)!)) }
      const { result } = await client.changeRequests.updateChangeRequest({ params, payload })
      setSettled(new Map())
      return result === "conflicts" || done.length < open.length
        ? "What was settled is in its pages. The others have both sides"
        : "It is up to date, and all of it is settled"
    })
  return (
    <section className="conflicts" aria-label="Conflicts">
      <div className="changes-bar">
        <h2>{counted(found.count, "conflict")}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
        <div className="toggle" role="group" aria-label="Show conflicts as">
          {(["Page", "Source"] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={(name === "Source") === isSource}
              onClick={() => setSource(name === "Source")}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <p className="note">Two versions of the same places are here. Settle each: nothing else is touched.</p>
      {found.items.map((conflict) => (
        <Conflict
          key={conflict.id}
          conflict={conflict}
          isSource={isSource}
          answer={settled.get(conflict.id)}
          titleOf={(page) => pages.get(page)?.title}
          onSettle={(answer) => {
            const next = new Map(settled)
            if (answer === undefined) next.delete(conflict.id)
            else next.set(conflict.id, answer)
            setSettled(next)
          }}
        />
      ))}
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        <button
          type="button"
          className={done.length < open.length ? "button secondary" : "button"}
          disabled={isBusy || done.length === 0}
          onClick={() => void update()}
        >
          Update with what is settled
        </button>
        <p className="note" role="status">
          {done.length} of {open.length} settled
          {done.length > 0 && done.length < open.length ? ". The others keep both sides" : ""}
        </p>
      </div>
    </section>
  )
}

/** What was decided, kept in this window until it is brought in: a reload loses none of it. */
const useSettled = (changeRequest: string): readonly [Settled, (settled: Settled) => void] => {
  const key = `octavo-settled ${changeRequest}`
  const [settled, setSettled] = useState<Settled>(() => {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]"))
    } catch {
      return new Map()
    }
  })
  return [
    settled,
    (next) => {
      setSettled(next)
      try {
        sessionStorage.setItem(key, JSON.stringify([...next]))
      } catch {
        // there is no room, or no storage at all: it holds until the window is left
      }
    }
  ]
}

interface ConflictProps {
  readonly conflict: DraftConflict
  readonly isSource: boolean
  readonly answer: Answer | undefined
  readonly titleOf: (page: string) => string | undefined
  readonly onSettle: (answer: Answer | undefined) => void
}

const Conflict = ({ answer, conflict, isSource, onSettle, titleOf }: ConflictProps) => {
  const { id, mine, names, reason, theirs, title } = conflict
  const [chosen, setChosen] = useState<Answer>(answer ?? { kind: "mine", text: "" })
  const kinds = answersOf(conflict)
  const name = title || "Untitled"
  if (answer !== undefined)
    return (
      <article className="conflict settled" aria-label={`${name}: settled`}>
        <p>
          <strong>{name}</strong> {matterOf(conflict)} <span className="chip">{answers[answer.kind]}</span>
        </p>
        <button type="button" className="text-button" onClick={() => onSettle(undefined)}>
          Change
        </button>
      </article>
    )
  return (
    <article className="conflict" aria-label={name}>
      <p>
        <strong>{name}</strong> {matterOf(conflict)}
      </p>
      {kinds.length === 0 ? (
        <p className="note">It is kept.</p>
      ) : (
        <>
          <div className="collision-sides">
            {(["mine", "theirs"] as const).map((side) => (
              <div key={side} className="collision-side">
                <p className="collision-title">
                  {answers[side]}: {names?.[side] ?? (side === "mine" ? "this change request" : "the live content")}
                </p>
                <Side conflict={conflict} side={side} isSource={isSource} titleOf={titleOf} />
              </div>
            ))}
          </div>
          {chosen.kind === "anew" && reason === "text" ? (
            <textarea
              className="input"
              aria-label="What stands there instead"
              rows={Math.min(12, chosen.text.split("\n").length + 1)}
              value={chosen.text}
              onChange={({ target }) => setChosen({ kind: "anew", text: target.value })}
            />
          ) : null}
          <div className="conflict-answer">
            <div className="segments" role="radiogroup" aria-label={`What stays of ${name}`}>
              {kinds.map((kind) => (
                <label key={kind} className="segment">
                  <input
                    type="radio"
                    name={`conflict-${id}`}
                    checked={chosen.kind === kind}
                    onChange={() =>
                      setChosen({
                        kind,
                        text: kind === "anew" && chosen.text === "" ? `${theirs}${mine}` : chosen.text
                      })
                    }
                  />
                  <span>{answers[kind]}</span>
                </label>
              ))}
            </div>
            <button type="button" className="button secondary" onClick={() => onSettle(chosen)}>
              Settle
            </button>
          </div>
        </>
      )}
    </article>
  )
}

interface SideProps extends Pick<ConflictProps, "conflict" | "isSource" | "titleOf"> {
  readonly side: "mine" | "theirs"
}

const Side = ({ conflict, isSource, side, titleOf }: SideProps) => {
  const { documents, reason } = conflict
  const said = conflict[side]
  if (reason !== "text") return <p>{sideWords(conflict, said, titleOf)}</p>
  if (said === "") return <p className="note">Nothing: it was deleted</p>
  const document = documents?.[side]
  return isSource || document === undefined ? (
    <pre>{String(said)}</pre>
  ) : (
    <div className="body">
      <Blocks nodes={document.nodes as unknown as ReadonlyArray<RichBlock>} />
    </div>
  )
}
