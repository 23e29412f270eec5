/** Deletes a font, after it was said which sites are drawn with it. */
import { useQuery } from "@tanstack/react-query"
import type { CustomFont } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { counted } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { fontUsesQuery } from "./queries.ts"

interface DeleteFontDialogProps {
  /** Id. */
  readonly organization: string
  readonly font: CustomFont
  readonly onClose: () => void
}

export default ({ font: { fontFamily, id }, onClose, organization }: DeleteFontDialogProps) => {
  const uses = useQuery(fontUsesQuery(organization, id))
  const remove = useOrganizationWork(
    organization,
    async () => {
      await client.customFonts.deleteCustomFont({ params: { organizationId: organization, fontId: id } })
      return `The font “${fontFamily}” was deleted`
    },
    onClose
  )
  return (
    <Dialog title={`Delete ${fontFamily}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        {uses.data === undefined ? (
          uses.isError ? (
            <p className="field-error" role="alert">
              {problemOf(uses.error, navigator.onLine).text}
            </p>
          ) : (
            <Waiting lines={1} />
          )
        ) : uses.data.titles.length === 0 ? (
          <p className="field-note">
            {uses.data.unseen === 0 ? "No site is drawn with it." : "No site that was looked at is drawn with it."}
          </p>
        ) : (
          <>
            <p className="field-note">These sites are drawn with their default font then:</p>
            <ul className="rows" aria-label="Sites">
              {uses.data.titles.map((title, at) => (
                <li key={`${at} ${title}`} className="row">
                  {title}
                </li>
              ))}
            </ul>
          </>
        )}
        {(uses.data?.unseen ?? 0) > 0 ? (
          <p className="field-note">{counted(uses.data?.unseen ?? 0, "more site")} may be, too.</p>
        ) : null}
        <p className="field-note">Its files go, and can't be brought back.</p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
