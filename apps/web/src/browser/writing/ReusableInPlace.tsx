/** Reusable content that is edited where a page includes it: who else shows it, how it is saved, and its text. */
import { useEffect } from "react"
import { createPortal } from "react-dom"
import type { ListedPage } from "../../logic/api.ts"
import type { ReusableEditing } from "../editor/services.ts"
import { ReusableUses } from "../editor/ui/ReusableUses.tsx"
import { Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import type { OpenedText, TextToOpen } from "../saving/openText.ts"
import { reusableText, type Titled } from "../saving/textAt.ts"
import { SavingState } from "./SavingState.tsx"
import { TextPane, TextTrouble } from "./TextPane.tsx"
import { useEditorServices } from "./useEditorServices.ts"
import { useReopenedText, useTextToOpen } from "./useOpenedText.ts"
import { useWrittenText } from "./useWrittenText.ts"

interface ReusableInPlaceProps {
  readonly editing: ReusableEditing
  /** The revision that the content is at. */
  readonly head: string | undefined
  /** Id of the person who writes. */
  readonly me: string
  readonly pages: ReadonlyArray<ListedPage>
  /** It is not to be edited any more; what was written is saved, or kept. */
  readonly onEnd: () => void
}

export default (props: ReusableInPlaceProps) => {
  const { editing, me } = props
  const wanted = useTextToOpen(reusableText, editing.reference.reusableContent, me)
  const { anew, opened, times } = useReopenedText(wanted, "document")
  return createPortal(
    opened === undefined ? (
      <Waiting lines={2} />
    ) : (
      <Opened key={times} {...props} wanted={wanted} opened={opened} onOpenAnew={anew} />
    ),
    editing.place
  )
}

interface OpenedProps extends ReusableInPlaceProps {
  readonly wanted: TextToOpen<Titled>
  readonly opened: OpenedText<Titled>
  readonly onOpenAnew: () => void
}

const Opened = ({ editing, head, onEnd, onOpenAnew, opened, pages, wanted }: OpenedProps) => {
  const text = useWrittenText(wanted, opened, head, undefined)
  const { focus, saver, surface, view } = text
  const services = useEditorServices(pages, opened.place, text.now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there is something to write in
  useEffect(() => {
    if (surface !== undefined) focus()
  }, [surface])
  const done = async () => {
    if (!(await saver?.flush())) tell("What you wrote is kept, and is saved as soon as that can be")
    onEnd()
  }
  const label = `Reusable content: ${editing.title}`
  return (
    <section className="reusable-editor" aria-label={label}>
      <div className="reusable-head">
        <ReusableUses reference={editing.reference} usesOf={services.reusableUses} />
        <SavingState view={view} />
        <button type="button" className="button secondary" onClick={() => void done()}>
          Done
        </button>
      </div>
      <TextTrouble text={text} kind={reusableText} onThrowAway={() => void saver?.throwAway().then(onOpenAnew)} />
      <TextPane text={text} label={label} services={services} isOneOfTwo={false} />
    </section>
  )
}
