/** Adds a section to a site, or changes one: its title and path, its icon, and the group that it stands in. */
import { useState } from "react"
import type { SiteSection } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, TextLine } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"
import { pathLength, pathPattern, pathRule, type StructureDialogProps, titleLength } from "./dialogs.ts"
import { GroupChoice } from "./GroupChoice.tsx"
import { IconLine } from "./IconLine.tsx"
import { chosenSpace, SpaceChoice } from "./SpaceChoice.tsx"

interface SectionDialogProps extends StructureDialogProps {
  readonly section: SiteSection | undefined
}

export default ({ onClose, organization, section, site, structure }: SectionDialogProps) => {
  const [space, setSpace] = useState("")
  const [title, setTitle] = useState(section?.title ?? "")
  const [path, setPath] = useState(section?.path ?? "")
  const [icon, setIcon] = useState(section?.icon ?? "")
  const [description, setDescription] = useState(section?.description ?? "")
  const [group, setGroup] = useState(section?.sectionGroup ?? "")
  const [isDraft, setDraft] = useState(section?.draft ?? false)
  const isFirst = section === undefined && structure.type === "siteSpaces" && structure.structure.length > 0

  const params = { organizationId: organization, siteId: site }
  const common = { title: title.trim(), icon: icon.trim() || null, draft: isDraft, siteSectionGroupId: group || null }
  const add = async () => {
    const made = await client.siteSections.addSectionToSite({ params, payload: { ...chosenSpace(space), ...common } })
    return `The section “${made.title}” was added`
  }
  const change = async (of: SiteSection) => {
    const changed = await client.siteSections.updateSiteSectionById({
      params: { ...params, siteSectionId: of.id },
      payload: { ...common, description: description.trim() || null, ...(path === of.path ? {} : { path }) }
    })
    return `The section “${changed.title}” was changed`
  }
  const work = useSiteWork(organization, site, () => (section === undefined ? add() : change(section)), onClose)
  const { at, rest } = problemsAt(
    work,
    ["title", "path", "icon", "description", "spaceId", "siteSectionGroupId"],
    "path"
  )
  const submit = submitOnce(work)
  return (
    <Dialog title={section === undefined ? "Add a section" : `Edit ${section.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {isFirst ? (
          <p className="field-note">
            What the site shows now becomes its first section, with all its addresses as they are.
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
        {section === undefined ? (
          <SpaceChoice organization={organization} value={space} problem={at["spaceId"]} onChange={setSpace} />
        ) : (
          <>
            <TextLine
              label="Path"
              value={path}
              onChange={setPath}
              problem={at["path"]}
              required
              maxLength={pathLength}
              pattern={pathPattern}
              title={pathRule}
              spellCheck={false}
              autoCapitalize="none"
              note={
                section.default
                  ? "It is part of no address while readers come to this section first."
                  : "What was read at the old one is led to the new one."
              }
            />
            <TextLine
              label="Description"
              value={description}
              onChange={setDescription}
              problem={at["description"]}
              maxLength={256}
              note="Readers see it in the menu of a group."
            />
          </>
        )}
        <IconLine value={icon} onChange={setIcon} problem={at["icon"]} />
        <GroupChoice structure={structure} value={group} onChange={setGroup} problem={at["siteSectionGroupId"]} />
        <Check isSelected={isDraft} onChange={setDraft} note="Readers are not shown it.">
          Draft
        </Check>
        <FormEnd action={section === undefined ? "Add" : "Save"} work={rest} onClose={onClose} />
      </form>
    </Dialog>
  )
}
