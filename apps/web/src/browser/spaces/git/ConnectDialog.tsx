/** Connects a space with a repository, in three steps: where it is, which part of it, and which way the first run goes. */
import { type FormEvent, useState } from "react"
import { Button } from "react-aria-components/Button"
import { Label } from "react-aria-components/Label"
import type { GitOperation, Space } from "../../../logic/api.ts"
import type { GitPlace } from "../../../logic/gitRuns.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { AddressFields, MessageField, PartFields } from "./fields.tsx"
import { useGitRun } from "./useGitRun.ts"

interface ConnectDialogProps {
  readonly space: Space
  /** Of a run that did not succeed: nothing of it is typed again. */
  readonly place: GitPlace | undefined
  readonly onClose: () => void
}

const ways = {
  import: ["From Git into this space", "The pages of the repository take the place of those that are here now."],
  export: ["From this space to Git", "The pages that are here are written to the repository; its other files stay."]
} as const

const steps = ["Repository", "Branch and folder", "First run"] as const

export default ({ onClose, place, space }: ConnectDialogProps) => {
  const [step, setStep] = useState(0)
  const [kind, setKind] = useState<GitOperation["kind"]>("import")
  const run = useGitRun(space, place, kind, onClose)
  const isLast = step === steps.length - 1
  const isReady = step === 0 ? run.hasAddress : step === 1 ? run.typed.branch.trim() !== "" : run.isWhole
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    if (isLast) run.start()
    else setStep(step + 1)
  }
  return (
    <Dialog title="Connect a repository" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note" aria-live="polite">
          Step {step + 1} of {steps.length}: {steps[step]}
        </p>
        {step === 0 ? (
          <AddressFields run={run} />
        ) : step === 1 ? (
          <PartFields run={run} />
        ) : (
          <>
            <DescribedRadios of={ways} value={kind} onChange={setKind}>
              <Label>Which way the first run goes</Label>
            </DescribedRadios>
            {kind === "export" ? <MessageField run={run} /> : null}
          </>
        )}
        <Problem work={run.work} />
        <div className="form-foot">
          <Button className="button secondary" onPress={step === 0 ? onClose : () => setStep(step - 1)}>
            {step === 0 ? "Cancel" : "Back"}
          </Button>
          <Button type="submit" className="button" isDisabled={!isReady || run.work.isPending}>
            {isLast ? (kind === "import" ? "Connect and import" : "Connect and export") : "Next"}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
