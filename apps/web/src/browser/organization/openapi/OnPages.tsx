/** How a specification comes onto pages: an operation at a time, or as a space of its own. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import type { Organization } from "../../../logic/api.ts"
import { type ApiOperation, operationMarkdown, operationsWith } from "../../../logic/openapi.ts"
import { counted } from "../../../logic/words.ts"
import { copyText } from "../../parts/copy.ts"
import { FilterField } from "../../parts/FilterField.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { operationsQuery } from "./queries.ts"

const SpecSpaceDialog = lazy(() => import("./SpecSpaceDialog.tsx"))

interface OnPagesProps {
  readonly organization: Organization
  readonly slug: string
  /** Id of the latest. */
  readonly version: string
}

export const OnPages = ({ organization, slug, version }: OnPagesProps) => {
  const [isShown, setShown] = useState(false)
  const [isMaking, setMaking] = useState(false)
  return (
    <section aria-labelledby="On-pages">
      <h2 id="On-pages">On pages</h2>
      <p>
        While you write, type <kbd>/</kbd>, choose “OpenAPI operation” or “OpenAPI schemas”, and name{" "}
        <code>{slug}</code>. Pages show the latest version.
      </p>
      <p className="buttons">
        <button type="button" className="button secondary" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide its operations" : "Show its operations"}
        </button>
        {organization.permissions.createContent ? (
          <button type="button" className="button secondary" onClick={() => setMaking(true)}>
            Make a space of it
          </button>
        ) : null}
      </p>
      {isShown ? <Operations organization={organization.id} slug={slug} version={version} /> : null}
      <Suspense fallback={null}>
        {isMaking ? (
          <SpecSpaceDialog organization={organization.id} slug={slug} onClose={() => setMaking(false)} />
        ) : null}
      </Suspense>
    </section>
  )
}

interface OperationsProps {
  /** Id. */
  readonly organization: string
  readonly slug: string
  readonly version: string
}

/** So many are listed at first, and with each "Show more". */
const part = 30

const Operations = ({ organization, slug, version }: OperationsProps) => {
  const asked = useQuery(operationsQuery(organization, slug, version))
  const [words, setWords] = useState("")
  const [most, setMost] = useState(part)
  const wanted = useDeferredValue(words)
  if (asked.data === undefined) return asked.isError ? <Problem work={asked} /> : <Waiting />
  const found = operationsWith(asked.data, wanted)
  return (
    <>
      {asked.data.length > part ? (
        <FilterField
          className="spec-filter"
          label="Filter operations"
          placeholder="Filter by path or title"
          value={words}
          onChange={(typed) => {
            setWords(typed)
            setMost(part)
          }}
        />
      ) : null}
      {found.length === 0 ? (
        <p className="note">
          {asked.data.length === 0 ? "It describes no operation." : "No operation has these words."}
        </p>
      ) : (
        <ul className="rows" aria-label="Operations">
          {found.slice(0, most).map((one) => (
            <OperationRow key={`${one.method} ${one.path}`} slug={slug} operation={one} />
          ))}
        </ul>
      )}
      {found.length > most ? (
        <p className="buttons">
          <button type="button" className="button secondary" onClick={() => setMost(most + part)}>
            Show more
          </button>
          <span className="note">{counted(found.length, "operation")}</span>
        </p>
      ) : null}
    </>
  )
}

interface OperationRowProps {
  readonly slug: string
  readonly operation: ApiOperation
}

const OperationRow = ({ operation, slug }: OperationRowProps) => {
  const { method, path, title } = operation
  const name = `${method.toUpperCase()} ${path}`
  return (
    <li className="operation-row">
      <span className="operation-method">{method.toUpperCase()}</span>
      <span className="operation-words">
        <code>{path}</code>
        {title === undefined ? null : <span className="note">{title}</span>}
      </span>
      <button
        type="button"
        className="button secondary"
        aria-label={`Copy Markdown of ${name}`}
        onClick={() => void copyText(operationMarkdown(slug, operation), `The Markdown of ${name}`)}
      >
        Copy Markdown
      </button>
    </li>
  )
}
