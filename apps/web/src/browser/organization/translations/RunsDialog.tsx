/** Runs of a translation, with what each did, and the texts that stayed in their language. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Button } from "react-aria-components/Button"
import type { TranslationRun } from "../../../logic/api.ts"
import { isRunOpen, runResult, runState } from "../../../logic/translations.ts"
import { ago, counted } from "../../../logic/words.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { translationRunsQuery } from "./queries.ts"
import type { TranslationDialogProps } from "./TranslationRows.tsx"

export default ({ name, onClose, organization, translation }: TranslationDialogProps) => {
  const asked = useInfiniteQuery(translationRunsQuery(organization, translation.id))
  const runs = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <Dialog title={`Runs of ${name}`} kind="form" onClose={onClose}>
      <div className="form">
        <Problem work={asked} />
        {runs === undefined ? (
          asked.isError ? null : (
            <Waiting lines={2} />
          )
        ) : runs.length === 0 ? (
          <p className="field-note">It was not run yet.</p>
        ) : (
          <ul className="rows" aria-label="Runs">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
        <ShowMore query={asked} />
        <div className="form-foot">
          <Button className="button" onPress={onClose} autoFocus>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const RunRow = ({ run }: { readonly run: TranslationRun }) => {
  const { createdAt, error, finishedAt, problemCount, problems } = run
  const isOpen = isRunOpen(run)
  return (
    <li className="translation-run" aria-busy={isOpen}>
      <p className="translation-head">
        <strong>{runState(run)}</strong>
        <span className="note">{ago(finishedAt ?? createdAt, Date.now())}</span>
      </p>
      {error === undefined ? null : <p className="field-error">{error.message}</p>}
      {isOpen || error !== undefined ? null : <p>{runResult(run)}</p>}
      {problemCount === 0 ? null : (
        <details>
          <summary>{counted(problemCount, "text")} stayed in their language</summary>
          <ul className="translation-problems">
            {problems.map(({ message, text }, at) => (
              <li key={`${at} ${text}`}>
                “{text}” <span className="note">{message}</span>
              </li>
            ))}
            {problemCount > problems.length ? <li>And {problemCount - problems.length} more.</li> : null}
          </ul>
        </details>
      )}
    </li>
  )
}
