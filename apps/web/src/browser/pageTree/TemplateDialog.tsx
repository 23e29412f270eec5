/** Writes the pages of a template into a space that has none. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { tell } from "../parts/status.tsx"
import { TemplateChoice, useTemplates } from "./TemplateChoice.tsx"

interface TemplateDialogProps {
  readonly space: string
  /** The draft that takes the pages; the live content without one. */
  readonly changeRequest: string | undefined
  readonly onClose: () => void
}

export default ({ changeRequest, onClose, space }: TemplateDialogProps) => {
  const templates = useTemplates(true)
  const [template, setTemplate] = useState<string>()
  const chosen = template ?? templates[0]?.id
  const queries = useQueryClient()
  const apply = useMutation({
    mutationFn: (id: string) =>
      client.templates.applyTemplateToSpace({
        params: { spaceId: space },
        payload: { id, ...(changeRequest === undefined ? {} : { changeRequestId: changeRequest }) }
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["space", space] })
      onClose()
      tell("The pages of the template were made")
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!apply.isPending && chosen !== undefined) apply.mutate(chosen)
  }
  return (
    <Dialog title="Start with a template" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TemplateChoice templates={templates} chosen={chosen} onChoose={setTemplate} />
        <FormEnd action="Create" work={apply} isReady={chosen !== undefined} onClose={onClose} />
      </form>
    </Dialog>
  )
}
