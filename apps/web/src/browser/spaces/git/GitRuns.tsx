/** Imports from Git and exports to it, with what came of each. */
import type { ComponentProps } from "react"
import { roomAddress } from "../../../logic/addresses.ts"
import type { GitOperation } from "../../../logic/api.ts"
import { isUnderWay, placeWords, resultWords, stateWords } from "../../../logic/gitRuns.ts"
import { ago, counted } from "../../../logic/words.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"

interface GitRunsProps {
  readonly space: string
  readonly operations: ReadonlyArray<GitOperation>
  /** What older ones are asked of. */
  readonly query: ComponentProps<typeof ShowMore>["query"]
}

/** Most warnings that are listed. */
const mostWarnings = 200

export const GitRuns = ({ operations, query, space }: GitRunsProps) => (
  <section aria-labelledby="Runs">
    <h2 id="Runs">Imports and exports</h2>
    <ul className="rows" aria-labelledby="Runs">
      {operations.map((one) => (
        <li key={one.id} className="git-run" aria-busy={isUnderWay(one)}>
          <p className="git-run-head">
            <strong className={one.state === "failed" ? "failed" : undefined}>{stateWords(one)}</strong>
            <span>
              {one.kind === "import" ? "from" : "to"} {placeWords(one)}
            </span>
            <span className="row-note">
              {one.commit === undefined ? null : <code>{one.commit.slice(0, 7)}</code>}{" "}
              {ago(one.finishedAt ?? one.startedAt ?? one.createdAt, Date.now())}
            </span>
          </p>
          {isUnderWay(one) ? (
            <progress
              className="git-progress"
              aria-label={stateWords(one)}
              {...(one.progress?.fraction !== undefined && { value: one.progress.fraction })}
            />
          ) : null}
          <Outcome space={space} operation={one} />
        </li>
      ))}
    </ul>
    <ShowMore query={query} />
  </section>
)

const Outcome = ({ operation, space }: { readonly operation: GitOperation; readonly space: string }) => {
  const { changeRequest, counts, error } = operation
  const result = resultWords(operation)
  const warnings = counts?.warnings ?? []
  return (
    <>
      {error === undefined ? null : <p className="field-error">{error.message}</p>}
      {result === undefined ? null : <p>{result}</p>}
      {changeRequest === undefined ? null : (
        <p>
          <AppLink href={roomAddress(space, `changes/${changeRequest}`)}>The change request with Git's version</AppLink>
        </p>
      )}
      {warnings.length === 0 ? null : (
        <details>
          <summary>{counted(warnings.length, "thing")} to know</summary>
          <ul className="report-list">
            {warnings.slice(0, mostWarnings).map(({ message, path }) => (
              <li key={`${path} ${message}`}>
                {path === "" ? null : <code>{path}</code>} {message}
              </li>
            ))}
            {warnings.length > mostWarnings ? <li>And {warnings.length - mostWarnings} more.</li> : null}
          </ul>
        </details>
      )}
    </>
  )
}
