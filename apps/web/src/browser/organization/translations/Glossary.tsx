/** Words that are always called the same: found, added, changed and deleted. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import type { GlossaryEntry, Organization } from "../../../logic/api.ts"
import { languageName } from "../../../logic/languages.ts"
import { entriesWith, entryName, termsOf } from "../../../logic/translations.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { FilterField } from "../../parts/FilterField.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { glossaryQuery } from "./queries.ts"

const GlossaryEntryDialog = lazy(() => import("./GlossaryEntryDialog.tsx"))

/** So many are listed at first, and with each "Show more". */
const part = 50
/** As many are seen at a glance. */
const many = 8

export const Glossary = ({ organization }: { readonly organization: Organization }) => {
  const asked = useQuery(glossaryQuery(organization.id))
  const [words, setWords] = useState("")
  const [most, setMost] = useState(part)
  const [opened, setOpened] = useState<GlossaryEntry | "new">()
  const wanted = useDeferredValue(words)
  const mayEdit = organization.permissions.createContent
  const all = asked.data
  const found = all === undefined ? undefined : entriesWith(all, wanted)
  const params = { organizationId: organization.id }
  const bringBack = useOrganizationWork(organization.id, async (entry: GlossaryEntry) => {
    await client.glossary.updateGlossaryEntries({
      params,
      payload: { operations: [{ type: "insert", translations: entry.translations }] }
    })
    return `“${entryName(entry)}” is in the glossary again`
  })
  const remove = useOrganizationWork(organization.id, async (entry: GlossaryEntry) => {
    await client.glossary.updateGlossaryEntries({
      params,
      payload: { operations: [{ type: "delete", id: entry.id }] }
    })
    return `“${entryName(entry)}” was deleted`
  })
  const takeOut = (entry: GlossaryEntry) =>
    remove.mutate(entry, {
      onSuccess: (said) => tell(said, { label: "Undo", run: () => bringBack.mutate(entry) })
    })
  return (
    <section aria-labelledby="Glossary">
      <div className="list-head">
        <h2 id="Glossary">Glossary</h2>
        {mayEdit ? (
          <button type="button" className="button secondary" onClick={() => setOpened("new")}>
            Add a term
          </button>
        ) : null}
      </div>
      <p className="note">
        Words that are always called the same. The next run of a translation keeps to those that have both of its
        languages; search finds pages by any of them.
      </p>
      {words !== "" || (all?.length ?? 0) > many ? (
        <FilterField
          className="glossary-filter"
          label="Filter terms"
          placeholder="Filter by a term or a language"
          maxLength={255}
          value={words}
          onChange={(typed) => {
            setWords(typed)
            setMost(part)
          }}
        />
      ) : null}
      <Problem work={[remove, bringBack, asked].find(({ isError }) => isError) ?? remove} />
      {found === undefined ? (
        asked.isError ? null : (
          <Waiting lines={2} />
        )
      ) : found.length > 0 ? (
        <ul className="rows" aria-labelledby="Glossary">
          {found.slice(0, most).map((entry) => (
            <GlossaryRow
              key={entry.id}
              entry={entry}
              {...(mayEdit && { onEdit: () => setOpened(entry), onDelete: () => takeOut(entry) })}
            />
          ))}
        </ul>
      ) : all?.length === 0 ? (
        <Empty title="There are no terms yet">
          <p>
            {mayEdit
              ? "Add the names of your product, and of what it has, in the languages that you translate into."
              : "Whoever may make spaces here adds them."}
          </p>
        </Empty>
      ) : (
        <Empty title={`No term has “${wanted.trim()}”`} />
      )}
      {found !== undefined && found.length > most ? (
        <p className="buttons">
          <button type="button" className="button secondary" onClick={() => setMost(most + part)}>
            Show more
          </button>
          <span className="note">{counted(found.length, "term")}</span>
        </p>
      ) : null}
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <GlossaryEntryDialog
            organization={organization.id}
            {...(opened !== "new" && { entry: opened })}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

interface GlossaryRowProps {
  readonly entry: GlossaryEntry
  /** Absent for who may not. */
  readonly onEdit?: () => void
  readonly onDelete?: () => void
}

const GlossaryRow = ({ entry, onDelete, onEdit }: GlossaryRowProps) => {
  const name = entryName(entry)
  return (
    <li className="glossary-row">
      <dl className="terms">
        {termsOf(entry.translations).map(({ language, text }) => (
          <div key={language}>
            <dt>{languageName(language)}</dt>
            <dd lang={language}>{text}</dd>
          </div>
        ))}
      </dl>
      {onEdit === undefined ? null : (
        <button type="button" className="button secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </button>
      )}
      {onDelete === undefined ? null : (
        <button type="button" className="tool" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}
