/** Chooses the collection that a space, or another collection, is moved into. */
import { useState } from "react"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"
import type { CollectionChoice } from "../../logic/spaces.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"

interface MoveSpaceDialogProps {
  readonly title: string
  readonly choices: ReadonlyArray<CollectionChoice>
  /** Where it is; empty for no collection. */
  readonly parent: string
  readonly onClose: () => void
  readonly onChoose: (parent: string | null) => void
}

export default ({ choices, onChoose, onClose, parent, title }: MoveSpaceDialogProps) => {
  const [chosen, setChosen] = useState(parent)
  return (
    <Dialog title={`Move ${title}`} kind="form" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(chosen === "" ? null : chosen)
        }}
      >
        <RadioGroup className="field" value={chosen} onChange={setChosen}>
          <Label>Collection</Label>
          <div className="radios tall">
            <Radio value="" className="radio">
              No collection
            </Radio>
            {choices.map(({ id, level, title }) => (
              <Radio key={id} value={id} className="radio" style={{ paddingInlineStart: 12 + (level - 1) * 16 }}>
                {title}
              </Radio>
            ))}
          </div>
        </RadioGroup>
        <FormEnd action="Move" isReady={chosen !== parent} onClose={onClose} />
      </form>
    </Dialog>
  )
}
