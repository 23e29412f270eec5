/** Adds a term to the glossary, or changes what it is called in each language. */
import { useRef, useState } from "react"
import type { GlossaryEntry, GlossaryOperation } from "../../../logic/api.ts"
import { languageName, languages } from "../../../logic/languages.ts"
import { entryName, type Term, termsOf, translationsOf } from "../../../logic/translations.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice, TextLine } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface GlossaryEntryDialogProps {
  /** Id. */
  readonly organization: string
  /** Absent for a new one. */
  readonly entry?: GlossaryEntry
  readonly onClose: () => void
}

export default ({ entry, onClose, organization }: GlossaryEntryDialogProps) => {
  const [terms, setTerms] = useState<ReadonlyArray<Term>>(
    entry === undefined ? [{ language: "en", text: "" }] : termsOf(entry.translations)
  )
  const chooser = useRef<HTMLDivElement>(null)
  const translations = translationsOf(terms)
  const save = useOrganizationWork(
    organization,
    async () => {
      const operation: GlossaryOperation =
        entry === undefined ? { type: "insert", translations } : { type: "update", id: entry.id, translations }
      await client.glossary.updateGlossaryEntries({
        params: { organizationId: organization },
        payload: { operations: [operation] }
      })
      return `“${entryName({ translations })}” was saved`
    },
    onClose
  )
  const others = languages.filter(([language]) => terms.every((term) => term.language !== language))
  const put = (at: number, text: string) =>
    setTerms(terms.map((term, place) => (place === at ? { ...term, text } : term)))
  return (
    <Dialog title={entry === undefined ? "Add a term" : `Change “${entryName(entry)}”`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(save)}>
        {terms.map(({ language, text }, at) => (
          <div key={language} className="term-line">
            <TextLine
              label={languageName(language)}
              value={text}
              onChange={(typed) => put(at, typed)}
              maxLength={255}
              lang={language}
              autoFocus={at === terms.length - 1}
              autoComplete="off"
            />
            {terms.length > 1 ? (
              <button
                type="button"
                className="tool"
                aria-label={`Remove ${languageName(language)}`}
                title="Remove"
                onClick={() => {
                  setTerms(terms.filter((_, place) => place !== at))
                  // the button is gone with its line
                  chooser.current?.querySelector("select")?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            ) : null}
          </div>
        ))}
        <div ref={chooser}>
          <Choice
            label="Another language"
            of={[["", "Choose a language"], ...others]}
            value=""
            onChange={(language) => language !== "" && setTerms([...terms, { language, text: "" }])}
          />
        </div>
        <FormEnd
          action={entry === undefined ? "Add" : "Save"}
          work={save}
          isReady={Object.keys(translations).length > 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
