/** A text that is opened to be written, and what saves it while it is. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import type { PageFields, PageSaver, PageText, SaverView, Surface } from "../../logic/PageSaver.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { type OpenedText, openText, saveText, type TextToOpen } from "../saving/openText.ts"
import type { TextAt, TextForm, TextKind, Titled } from "../saving/textAt.ts"

/** The newest of something that changes, for who asks later. */
const useNewest = <A>(value: A): (() => A) => {
  const [box] = useState(() => ({ value }))
  useEffect(() => {
    box.value = value
  })
  return useMemo(() => () => box.value, [box])
}

/** How a page, or reusable content, is reached and written, from the draft that is looked at. @param id of it */
export const useTextToOpen = <Subject extends Titled>(
  kind: TextKind<Subject>,
  id: string,
  person: string
): TextToOpen<Subject> => {
  const { changeRequest, number, space, write } = useDraft()
  const newest = useNewest(changeRequest)
  const scope = number === undefined ? undefined : changeRequest?.id
  return useMemo(
    () => ({ kind, space, id, person, scope, changeRequest: newest, write }),
    [kind, space, id, person, scope, newest, write]
  )
}

export interface Opening<Subject extends Titled> {
  readonly opened?: OpenedText<Subject>
  readonly error?: unknown
}

interface WantedForm {
  readonly form: TextForm
  /** Another number opens it anew. */
  readonly times: number
  /** Whether what was kept of it is wanted, in whatever form that is. */
  readonly takesUp: boolean
}

const useOpenedText = <Subject extends Titled>(
  wanted: TextToOpen<Subject>,
  { form, takesUp, times }: WantedForm
): Opening<Subject> => {
  const [opening, setOpening] = useState<Opening<Subject>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is what opens it anew
  useEffect(() => {
    let isLeft = false
    let opened: OpenedText<Subject> | undefined
    openText(wanted, form, takesUp)
      .then((found) => {
        opened = found
        if (isLeft) found.kept.leave()
        else setOpening({ opened: found })
      })
      .catch((error: unknown) => isLeft || setOpening({ error }))
    return () => {
      isLeft = true
      opened?.kept.leave()
      setOpening({})
    }
  }, [wanted, form, takesUp, times])
  return opening
}

/** Milliseconds until what could not be opened is opened again: the line is back then, or the server. */
const pause = 3000

interface Reopened<Subject extends Titled> extends Opening<Subject> {
  /** Opens it anew. */
  readonly anew: () => void
  /** How often it was opened. */
  readonly times: number
}

/** Opens a text, and again as long as that fails. */
export const useReopenedText = <Subject extends Titled>(
  wanted: TextToOpen<Subject>,
  form: TextForm,
  takesUp = true
): Reopened<Subject> => {
  const [times, setTimes] = useState(0)
  const opening = useOpenedText(wanted, { form, times, takesUp })
  const anew = useCallback(() => setTimes((before) => before + 1), [])
  useEffect(() => {
    if (opening.error === undefined) return
    const timer = setTimeout(anew, pause)
    return () => clearTimeout(timer)
  }, [opening.error, anew])
  return { ...opening, anew, times }
}

interface Saved<Subject extends Titled> {
  readonly saver: PageSaver | undefined
  /** Fields of the page were written, perhaps before there is something that saves them. */
  readonly setFields: (fields: PageFields) => void
  readonly view: SaverView | undefined
  /** As it was read last. */
  readonly at: TextAt<Subject>
}

/** Saves what is edited in a surface for as long as it is there. */
export const useTextSaver = <Subject extends Titled>(
  wanted: TextToOpen<Subject>,
  opened: OpenedText<Subject>,
  surface: Surface<PageText> | undefined
): Saved<Subject> => {
  const [saver, setSaver] = useState<PageSaver>()
  const [at, setAt] = useState(opened.at)
  /** What was written before the text could be. */
  const early = useRef<PageFields>({})
  useEffect(() => {
    if (surface === undefined) return
    const { end, saver: made } = saveText(wanted, opened, surface, setAt)
    setSaver(made)
    if (Object.keys(early.current).length > 0) made.setFields(early.current)
    early.current = {}
    if (surface.isDirty()) made.edited()
    return () => {
      setSaver(undefined)
      end()
    }
  }, [wanted, opened, surface])
  const view = useSyncExternalStore(saver?.subscribe ?? subscribedToNothing, () => saver?.view())
  const setFields = (fields: PageFields) => {
    if (saver === undefined) early.current = { ...early.current, ...fields }
    else saver.setFields(fields)
  }
  return { saver, setFields, view, at }
}

const subscribedToNothing = () => () => {}
