/** Changes how a space is translated, from the next run on. */
import { useState } from "react"
import type { RichDocument } from "../../../logic/api.ts"
import { paragraphsOf, wordsOf } from "../../../logic/document.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { HowFields } from "./HowFields.tsx"
import type { TranslationDialogProps } from "./TranslationRows.tsx"

export default ({ name, onClose, organization, translation }: TranslationDialogProps) => {
  const before = wordsOf({ document: translation.instructions as unknown as RichDocument })
  const [instructions, setInstructions] = useState(before)
  const [translateSlugs, setTranslateSlugs] = useState(translation.translateSlugs)
  const save = useOrganizationWork(
    organization,
    async () => {
      await client.translations.updateTranslation({
        params: { organizationId: organization, translationId: translation.id },
        payload: {
          translateSlugs,
          // what was not touched stays as it is, whatever else it holds
          ...(instructions === before ? {} : { instructions: paragraphsOf(instructions) })
        }
      })
      return `The next run of ${name} goes by it`
    },
    onClose
  )
  const { at, rest } = problemsAt(save, ["instructions"])
  const isSame = instructions === before && translateSlugs === translation.translateSlugs
  return (
    <Dialog title={`How ${name} is translated`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(save)}>
        <HowFields
          instructions={instructions}
          onInstructions={setInstructions}
          problem={at["instructions"]}
          translateSlugs={translateSlugs}
          onTranslateSlugs={setTranslateSlugs}
        />
        <FormEnd action="Save" work={rest} isReady={!isSame} onClose={onClose} />
      </form>
    </Dialog>
  )
}
