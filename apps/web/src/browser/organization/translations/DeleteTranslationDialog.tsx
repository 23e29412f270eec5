/** Deletes a translation, after it was said that its space stays. */
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { TranslationDialogProps } from "./TranslationRows.tsx"

export default ({ name, onClose, organization, translation }: TranslationDialogProps) => {
  const remove = useOrganizationWork(
    organization,
    async () => {
      await client.translations.deleteTranslation({
        params: { organizationId: organization, translationId: translation.id }
      })
      return `${name} is no longer kept up to date`
    },
    onClose
  )
  return (
    <Dialog title={`Delete the translation ${name}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          {translation.result === undefined
            ? "It has made no space yet. Its runs and instructions go."
            : "Its space stays, as a space like any other, and follows the source no more. Its runs and instructions go."}
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
