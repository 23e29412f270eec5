/** Makes a space whose pages are those of a specification, and follow its versions. */
import { useState } from "react"
import { Label } from "react-aria-components/Label"
import { pageAddress } from "../../../logic/addresses.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, TextLine } from "../../parts/fields.tsx"
import { go } from "../../parts/navigation.ts"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface SpecSpaceDialogProps {
  /** Id. */
  readonly organization: string
  readonly slug: string
  readonly onClose: () => void
}

const groupings = {
  "by-tag": ["A page for each tag", "With all of its operations, or with a page for each when they are many."],
  "by-operation": ["A page for each operation", "Below the page of its tag."]
} as const

export default ({ onClose, organization, slug }: SpecSpaceDialogProps) => {
  const [title, setTitle] = useState(slug.slice(0, 50))
  const [grouping, setGrouping] = useState<keyof typeof groupings>("by-tag")
  const [models, setModels] = useState(true)
  const make = useOrganizationWork(
    organization,
    async () => {
      const space = await client.spaces.createSpace({
        params: { organizationId: organization },
        payload: {
          title: title.trim(),
          computedSource: {
            type: "builtin:openapi",
            props: { grouping, models, downloadLink: true },
            dependencies: { spec: { ref: { kind: "openapi", spec: slug } } }
          }
        }
      })
      go(pageAddress(space.id))
      return `The space “${space.title}” was made`
    },
    onClose
  )
  const { at, rest } = problemsAt(make, ["title"])
  return (
    <Dialog title={`Make a space of ${slug}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(make)}>
        <p className="field-note">Its pages follow the specification, and keep their addresses while it changes.</p>
        <TextLine
          label="Title"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required
          maxLength={50}
          autoFocus
        />
        <DescribedRadios of={groupings} value={grouping} onChange={setGrouping}>
          <Label>Pages</Label>
        </DescribedRadios>
        <Check isSelected={models} onChange={setModels} note="What the operations take and answer.">
          A page with all schemas
        </Check>
        <FormEnd action="Make the space" work={rest} isReady={title.trim() !== ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}
