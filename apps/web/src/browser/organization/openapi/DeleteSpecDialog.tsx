/** Deletes a specification, after it was said what goes with it. */
import { organizationPartAddress } from "../../../logic/addresses.ts"
import type { OpenApiSpec } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { goOn } from "../../parts/navigation.ts"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient } from "../../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { specQuery } from "./queries.ts"

interface DeleteSpecDialogProps {
  /** Id. */
  readonly organization: string
  readonly spec: OpenApiSpec
  readonly onClose: () => void
}

export default ({ onClose, organization, spec: { slug, visibility } }: DeleteSpecDialogProps) => {
  const remove = useOrganizationWork(
    organization,
    async () => {
      await client.openapi.deleteOpenAPISpecBySlug({ params: { organizationId: organization, specSlug: slug } })
      goOn(organizationPartAddress(organization, "openapi"))
      queryClient.removeQueries({ queryKey: specQuery(organization, slug).queryKey })
      return `${slug} was deleted`
    },
    onClose
  )
  return (
    <Dialog title={`Delete ${slug}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          Its text and its versions go. Pages that show an operation of it have a gap there, and pages that are made of
          it are empty, until there is a specification of this name again.
          {visibility === "public" ? " Its public address answers nothing any more." : ""}
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
