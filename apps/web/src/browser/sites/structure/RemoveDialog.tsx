/** Takes something off a site, after it was said what goes and what stays. */
import type { SiteStructureItem } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"
import type { StructureDialogProps } from "./dialogs.ts"

interface RemoveDialogProps extends StructureDialogProps {
  readonly item: SiteStructureItem
}

/** What it comes to, in words. */
const consequence = (item: SiteStructureItem): string => {
  switch (item.object) {
    case "site-space":
      return "Its pages are read on the site no more. The space stays with all its pages, and can be put on the site again."
    case "site-section": {
      const spaces = item.siteSpaces.length === 1 ? "Its space leaves" : "Its spaces leave"
      const next = item.default ? " Readers come to the section that stands next first." : ""
      return `${spaces} the site, and stay with all their pages.${next}`
    }
    case "site-section-group":
      return "What stands in it stays, in its place."
    default:
      return "Readers are not shown it any more."
  }
}

export default ({ item, onClose, organization, site }: RemoveDialogProps) => {
  const isSpace = item.object === "site-space"
  const remove = useSiteWork(
    organization,
    site,
    async () => {
      const params = { organizationId: organization, siteId: site }
      switch (item.object) {
        case "site-space":
          await client.siteSpaces.deleteSiteSpaceById({ params: { ...params, siteSpaceId: item.id } })
          break
        case "site-section":
          await client.siteSections.deleteSiteSectionById({ params: { ...params, siteSectionId: item.id } })
          break
        case "site-section-group":
          await client.siteSectionGroups.deleteSiteSectionGroupById({
            params: { ...params, siteSectionGroupId: item.id }
          })
          break
        default:
          await client.siteExternalLinks.deleteSiteExternalLinkById({
            params: { ...params, siteExternalLinkId: item.id }
          })
      }
      return isSpace ? `“${item.title}” is no longer on the site` : `“${item.title}” was deleted`
    },
    onClose
  )
  const submit = submitOnce(remove)
  return (
    <Dialog title={isSpace ? `Take ${item.title} off the site` : `Delete ${item.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">{consequence(item)}</p>
        <FormEnd action={isSpace ? "Take off the site" : "Delete"} work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
