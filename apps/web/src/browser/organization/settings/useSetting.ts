/** A setting of an organization that is saved by a form of its own. */
import type { Organization } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

type OrganizationPatch = NonNullable<Parameters<typeof client.organizations.updateOrganizationById>[0]["payload"]>

export interface SettingProps {
  readonly organization: Organization
}

/** @param said what the status region says when it is saved */
export const useSetting = (
  { id }: Organization,
  patch: () => OrganizationPatch,
  said: (saved: Organization) => string,
  onDone?: () => void
) => {
  const save = useOrganizationWork(
    id,
    async () =>
      said(await client.organizations.updateOrganizationById({ params: { organizationId: id }, payload: patch() })),
    onDone
  )
  return { save, submit: submitOnce(save) }
}
