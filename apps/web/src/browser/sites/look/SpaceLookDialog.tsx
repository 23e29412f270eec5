/** What readers find on the pages of one space of a site, where that is to be otherwise than on the site. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { SiteLook, SiteSpace } from "../../../logic/api.ts"
import { isOn, overrideOf, type Switch, switches, turned } from "../../../logic/siteLook.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check } from "../../parts/fields.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { siteSpaceLookQuery } from "../queries.ts"
import { useSiteWork } from "../useSiteWork.ts"

interface SpaceLookDialogProps {
  readonly organization: string
  readonly site: string
  readonly look: SiteLook
  readonly siteSpace: SiteSpace
  readonly onClose: () => void
}

export default (props: SpaceLookDialogProps) => {
  const { onClose, organization, site, siteSpace } = props
  const asked = useQuery(siteSpaceLookQuery(organization, site, siteSpace.id))
  return (
    <Dialog title={`Pages of ${siteSpace.title}`} kind="form" onClose={onClose}>
      {asked.data === undefined ? (
        <div className="form">
          {asked.isError ? (
            <p className="field-error" role="alert">
              It cannot be read how they look.
            </p>
          ) : (
            <Waiting />
          )}
        </div>
      ) : (
        <Form {...props} before={asked.data} />
      )}
    </Dialog>
  )
}

type SpaceLook = SiteLook & { readonly hasOverrides: boolean }

const Form = ({
  before,
  look,
  onClose,
  organization,
  site,
  siteSpace
}: SpaceLookDialogProps & { readonly before: SpaceLook }) => {
  const [own, setOwn] = useState<Parameters<typeof isOn>[0]>(before)
  const params = { organizationId: organization, siteId: site, siteSpaceId: siteSpace.id }
  const save = useSiteWork(
    organization,
    site,
    async () => {
      const payload = overrideOf(look, own)
      await client.siteCustomization.overrideSiteSpaceCustomizationById({ params, payload })
      return `The pages of “${siteSpace.title}” were set up`
    },
    onClose
  )
  const reset = useSiteWork(
    organization,
    site,
    async () => {
      await client.siteCustomization.deleteSiteSpaceCustomizationById({ params })
      return `The pages of “${siteSpace.title}” are as on the site`
    },
    onClose
  )
  const submit = submitOnce(save)
  return (
    <form className="form" onSubmit={submit}>
      {Object.entries(switches).map(([name, [label]]) => {
        const is = name as Switch
        return (
          <Check
            key={name}
            isSelected={isOn(own, is)}
            onChange={(on) => setOwn(turned(own, is, on, look.pageActions.items))}
            note={isOn(own, is) === isOn(look, is) ? "As on the site" : "Otherwise than on the site"}
          >
            {label}
          </Check>
        )
      })}
      {before.hasOverrides ? (
        <p className="buttons">
          <button type="button" className="button secondary" disabled={reset.isPending} onClick={() => reset.mutate()}>
            Let all of it be as on the site
          </button>
        </p>
      ) : null}
      <FormEnd action="Save" work={save.isError ? save : reset} onClose={onClose} />
    </form>
  )
}
