/**
 * The same page in its other form, beside the first: two who write in one draft, as two windows of one person are. What
 * is written here is seen there when it is saved, which is at once when the caret goes over.
 */
import { useEffect, useState } from "react"
import type { EditorServices } from "../editor/services.ts"
import { Waiting } from "../parts/screen.tsx"
import type { OpenedPage, PageToOpen } from "../saving/openPage.ts"
import type { PageForm } from "../saving/pageText.ts"
import { TextPane, TextTrouble } from "./TextPane.tsx"
import { useOpenedPage } from "./useOpenedPage.ts"
import { useWrittenText, type WrittenText } from "./useWrittenText.ts"

interface BesideProps {
  readonly wanted: PageToOpen
  readonly form: PageForm
  /** The revision that the content is at. */
  readonly head: string | undefined
  /** The revision that the first form was read at. */
  readonly other: string
  readonly services: EditorServices
  /** Tells of the text for as long as it is there. */
  readonly onText: (text: WrittenText | undefined) => void
}

export const Beside = (props: BesideProps) => {
  const [times, setTimes] = useState(0)
  const { error, opened } = useOpenedPage(props.wanted, { form: props.form, times, takesUp: false })
  useEffect(() => {
    if (error === undefined) return
    const timer = setTimeout(() => setTimes(times + 1), 3000)
    return () => clearTimeout(timer)
  }, [error, times])
  return opened === undefined ? (
    <Waiting lines={6} />
  ) : (
    <OpenedBeside key={times} {...props} opened={opened} onOpenAnew={() => setTimes(times + 1)} />
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
}: BesideProps & { readonly opened: OpenedPage; readonly onOpenAnew: () => void }) => {
  const text = useWrittenText(wanted, opened, head, other)
  const { at, saver, view } = text
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told of is in these three
  useEffect(() => onText(text), [at, saver, view])
  useEffect(() => () => onText(undefined), [onText])
  return (
    <TextPane text={text} services={services} isOneOfTwo>
      <TextTrouble text={text} page={at.page} onThrowAway={() => void saver?.throwAway().then(onOpenAnew)} />
    </TextPane>
  )
}
