/** Imports from Git, or exports to it, once. */
import type { FormEvent } from "react"
import type { GitOperation, Space } from "../../../logic/api.ts"
import type { GitPlace } from "../../../logic/gitRuns.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check } from "../../parts/fields.tsx"
import { AddressFields, MessageField, PartFields } from "./fields.tsx"
import { useGitRun } from "./useGitRun.ts"

interface RunDialogProps {
  readonly space: Space
  readonly kind: GitOperation["kind"]
  readonly place: GitPlace | undefined
  readonly onClose: () => void
}

const words = {
  import: {
    title: "Import from Git",
    action: "Import",
    lead: "Brings in what was committed since the last run. Another address, branch or folder than before replaces the pages of the space.",
    force: "Take Git's version",
    note: "Where both sides changed the same place, what was written here goes."
  },
  export: {
    title: "Export to Git",
    action: "Export",
    lead: "Makes one commit with what was changed here. An export can go to any repository, as often as you like.",
    force: "Keep the version of this space",
    note: "Where both sides changed the same place, what was committed there is overwritten."
  }
} as const

export default ({ kind, onClose, place, space }: RunDialogProps) => {
  const run = useGitRun(space, place, kind, onClose)
  const { action, force, lead, note, title } = words[kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (run.isWhole) run.start()
  }
  return (
    <Dialog title={title} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">{lead}</p>
        <AddressFields run={run} />
        <PartFields run={run} />
        {kind === "export" ? <MessageField run={run} /> : null}
        <Check note={note} isSelected={run.typed.isForced} onChange={(isForced) => run.change({ isForced })}>
          {force}
        </Check>
        <FormEnd action={action} work={run.rest} isReady={run.isWhole} onClose={onClose} />
      </form>
    </Dialog>
  )
}
