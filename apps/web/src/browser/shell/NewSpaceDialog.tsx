/** A new space: what it is called, and what it begins with. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"
import { TextField } from "react-aria-components/TextField"
import { pageAddress, roomAddress } from "../../logic/addresses.ts"
import { client } from "../client.ts"
import { focusTitle } from "../pageTree/focusTitle.ts"
import { blank, TemplateChoice, useTemplates } from "../pageTree/TemplateChoice.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { go } from "../parts/navigation.ts"
import { tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"

interface NewSpaceDialogProps {
  readonly organization: string
  readonly onClose: () => void
}

const beginnings = {
  empty: "An empty page",
  template: "A template",
  import: "An import"
} as const

export default ({ onClose, organization }: NewSpaceDialogProps) => {
  const [title, setTitle] = useState("")
  const [beginning, setBeginning] = useState<keyof typeof beginnings>("empty")
  const [template, setTemplate] = useState<string>()
  const { collection } = useParams({ strict: false }) as { readonly collection?: string }
  const offered = useTemplates(beginning === "template")
  const chosen = template ?? offered[0]?.id
  const first = beginning === "empty" ? blank : beginning === "template" ? chosen : undefined
  const queries = useQueryClient()

  const create = useMutation({
    mutationFn: () =>
      client.spaces.createSpace({
        params: { organizationId: organization },
        payload: {
          title: title.trim(),
          ...(collection === undefined ? {} : { parent: collection }),
          ...(first === undefined ? {} : { template: { id: first } })
        }
      }),
    onSuccess: async (space) => {
      await queries.invalidateQueries({ queryKey: ["organization", organization, "spaces"] })
      onClose()
      tell(`The space “${space.title}” was made`)
      const address = beginning === "import" ? roomAddress(space.id, "import") : pageAddress(space.id)
      go(address)
      if (beginning === "empty") focusTitle(address)
    }
  })

  const submit = submitOnce(create)

  return (
    <Dialog title="New space" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField className="field" isRequired maxLength={50} value={title} onChange={setTitle} autoFocus>
          <Label>Title</Label>
          <Input className="input" placeholder="Handbook" />
          <FieldError className="field-error" />
        </TextField>
        <RadioGroup
          className="field"
          value={beginning}
          onChange={(value) => setBeginning(value as keyof typeof beginnings)}
        >
          <Label>Start with</Label>
          <div className="radios">
            {Object.entries(beginnings).map(([value, label]) => (
              <Radio key={value} value={value} className="radio">
                {label}
              </Radio>
            ))}
          </div>
        </RadioGroup>
        {beginning === "template" ? (
          <TemplateChoice templates={offered} chosen={chosen} onChoose={setTemplate} />
        ) : beginning === "import" ? (
          <p className="field-note">The space is made empty, and asks then for a website or for files.</p>
        ) : null}
        <FormEnd action="Create" work={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}
