/**
 * The same page in its other form, beside the first: two who write in one draft, as two windows of one person are. What
 * is written here is seen there when it is saved, which is at once when the caret goes over.
 */
import { useEffect } from "react"
import type { EditorServices } from "../editor/services.ts"
import { Waiting } from "../parts/screen.tsx"
import type { OpenedText, TextToOpen } from "../saving/openText.ts"
import type { TextForm } from "../saving/textAt.ts"
import { TextPane, TextTrouble } from "./TextPane.tsx"
import { useReopenedText } from "./useOpenedText.ts"
import { useWrittenText, type WrittenText } from "./useWrittenText.ts"

interface BesideProps {
  readonly wanted: TextToOpen
  readonly form: TextForm
  /** The revision that the content is at. */
  readonly head: string | undefined
  /** The revision that the first form was read at. */
  readonly other: string
  readonly services: EditorServices
  /** Tells of the text for as long as it is there. */
  readonly onText: (text: WrittenText | undefined) => void
}

export const Beside = (props: BesideProps) => {
  const { anew, opened, times } = useReopenedText(props.wanted, props.form, false)
  return opened === undefined ? (
    <Waiting lines={6} />
  ) : (
    <OpenedBeside key={times} {...props} opened={opened} onOpenAnew={anew} />
  )
}

const OpenedBeside = ({
  head,
  onOpenAnew,
  onText,
  opened,
  other,
  services,
  wanted
}: BesideProps & { readonly opened: OpenedText; readonly onOpenAnew: () => void }) => {
  const text = useWrittenText(wanted, opened, head, other)
  const { at, saver, view } = text
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told of is in these three
  useEffect(() => onText(text), [at, saver, view])
  useEffect(() => () => onText(undefined), [onText])
  return (
    <TextPane text={text} services={services} isOneOfTwo>
      <TextTrouble text={text} kind={wanted.kind} onThrowAway={() => void saver?.throwAway().then(onOpenAnew)} />
    </TextPane>
  )
}
