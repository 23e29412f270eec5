/** Adds a link among the sections of a site that leads elsewhere, or changes one. */
import { useState } from "react"
import type { SiteExternalLink } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, TextLine } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"
import { type StructureDialogProps, titleLength } from "./dialogs.ts"
import { GroupChoice } from "./GroupChoice.tsx"
import { IconLine } from "./IconLine.tsx"

interface LinkDialogProps extends StructureDialogProps {
  readonly link: SiteExternalLink | undefined
}

export default ({ link, onClose, organization, site, structure }: LinkDialogProps) => {
  const [title, setTitle] = useState(link?.title ?? "")
  const [url, setUrl] = useState(link?.url ?? "")
  const [icon, setIcon] = useState(link?.icon ?? "")
  const [parent, setParent] = useState(link?.sectionGroup ?? "")
  const [isDraft, setDraft] = useState(link?.draft ?? false)
  const isFirst = link === undefined && structure.type === "siteSpaces" && structure.structure.length > 0

  const work = useSiteWork(
    organization,
    site,
    async () => {
      const params = { organizationId: organization, siteId: site }
      const payload = {
        title: title.trim(),
        url: url.trim(),
        icon: icon.trim() || null,
        parent: parent || null,
        draft: isDraft
      }
      if (link === undefined) {
        const made = await client.siteExternalLinks.addExternalLinkToSite({ params, payload })
        return `The link “${made.title}” was added`
      }
      const changed = await client.siteExternalLinks.updateSiteExternalLinkById({
        params: { ...params, siteExternalLinkId: link.id },
        payload
      })
      return `The link “${changed.title}” was changed`
    },
    onClose
  )
  const { at, rest } = problemsAt(work, ["title", "url", "icon", "parent"])
  const submit = submitOnce(work)
  return (
    <Dialog title={link === undefined ? "Add a link" : `Edit ${link.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {isFirst ? (
          <p className="field-note">
            Links stand beside sections: what the site shows now becomes its first section, with all its addresses as
            they are.
          </p>
        ) : null}
        <TextLine
          label="Title"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required
          minLength={2}
          maxLength={titleLength}
          autoFocus
        />
        <TextLine
          label="Address"
          type="url"
          value={url}
          onChange={setUrl}
          problem={at["url"]}
          required
          placeholder="https://example.com/blog"
        />
        <IconLine value={icon} onChange={setIcon} problem={at["icon"]} />
        <GroupChoice structure={structure} value={parent} onChange={setParent} problem={at["parent"]} />
        <Check isSelected={isDraft} onChange={setDraft} note="Readers are not shown it.">
          Draft
        </Check>
        <FormEnd action={link === undefined ? "Add" : "Save"} work={rest} onClose={onClose} />
      </form>
    </Dialog>
  )
}
