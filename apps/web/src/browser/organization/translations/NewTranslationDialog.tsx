/** Makes a translation of a space, and runs it for the first time. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Language } from "../../../logic/api.ts"
import { paragraphsOf } from "../../../logic/document.ts"
import { languageName, languages } from "../../../logic/languages.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { spacesQuery } from "../../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { HowFields } from "./HowFields.tsx"

interface NewTranslationDialogProps {
  /** Id. */
  readonly organization: string
  readonly onClose: () => void
}

export default ({ onClose, organization }: NewTranslationDialogProps) => {
  // having a space translated makes another beside it, which takes the same role as bringing it to Git
  const spaces = (useQuery(spacesQuery(organization)).data ?? []).filter(
    ({ permissions }) => permissions.triggerGitSync
  )
  const [space, setSpace] = useState("")
  const source = spaces.find(({ id }) => id === space)
  const [written, setWritten] = useState<Language>()
  const from = written ?? source?.language ?? "en"
  const [to, setTo] = useState<Language | "">("")
  const [instructions, setInstructions] = useState("")
  const [translateSlugs, setTranslateSlugs] = useState(false)
  const make = useOrganizationWork(
    organization,
    async () => {
      const params = { organizationId: organization }
      const made = await client.translations.createTranslation({
        params,
        payload: {
          source: { space, language: from },
          // there is no sending without one
          language: to as Language,
          translateSlugs,
          ...(instructions.trim() === "" ? {} : { instructions: paragraphsOf(instructions) })
        }
      })
      await client.translations.runTranslation({ params: { ...params, translationId: made.id } })
      return `${source?.title ?? "The space"} is being translated into ${languageName(made.language)}`
    },
    onClose
  )
  /** What was said of the fields holds until one is another. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      if (make.isError) make.reset()
    }
  const { at, rest } = problemsAt(make, ["source.space", "source.language", "language", "instructions"])
  return (
    <Dialog title="New translation" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(make)}>
        <Choice
          label="Space"
          of={[["", "Choose a space"], ...spaces.map(({ id, title }) => [id, title] as const)]}
          value={space}
          onChange={changed(setSpace)}
          problem={at["source.space"]}
          note="Its translation becomes a space beside it, which whoever sees the source sees."
        />
        <div className="language-pair">
          <Choice
            label="Written in"
            of={languages}
            value={from}
            onChange={changed(setWritten)}
            problem={at["source.language"]}
          />
          <Choice<Language | "">
            label="Translate into"
            of={[["", "Choose a language"], ...languages]}
            value={to}
            onChange={changed(setTo)}
            problem={at["language"]}
          />
        </div>
        <HowFields
          instructions={instructions}
          onInstructions={setInstructions}
          problem={at["instructions"]}
          translateSlugs={translateSlugs}
          onTranslateSlugs={setTranslateSlugs}
        />
        <FormEnd action="Translate" work={rest} isReady={source !== undefined && to !== ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}
