/** What is said about a page: marks beside its blocks, and all of it in a column next to it. */
import { use, useMemo, useState } from "react"
import { createPortal } from "react-dom"
import type { Comment, RichDocument } from "../../logic/api.ts"
import type { ShownBlocks } from "../editor/services.ts"
import { AsideContext } from "../parts/aside.ts"
import { goOn } from "../parts/navigation.ts"
import { base } from "../place.ts"
import { CommentMarks } from "./CommentMarks.tsx"
import { CommentsPanel } from "./CommentsPanel.tsx"
import { useCommentPlaces } from "./useCommentPlaces.ts"
import type { PageComments, PlaceOfComments } from "./usePageComments.ts"
import { useWantedComment } from "./useWantedComment.ts"

interface PageCommentsProps {
  readonly talk: PageComments
  /** The blocks that are shown; none where the page is shown as its source. */
  readonly blocks: ShownBlocks | undefined
  /** The page as the server had it last, at a revision. */
  readonly document: RichDocument
  readonly revision: string
  /** Has the server know all that is shown. @returns the page as it is then */
  readonly settle: () => Promise<RichDocument>
}

export default ({ blocks, document, revision, settle, talk }: PageCommentsProps) => {
  const aside = use(AsideContext)
  /** The comment that was asked for, by its mark or by the address. */
  const named = useWantedComment()
  const [wanted, setWanted] = useState(named)
  const [shown, live] = [talk.places[0], talk.places[1]]
  const first = usePlaced(shown, talk.page, document, revision)
  const second = usePlaced(live, talk.page, document, revision)
  const placed = useMemo(() => [first, second].filter((one) => one !== undefined), [first, second])
  const open = useMemo(() => {
    const all = new Map<string, ReadonlyArray<Comment>>()
    for (const { at } of placed)
      for (const [key, comments] of at) {
        const left = comments.filter(({ status }) => status === "open")
        if (left.length > 0) all.set(key, [...(all.get(key) ?? []), ...left])
      }
    return all
  }, [placed])
  return (
    <>
      {blocks === undefined ? null : (
        <CommentMarks
          blocks={blocks}
          at={open}
          onShow={(id) => {
            setWanted(id)
            talk.setOpen(true)
          }}
        />
      )}
      {talk.isOpen && aside !== null
        ? createPortal(
            <CommentsPanel
              talk={talk}
              placed={placed}
              blocks={blocks}
              document={document}
              wanted={wanted}
              settle={settle}
              onClose={() => {
                setWanted(undefined)
                talk.setSubject(undefined)
                talk.setOpen(false)
                if (named !== undefined) goOn(location.pathname.slice(base.length))
              }}
            />,
            aside
          )
        : null}
    </>
  )
}

const nobody: ReadonlyArray<Comment> = []

const usePlaced = (place: PlaceOfComments | undefined, page: string, document: RichDocument, revision: string) => {
  const space = place?.of.space ?? ""
  const places = useCommentPlaces(place?.comments ?? nobody, { space, page, document, revision })
  return useMemo(() => place && { ...place, ...places }, [place, places])
}
