/** Puts a space on a site, or changes how one stands there: its title and path, and whether readers are shown it. */
import { useState } from "react"
import type { SiteSpace } from "../../../logic/api.ts"
import { sectionsIn } from "../../../logic/siteStructure.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, Choice, TextLine } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useSiteWork } from "../useSiteWork.ts"
import { pathLength, pathPattern, pathRule, type StructureDialogProps, titleLength } from "./dialogs.ts"
import { chosenSpace, SpaceChoice } from "./SpaceChoice.tsx"

/** @param section that it is put into where it is new, by its id */
interface SiteSpaceDialogProps extends StructureDialogProps {
  readonly siteSpace: SiteSpace | undefined
  readonly section?: string | undefined
}

export default ({ onClose, organization, section, site, siteSpace, structure }: SiteSpaceDialogProps) => {
  const sections = sectionsIn(structure)
  const [space, setSpace] = useState("")
  const [title, setTitle] = useState(siteSpace?.title ?? "")
  const [path, setPath] = useState(siteSpace?.path ?? "")
  const [into, setInto] = useState(section ?? sections.find((one) => one.default)?.id ?? sections[0]?.id ?? "")
  const [isHidden, setHidden] = useState(siteSpace?.hidden ?? false)
  const [isDraft, setDraft] = useState(siteSpace?.draft ?? false)

  const params = { organizationId: organization, siteId: site }
  const add = async () => {
    const made = await client.siteSpaces.addSpaceToSite({
      params,
      payload: {
        ...chosenSpace(space),
        ...(title.trim() === "" ? {} : { title: title.trim() }),
        ...(into === "" ? {} : { sectionId: into }),
        draft: isDraft
      }
    })
    return `“${made.title}” is on the site`
  }
  const change = async (of: SiteSpace) => {
    const named = title.trim()
    const changed = await client.siteSpaces.updateSiteSpaceById({
      params: { ...params, siteSpaceId: of.id },
      payload: {
        // without a title of its own it is called as its space, also when that gets another one
        ...(named === of.title ? {} : { title: named === "" ? null : named }),
        ...(path === of.path ? {} : { path }),
        hidden: isHidden,
        draft: isDraft
      }
    })
    return `“${changed.title}” was changed`
  }
  const work = useSiteWork(organization, site, () => (siteSpace === undefined ? add() : change(siteSpace)), onClose)
  const { at, rest } = problemsAt(work, ["title", "path", "spaceId", "sectionId"], "path")
  const submit = submitOnce(work)
  return (
    <Dialog title={siteSpace === undefined ? "Add a space" : `Edit ${siteSpace.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {siteSpace === undefined ? (
          <SpaceChoice organization={organization} value={space} problem={at["spaceId"]} onChange={setSpace} />
        ) : null}
        <TextLine
          label="Title"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required={siteSpace === undefined && space === ""}
          minLength={siteSpace === undefined ? 2 : undefined}
          maxLength={titleLength}
          autoFocus={siteSpace !== undefined}
          note={siteSpace === undefined && space === "" ? undefined : "Left empty, it is that of the space."}
        />
        {siteSpace === undefined ? null : (
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
              siteSpace.default
                ? "It is part of no address while readers come to this space first."
                : "What was read at the old one is led to the new one."
            }
          />
        )}
        {siteSpace === undefined && sections.length > 0 ? (
          <Choice
            label="Section"
            of={sections.map((one) => [one.id, one.title] as const)}
            value={into}
            onChange={setInto}
            problem={at["sectionId"]}
          />
        ) : null}
        <Check isSelected={isDraft} onChange={setDraft} note="Readers are not shown it.">
          Draft
        </Check>
        {siteSpace === undefined ? null : (
          <Check isSelected={isHidden} onChange={setHidden} note="It is in no menu; who has its address can read it.">
            Hidden
          </Check>
        )}
        <FormEnd action={siteSpace === undefined ? "Add" : "Save"} work={rest} onClose={onClose} />
      </form>
    </Dialog>
  )
}
