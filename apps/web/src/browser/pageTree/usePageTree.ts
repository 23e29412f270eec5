/** The tree of the pages of a content as it is edited: seen at once, written one after the other, taken back. */
import { useMemo, useRef, useSyncExternalStore } from "react"
import type { ContentUpdate } from "../../logic/api.ts"
import {
  findPage,
  firstOf,
  freeTitle,
  type Place,
  type TreePage,
  type TreePages,
  withBelow
} from "../../logic/pageTree.ts"
import { problemOf } from "../../logic/problems.ts"
import { applyEdit, changesOf, inverseOf, moveTo, rename, type TreeEdit } from "../../logic/treeEdits.ts"
import { neighbourOf, placeWords } from "../../logic/treePlaces.ts"
import { client } from "../client.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { findOrMakeDraft } from "../drafts/DraftWriter.ts"
import { go, goOn } from "../parts/navigation.ts"
import { keepFocus } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { pageQuery, queryClient } from "../queries.ts"
import { saveAll } from "../saving/openTexts.ts"
import { copyPages } from "./copyPages.ts"
import { pagesAfter } from "./draftPages.ts"
import { editLogFor, forget, type Made, remember } from "./editLog.ts"
import { insert, makePage } from "./makePage.ts"

export interface PageTree {
  /** With what is under way; `undefined` until something was read. */
  readonly pages: TreePages | undefined
  /** Id of the page that is looked at. */
  readonly open: string | undefined
  readonly canEdit: boolean
  readonly addressOf: (page: TreePage) => string | undefined
  readonly move: (id: string, place: Place | undefined) => void
  readonly rename: (id: string, title: string) => void
  readonly setHidden: (id: string, hidden: boolean) => void
  readonly remove: (id: string) => void
  readonly duplicate: (id: string) => Promise<void>
  readonly addPage: (place: Place) => Promise<void>
  /** Answers the group's id. */
  readonly addGroup: (place: Place) => Promise<string | undefined>
  readonly addLink: (place: Place, title: string, url: string) => Promise<void>
  readonly undo: () => Promise<void>
}

interface PageTreeOptions {
  readonly listed: TreePages | undefined
  /** Address that is looked at. */
  readonly current: string | undefined
  readonly pathAddress: (path: string) => string
  /** Gives the focus to a page in the tree. */
  readonly focus: (id: string) => void
}

