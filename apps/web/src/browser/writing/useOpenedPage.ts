/** A page that is opened to be written, and what saves it while it is. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import type { PageFields, PageSaver, PageText, SaverView, Surface } from "../../logic/PageSaver.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { type OpenedPage, openPage, type PageToOpen, savePage } from "../saving/openPage.ts"
import type { PageAt, PageForm } from "../saving/pageText.ts"

/** The newest of something that changes, for who asks later. */
const useNewest = <A>(value: A): (() => A) => {
  const [box] = useState(() => ({ value }))
  useEffect(() => {
    box.value = value
  })
  return useMemo(() => () => box.value, [box])
}

/** How a page is reached and written, from the draft that is looked at. */
export const usePageToOpen = (page: string, person: string): PageToOpen => {
  const { changeRequest, number, space, write } = useDraft()
  const newest = useNewest(changeRequest)
  const scope = number === undefined ? undefined : changeRequest?.id
  return useMemo(
    () => ({ space, page, person, scope, changeRequest: newest, write }),
    [space, page, person, scope, newest, write]
  )
}

export type Opening = { readonly opened?: OpenedPage; readonly error?: unknown }

interface WantedForm {
  readonly form: PageForm
  /** Another number opens it anew. */
  readonly times: number
  /** Whether what was kept of it is wanted, in whatever form that is. */
  readonly takesUp: boolean
}

export const useOpenedPage = (wanted: PageToOpen, { form, takesUp, times }: WantedForm): Opening => {
  const [opening, setOpening] = useState<Opening>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is what opens it anew
  useEffect(() => {
    let isLeft = false
    let opened: OpenedPage | undefined
    openPage(wanted, form, takesUp)
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

interface Saved {
  readonly saver: PageSaver | undefined
  /** Fields of the page were written, perhaps before there is something that saves them. */
  readonly setFields: (fields: PageFields) => void
  readonly view: SaverView | undefined
  /** The page as it was read last. */
  readonly at: PageAt
}

/** Saves what is edited in a surface for as long as it is there. */
export const usePageSaver = (wanted: PageToOpen, opened: OpenedPage, surface: Surface<PageText> | undefined): Saved => {
  const [saver, setSaver] = useState<PageSaver>()
  const [at, setAt] = useState(opened.at)
  /** What was written before the text could be. */
  const early = useRef<PageFields>({})
  useEffect(() => {
    if (surface === undefined) return
    const { end, saver: made } = savePage(wanted, opened, surface, setAt)
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
