/** Opens a page to be written: its text, what this browser has kept of it, and what saves it from then on. */
import type { ChangeRequest, ContentChange, ContentUpdate } from "../../logic/api.ts"
import { type Failure, failureOf } from "../../logic/failures.ts"
import {
  documentInput,
  type KeptWork,
  type PageSaver,
  type PageText,
  pageSaver,
  type Surface,
  type Written
} from "../../logic/PageSaver.ts"
import { client } from "../client.ts"
import { type Kept, openKept } from "./keptStore.ts"
import { addOpenPage, closedBefore, closePage } from "./openPages.ts"
import { type PageAt, type PageForm, pageAt, revisionNow, within } from "./pageText.ts"
import { hear, say } from "./sameBrowser.ts"

export interface PageToOpen {
  readonly space: string
  readonly page: string
  /** Id of the person who writes. */
  readonly person: string
  /** Id of the change request that was gone to; without it edits go to the own draft. */
  readonly scope: string | undefined
  /** The change request as it is now. */
  readonly changeRequest: () => ChangeRequest | undefined
  readonly write: (changes: ReadonlyArray<ContentChange>) => Promise<ContentUpdate>
}

/** What stands for the own draft in a place. */
const ownScope = "own"

/** How the places of all pages begin that a person writes in a space. */
export const placesOf = (person: string, space: string): string => `${person} ${space} `

/** The page of a place, and the change request that it was written in. */
export const pageOfPlace = (place: string): { readonly page: string; readonly scope: string | undefined } => {
  const [, , scope = "", page = ""] = place.split(" ")
  return { page, scope: scope === ownScope ? undefined : scope }
}

export interface OpenedPage {
  readonly form: PageForm
  /** What the surface begins with. */
  readonly at: PageAt
  readonly kept: Kept
  /** What was kept of it, which is put over it. */
  readonly work: KeptWork<PageText> | undefined
  readonly place: string
}

/** Milliseconds that an answer may take. */
const patience = { read: 20_000, write: 60_000 }

const formOf = (work: KeptWork<PageText> | undefined): PageForm | undefined => {
  const text = work?.text ?? work?.sent?.text
  return text === undefined ? undefined : "markdown" in text ? "markdown" : "document"
}

/**
 * @param form that the page is wanted in; what was kept is in the form that it was written in
 * @param takesUp whether what was kept is wanted
 */
export const openPage = async (
  { changeRequest, page, person, scope, space }: PageToOpen,
  form: PageForm,
  takesUp: boolean
): Promise<OpenedPage> => {
  const place = placesOf(person, space) + [scope ?? ownScope, page].join(" ")
  await closedBefore(place)
  let title = ""
  const kept = await openKept(place, () => title, takesUp)
  try {
    const work = kept.found
    const isIn = formOf(work) ?? form
    const revision = work?.base ?? (await revisionNow(space, changeRequest()?.id))
    const at = await pageAt(space, revision, page, isIn)
    title = at.page.title
    return { form: isIn, at, kept, work, place }
  } catch (error) {
    kept.leave()
    throw error
  }
}

/** One change of a page, of what was written. */
const changeOf = (page: string, { base, fields, settled, text }: Written<PageText>): ContentChange => ({
  operation: "update_page",
  page,
  ...fields,
  ...(text === undefined
    ? {}
    : { document: documentInput(text), revision: base, ...(settled === undefined ? {} : { settled }) })
})

/** A session that is over, and a right that is, answer the same to some requests: who is signed in may say who that is. */
const failureNow = async (error: unknown): Promise<Failure> => {
  const failure = failureOf(error)
  if (!("stop" in failure) || failure.stop !== "forbidden") return failure
  try {
    await client.users.getAuthenticatedUser()
    return failure
  } catch (other) {
    const { status } = other as { readonly status?: number }
    return status === 401 || status === 403 ? { stop: "signed-out" } : { why: "unreachable" }
  }
}

/**
 * Saves an opened page from now on.
 * @param onRead the page was read again, with what others have written in it
 * @returns what saves it, and what ends that
 */
export const savePage = (
  wanted: PageToOpen,
  { at, form, kept, place, work }: OpenedPage,
  surface: Surface<PageText>,
  onRead: (at: PageAt) => void
): { readonly saver: PageSaver; readonly end: () => void } => {
  const { changeRequest, page, space, write } = wanted
  const standAt = async (revision: string) => {
    const found = await pageAt(space, revision, page, form)
    // a long page was read, and is put under what is written: a frame comes between the two
    await new Promise((resolve) => setTimeout(resolve))
    onRead(found)
    return found
  }
  const send = async (written: Written<PageText>) => {
    const { changeRequest: after } = await write([changeOf(page, written)])
    say({ saved: { place, revision: after.revision } })
    return standAt(after.revision)
  }
  const saver = pageSaver<PageText>(
    {
      surface,
      send: (written) => within(patience.write, send(written)),
      read: () => within(patience.read, revisionNow(space, changeRequest()?.id).then(standAt)),
      failureOf: failureNow,
      keep: kept.keep,
      clock: () => performance.now(),
      wait: (milliseconds, then) => {
        const timer = setTimeout(then, milliseconds)
        return () => clearTimeout(timer)
      }
    },
    { revision: at.revision, kept: work }
  )
  addOpenPage(saver)
  const unhear = hear(({ saved, session }) => {
    if (saved?.place === place) saver.moved(saved.revision)
    // signed in again in another window: the page of that session takes up what is kept
    if (session === true && saver.view().state.stop === "signed-out" && saver.view().isKept)
      void saver.keepNow().then(() => location.reload())
  })
  return {
    saver,
    end: () => {
      unhear()
      closePage(place, saver, kept.leave)
    }
  }
}