export const usePageTree = ({ current, focus, listed, pathAddress }: PageTreeOptions): PageTree => {
  const draft = useDraft()
  const log = editLogFor(draft)
  const pending = useSyncExternalStore(log.subscribe, log.pending)
  // while another content is asked for, the first draft for example, the tree stays
  const last = useRef(listed)
  if (listed !== undefined) last.current = listed
  const base = listed ?? last.current
  const pages = useMemo(() => (base === undefined ? undefined : pending.reduce(applyEdit, base)), [base, pending])

  const addressOf = ({ href, path, type }: TreePage): string | undefined =>
    type === "link" ? href : type === "document" && path !== undefined ? pathAddress(path) : undefined

  // a page that was moved has another address a moment before one is there
  const seen = useRef<{ readonly address: string; readonly id: string }>(undefined)
  const found = useMemo(
    () => base && firstOf(base, (page) => page.path !== undefined && pathAddress(page.path) === current)?.id,
    [base, current, pathAddress]
  )
  if (found !== undefined && current !== undefined) seen.current = { address: current, id: found }
  const open = found ?? (seen.current?.address === current ? seen.current?.id : undefined)

  // what is taken back later is taken back from the tree that is there then
  const latest = useRef({ pages: pages ?? [], open })
  latest.current = { pages: pages ?? [], open }

  /** Shows an edit and writes it; `undefined` when the server refuses, which is told. */
  const perform = async (edit: TreeEdit, revision?: Promise<string | undefined>) => {
    const { open, pages: before } = latest.current
    const openPath = open === undefined ? undefined : findPage(before, open)?.page.path
    const writing = (async () => {
      if (draft.isOwn && draft.changeRequest === undefined && openPath !== undefined) {
        // the first edit makes the draft: the page that is looked at is read from it before it may go elsewhere
        const { id } = await findOrMakeDraft(draft.space)
        await queryClient.prefetchQuery(pageQuery(draft.space, openPath, id))
      }
      let answer: ContentUpdate | undefined
      for (const batch of changesOf(before, edit, await revision)) answer = await draft.write(batch)
      return answer
    })()
    const answer = await log.showUntil(edit, writing).catch((error: unknown) => {
      tell(`That was not done. ${problemOf(error, navigator.onLine).text}`)
      // somebody else may have changed what it was about
      void queryClient.invalidateQueries({ queryKey: ["space", draft.space, "pages"] })
      return undefined
    })
    // what is looked at has its own news; what is gone to later is asked for anew
    if (answer !== undefined)
      void queryClient.invalidateQueries({ queryKey: ["space", draft.space, "page"], refetchType: "none" })
    return answer
  }

  const make = (edit: TreeEdit | undefined, done: string, undone: string, goBackTo?: string): void => {
    const inverse = edit && inverseOf(pages ?? [], edit)
    if (edit === undefined || inverse === undefined) return
    const made: Made = { inverse, undone, open: goBackTo, answer: perform(edit) }
    remember(log, made)
    void made.answer.then((answer) => answer ?? forget(log, made))
    tell(done, { label: "Undo", run: () => void undo(made) })
  }

  /** Takes back the last edit, or the one that is named. */
  const undo = async (one?: Made): Promise<void> => {
    const made = one ?? log.made.at(-1)
    if (made === undefined || !forget(log, made)) return tell("There is nothing to undo in the tree")
    const { inverse } = made
    const id = inverse.kind === "restore" ? inverse.page.id : inverse.id
    const revision =
      inverse.kind === "restore"
        ? made.answer.then((answer) => answer && revisionWith(draft.space, answer.changeRequest.revision, id))
        : made.answer.then(() => undefined)
    focus(id)
    const answer = await perform(inverse, revision)
    if (answer === undefined) return
    tell(made.undone)
    const before = made.open === undefined ? undefined : findPage(await pagesAfter(draft.space, answer), made.open)
    const address = before && addressOf(before.page)
    if (address === undefined) return
    keepFocus(address)
    go(address)
  }

  const titleOf = (id: string): string => findPage(pages ?? [], id)?.page.title || "Untitled"

  return {
    pages,
    open,
    canEdit: draft.canEdit,
    addressOf,
    undo: () => undo(),
    move: (id, place) => {
      const edit = place && moveTo(pages ?? [], id, place)
      if (edit === undefined) return tell(`${titleOf(id)} stays: it cannot stand there`)
      const words = placeWords(applyEdit(pages ?? [], edit), id)
      make(edit, `Moved ${titleOf(id)}: ${words}`, `${titleOf(id)} is back where it was`)
      focus(id)
    },
    rename: (id, title) => {
      const words = title.trim()
      make(rename(pages ?? [], id, words), `Renamed to ${words}`, `It is called ${titleOf(id)} again`)
    },
    setHidden: (id, hidden) => {
      const words = (is: boolean) => `${titleOf(id)} is ${is ? "hidden from readers’ navigation" : "shown to readers"}`
      make({ kind: "change", id, fields: { hidden } }, words(hidden), words(!hidden))
    },
    remove: (id) => {
      const found = findPage(pages ?? [], id)
      if (found === undefined) return
      const isOpen = withBelow(found.page).some((page) => page.id === open)
      const near = neighbourOf(pages ?? [], id)
      make({ kind: "delete", id }, `Deleted ${titleOf(id)}`, `${titleOf(id)} is back`, isOpen ? open : undefined)
      if (!isOpen) return
      const next = (near && addressOf(near)) ?? pathAddress("")
      keepFocus(next)
      goOn(next)
    },
    duplicate: async (id) => {
      tell(`Duplicating ${titleOf(id)}`)
      try {
        // a copy has what was typed and what the tree shows, though the server may not have it yet
        if (!(await saveAll())) return tell("What you wrote is not saved yet. Try again when it is")
        await log.answered()
        const { copy, update } = await copyPages(draft, latest.current.pages, id, (done, all) => {
          if (done < all) tell(`Duplicating ${titleOf(id)}: ${done} of ${all} pages`)
        })
        const title = findPage(await pagesAfter(draft.space, update), copy)?.page.title ?? titleOf(id)
        remember(log, {
          inverse: { kind: "delete", id: copy },
          undone: `${title} is gone`,
          answer: Promise.resolve(update)
        })
        tell(`Made ${title}`, { label: "Undo", run: () => void undo() })
        focus(copy)
      } catch (error) {
        tell(`It was not duplicated. ${problemOf(error, navigator.onLine).text}`)
      }
    },
    addPage: (place) => makePage(draft, pages ?? [], place, pathAddress),
    addGroup: async (place) => {
      const title = freeTitle(pages ?? [], "New group")
      const group = await insert(draft, { operation: "insert_group", title, ...place })
      return group?.id
    },
    addLink: async (place, title, url) => {
      const link = await insert(draft, { operation: "insert_link", title, url, ...place })
      if (link === undefined) return
      tell(`Made the link ${link.title}`, { label: "Undo", run: () => void undo() })
      focus(link.id)
    }
  }
}

/** How many revisions are looked through for a page that was deleted: others may have written meanwhile. */
const lookedThrough = 30

/** The last revision before one that has a page. */
const revisionWith = async (spaceId: string, after: string, page: string): Promise<string | undefined> => {
  let revisionId: string | undefined = after
  for (let n = 0; n < lookedThrough && revisionId !== undefined; n++) {
    const revision: { readonly parents: ReadonlyArray<string>; readonly pages: TreePages } =
      await client.spaceContent.getRevisionById({ params: { spaceId, revisionId }, query: { metadata: false } })
    if (findPage(revision.pages, page) !== undefined) return revisionId
    revisionId = revision.parents[0]
  }
  return undefined
}
