/** Where what was written goes when the page or the change request that it was written in is gone. */
import { useMemo } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ContentUpdate } from "../../logic/api.ts"
import { documentInput, type PageFields, type PageSaver, type PageText, type Surface } from "../../logic/PageSaver.ts"
import { pagesById } from "../../logic/pages.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { draftWriter } from "../drafts/DraftWriter.ts"
import { go } from "../parts/navigation.ts"
import { tell } from "../parts/status.tsx"
import { ownDraftQuery, pagesQuery, queryClient } from "../queries.ts"
import type { TextKind, Titled } from "../saving/textAt.ts"

interface Rescue {
  readonly asNewPage: () => Promise<void>
  readonly intoOwnDraft: () => Promise<void>
}

export const useRescue = <Subject extends Titled & Pick<PageFields, "emoji" | "icon">>(
  kind: TextKind<Subject>,
  saver: PageSaver | undefined,
  surface: Surface<PageText> | undefined,
  subject: Subject
): Rescue => {
  const { number, space, write } = useDraft()
  return useMemo((): Rescue => {
    const fields = () => {
      const { emoji, icon, title } = { ...subject, ...saver?.unsaved() }
      return { title: title || "Untitled", ...(emoji ? { emoji } : {}), ...(icon ? { icon } : {}) }
    }
    const goTo = async (done: ContentUpdate, where: string | undefined) => {
      const made = done.changes.find(
        (change) => change.object === "created_page" || change.object === "updated_page"
      )?.page
      const { pages } = await queryClient.fetchQuery({
        ...pagesQuery(space, done.changeRequest.id),
        staleTime: 0
      })
      const path = typeof made === "object" ? pagesById(pages).get(made.id)?.path : undefined
      await saver?.throwAway()
      go(pageAddress(space, path ?? "", where))
    }
    const insert = (to: typeof write) => {
      if (surface === undefined) throw new Error("There is nothing to be kept")
      return to([{ operation: "insert_page", ...fields(), document: documentInput(surface.now()) }])
    }
    return {
      asNewPage: async () => {
        await goTo(await insert(write), number)
        tell("What you wrote is a new page")
      },
      intoOwnDraft: async () => {
        if (surface === undefined || saver === undefined) return
        const own = draftWriter(space, undefined).write
        const written = { base: saver.revision(), text: surface.now(), fields: saver.unsaved() }
        const done = await own([kind.change(subject.id, written)]).catch(() => insert(own))
        await queryClient.invalidateQueries({ queryKey: ownDraftQuery(space).queryKey })
        await goTo(done, undefined)
        tell("What you wrote is in a draft of yours")
      }
    }
  }, [kind, saver, surface, subject, number, space, write])
}
