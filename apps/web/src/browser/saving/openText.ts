/** Opens a text to be written: as it is, what this browser has kept of it, and what saves it from then on. */
import type { ChangeRequest, ContentChange, ContentUpdate, DocumentPage } from "../../logic/api.ts"
import { type Failure, failureOf } from "../../logic/failures.ts"
import {
  type KeptWork,
  type PageSaver,
  type PageText,
  pageSaver,
  type Surface,
  type Written
} from "../../logic/PageSaver.ts"
import { client } from "../client.ts"
import { type Kept, openKept } from "./keptStore.ts"
import { addOpenText, closedBefore, closeText } from "./openTexts.ts"
import { hear, say } from "./sameBrowser.ts"
import { revisionNow, type TextAt, type TextForm, type TextKind, type Titled, within } from "./textAt.ts"

export interface TextToOpen<Subject extends Titled = DocumentPage> {
  readonly kind: TextKind<Subject>
  readonly space: string
  /** Of the page, or of the reusable content. */
  readonly id: string
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

/** What is written in a place, and the change request that it is written in. A page has its id. */
export const writtenAt = (place: string): { readonly id: string; readonly scope: string | undefined } => {
  const [, , scope = "", id = ""] = place.split(" ")
  return { id, scope: scope === ownScope ? undefined : scope }
}

export interface OpenedText<Subject extends Titled = DocumentPage> {
  readonly form: TextForm
  /** What the surface begins with. */
  readonly at: TextAt<Subject>
  readonly kept: Kept
  /** What was kept of it, which is put over it. */
  readonly work: KeptWork<PageText> | undefined
  readonly place: string
}

/** Milliseconds that an answer may take. */
const patience = { read: 20_000, write: 60_000 }

const formOf = (work: KeptWork<PageText> | undefined): TextForm | undefined => {
  const text = work?.text ?? work?.sent?.text
  return text === undefined ? undefined : "markdown" in text ? "markdown" : "document"
}

/**
 * @param form that the text is wanted in; what was kept is in the form that it was written in
 * @param takesUp whether what was kept is wanted
 */
export const openText = async <Subject extends Titled>(
  { changeRequest, id, kind, person, scope, space }: TextToOpen<Subject>,
  form: TextForm,
  takesUp: boolean
): Promise<OpenedText<Subject>> => {
  const place = placesOf(person, space) + [scope ?? ownScope, kind.prefix + id].join(" ")
  await closedBefore(place)
  let title = ""
  const kept = await openKept(place, () => title, takesUp)
  try {
    const work = kept.found
    const isIn = formOf(work) ?? form
    const revision = work?.base ?? (await revisionNow(space, changeRequest()?.id))
    const at = await kind.at(space, revision, id, isIn)
    title = at.subject.title
    return { form: isIn, at, kept, work, place }
  } catch (error) {
    kept.leave()
    throw error
  }
}

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
 * Saves an opened text from now on.
 * @param onRead it was read again, with what others have written in it
 * @returns what saves it, and what ends that
 */
export const saveText = <Subject extends Titled>(
  wanted: TextToOpen<Subject>,
  { at, form, kept, place, work }: OpenedText<Subject>,
  surface: Surface<PageText>,
  onRead: (at: TextAt<Subject>) => void
): { readonly saver: PageSaver; readonly end: () => void } => {
  const { changeRequest, id, kind, space, write } = wanted
  const standAt = async (revision: string) => {
    const found = await kind.at(space, revision, id, form)
    // a long text was read, and is put under what is written: a frame comes between the two
    await new Promise((resolve) => setTimeout(resolve))
    onRead(found)
    return found
  }
  const send = async (written: Written<PageText>) => {
    const { changeRequest: after, changes } = await write([kind.change(id, written)])
    say({ saved: { place, revision: after.revision } })
    const isMerged = changes.some((one) => "merged" in one && one.merged === true)
    return { ...(await standAt(after.revision)), isMerged }
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
  addOpenText(saver)
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
      closeText(place, saver, kept.leave)
    }
  }
}
