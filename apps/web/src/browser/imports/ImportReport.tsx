/** What an import made, and what it left out. */
import { useQuery } from "@tanstack/react-query"
import type { ImportRun } from "../../logic/api.ts"
import { runWords } from "../../logic/importing.ts"
import { findPage } from "../../logic/pageTree.ts"
import { counted } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { pagesQuery } from "../queries.ts"

interface ImportReportProps {
  readonly run: ImportRun
  readonly space: string
  readonly pathAddress: (path: string) => string
}

/** Most pages and remarks that are listed. */
const shown = 200

export const ImportReport = ({ pathAddress, run, space }: ImportReportProps) => {
  const pages = useQuery(pagesQuery(space, run.target.changeRequest)).data?.pages
  const made = run.pages.flatMap(({ id }) => (pages && findPage(pages, id)?.page) ?? [])
  const warnings = run.warnings ?? []
  const first = made.find(({ path }) => path !== undefined)
  return (
    <section className="report" aria-label="Report">
      <h2>{run.status === "completed" ? "Imported" : "Not imported"}</h2>
      <p>{runWords(run)}.</p>
      {first?.path === undefined ? null : (
        <p>
          <AppLink className="button" href={pathAddress(first.path)}>
            Open {first.title || "Untitled"}
          </AppLink>
        </p>
      )}
      {made.length === 0 ? null : (
        <details>
          <summary>{counted(made.length, "page")}</summary>
          <ul className="report-list">
            {made.slice(0, shown).map(({ id, path, title }) => (
              <li key={id}>
                {path === undefined ? title : <AppLink href={pathAddress(path)}>{title || "Untitled"}</AppLink>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {warnings.length === 0 ? (
        run.status === "completed" ? (
          <p className="note">Nothing was left out.</p>
        ) : null
      ) : (
        <>
          <h3>Left out, or not as it might be</h3>
          <ul className="report-list">
            {warnings.slice(0, shown).map(({ message, path }, at) => (
              // one file may be remarked upon twice in the same words
              <li key={at}>
                {path === "" ? null : <code>{path}</code>} {message}
              </li>
            ))}
            {warnings.length > shown ? <li>And {warnings.length - shown} more.</li> : null}
          </ul>
        </>
      )}
    </section>
  )
}
