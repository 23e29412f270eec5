/** Adds a group of sections to a site, or changes one. */
import { useState } from "react"
import type { SiteSectionGroup } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, TextLine } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"
import type { StructureDialogProps } from "./dialogs.ts"
import { GroupChoice } from "./GroupChoice.tsx"
import { IconLine } from "./IconLine.tsx"

interface GroupDialogProps extends StructureDialogProps {
  readonly group: SiteSectionGroup | undefined
}

export default ({ group, onClose, organization, site, structure }: GroupDialogProps) => {
  const [title, setTitle] = useState(group?.title ?? "")
  const [icon, setIcon] = useState(group?.icon ?? "")
  const [parent, setParent] = useState(group?.sectionGroup ?? "")
  const [isDraft, setDraft] = useState(group?.draft ?? false)

  const params = { organizationId: organization, siteId: site }
  const common = { title: title.trim(), icon: icon.trim() || null, draft: isDraft }
  const add = async () => {
    const payload = { ...common, parent: parent || null }
    const made = await client.siteSectionGroups.addSectionGroupToSite({ params, payload })
    return `The group “${made.title}” was added`
  }
  const change = async (of: SiteSectionGroup) => {
    const changed = await client.siteSectionGroups.updateSiteSectionGroupById({
      params: { ...params, siteSectionGroupId: of.id },
      payload: { ...common, parentSectionGroupId: parent || null }
    })
    return `The group “${changed.title}” was changed`
  }
  const work = useSiteWork(organization, site, () => (group === undefined ? add() : change(group)), onClose)
  const field = group === undefined ? "parent" : "parentSectionGroupId"
  const { at, rest } = problemsAt(work, ["title", "icon", field])
  const submit = submitOnce(work)
  return (
    <Dialog title={group === undefined ? "Add a group" : `Edit ${group.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {group === undefined ? (
          <p className="field-note">
            Readers see a group as a menu among the sections, as soon as something stands in it.
          </p>
        ) : null}
        <TextLine
          label="Title"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required
          maxLength={100}
          autoFocus
        />
        <IconLine value={icon} onChange={setIcon} problem={at["icon"]} />
        <GroupChoice structure={structure} except={group?.id} value={parent} onChange={setParent} problem={at[field]} />
        <Check isSelected={isDraft} onChange={setDraft} note="Readers are shown nothing that stands in it.">
          Draft
        </Check>
        <FormEnd action={group === undefined ? "Add" : "Save"} work={rest} onClose={onClose} />
      </form>
    </Dialog>
  )
}
