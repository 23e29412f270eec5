/** A page that is written: its head, its text as blocks, as Markdown or as both, how it is saved, and who else is here. */
import { useQuery } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { DocumentPage, ListedPage, PageRevision, PresentPerson } from "../../logic/api.ts"
import { siblingsOf } from "../../logic/pages.ts"
import { mostUrgent } from "../../logic/savingWords.ts"
import { CommentsButton } from "../comments/CommentsButton.tsx"
import { usePageComments } from "../comments/usePageComments.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { go } from "../parts/navigation.ts"
import { tell } from "../parts/status.tsx"
import "../style/page-tools.css"
import "../style/writing.css"
import { meQuery, queryClient } from "../queries.ts"
import type { OpenedText, TextToOpen } from "../saving/openText.ts"
import { empty, pageText } from "../saving/textAt.ts"
import { PageArticle } from "../screens/PageArticle.tsx"
import { PageFacts, PageWay } from "../screens/PageWay.tsx"
import { LeftUploads } from "../uploads/LeftUploads.tsx"
import { isUploading } from "../uploads/leftUploads.ts"
import { Beside } from "./Beside.tsx"
import { PageHead } from "./PageHead.tsx"
import { useReusableEditing } from "./reusable.ts"
import { HereNow, SavingState } from "./SavingState.tsx"
import { TextPane, TextTrouble } from "./TextPane.tsx"
import { TouchTools } from "./TouchTools.tsx"
import { useEditorServices } from "./useEditorServices.ts"
import { useLeftBehind } from "./useLeftBehind.ts"
import { useReopenedText, useTextToOpen } from "./useOpenedText.ts"
import { useWrittenText, type WrittenText } from "./useWrittenText.ts"

const PageOptions = lazy(() => import("./PageOptions.tsx"))
const ReusableInPlace = lazy(() => import("./ReusableInPlace.tsx"))
const PageComments = lazy(() => import("../comments/PageComments.tsx"))
const PageHistory = lazy(() => import("./PageHistory.tsx"))

/** What of a page is seen while it is written. */
type View = "blocks" | "markdown" | "both"

interface EditedPageProps {
  /** As it is read. */
  readonly page: DocumentPage
  readonly pages: ReadonlyArray<ListedPage>
  readonly space: string
  /** The revision that the content is at. */
  readonly head: string | undefined
  readonly people: ReadonlyArray<PresentPerson>
}

export default (props: EditedPageProps) => {
  const me = useQuery(meQuery).data
  const read = <PageArticle page={props.page} pages={props.pages} space={props.space} />
  return me === undefined ? read : <Opened {...props} me={me.id} read={read} />
}

const Opened = ({ read, ...props }: EditedPageProps & { readonly me: string; readonly read: ReactNode }) => {
  const wanted = useTextToOpen(pageText, props.page.id, props.me)
  const [view, setView] = useState<View>("blocks")
  // until it is opened the page is read
  const { anew, opened, times } = useReopenedText(wanted, view === "markdown" ? "markdown" : "document")
  if (opened === undefined) return read
  const shown = view === "both" ? view : opened.form === "markdown" ? "markdown" : "blocks"
  return (
    <Written
      key={`${opened.form} ${times}`}
      {...props}
      wanted={wanted}
      opened={opened}
      shown={shown}
      onShow={(next) => {
        setView(next)
        // the form that comes beside leaves the first one as it is
        if ((next === "markdown") !== (opened.form === "markdown")) anew()
      }}
      onOpenAnew={anew}
    />
  )
}

interface WrittenProps extends EditedPageProps {
  readonly me: string
  readonly wanted: TextToOpen
  readonly opened: OpenedText
  readonly shown: View
  readonly onShow: (view: View) => void
  readonly onOpenAnew: () => void
}

const Written = (props: WrittenProps) => {
  const { head, me, onOpenAnew, onShow, opened, pages, people, shown, space, wanted } = props
  const { number, space: spaceId, write } = useDraft()
  const [beside, setBeside] = useState<WrittenText>()
  const [dialog, setDialog] = useState<"options" | "history">()
  const text = useWrittenText(wanted, opened, head, beside?.at.revision)
  const { at, saver, setFields, view } = text
  const page = at.subject
  const inPlace = useReusableEditing()
  const talk = usePageComments(page.id)
  const { blocks } = text
  const { begin, mayComment } = talk
  const comment = useMemo(() => (mayComment ? () => begin(blocks) : undefined), [mayComment, begin, blocks])
  const services = useEditorServices(pages, opened.place, text.now, { onEditReusable: inPlace.begin, comment })
  const unsaved = saver?.unsaved() ?? {}
  // what is read elsewhere of it is asked for anew when it is looked at next
  useEffect(
    () => () => void queryClient.invalidateQueries({ queryKey: ["space", spaceId, "page"], refetchType: "none" }),
    [spaceId]
  )
  useLeftBehind(opened.place, saver, onOpenAnew)
  const flush = async () =>
    (await Promise.all([text, beside].map((one) => one?.saver?.flush() ?? true))).every((isSaved) => isSaved)
  /** Saves what is written. @returns the page as it is then */
  const settle = async () => {
    if (!(await flush())) throw new Error("What you wrote is not saved yet")
    const now = text.now()
    return now !== undefined && "document" in now ? now.document : empty
  }
  const show = async (next: View) => {
    if (isUploading(opened.place)) tell("Files are on their way into this page: the other view comes after that")
    else if (await flush()) onShow(next)
    else tell("What you wrote is not saved yet: the other view comes after that")
  }
  const restore = async ({ id }: PageRevision) => {
    if (saver === undefined || !(await flush())) throw new Error("What you wrote is not saved yet")
    const { changeRequest } = await write([{ operation: "revert_page", page: page.id, revision: id }])
    saver.moved(changeRequest.revision)
    tell("The page is as it was then, in your draft")
  }
  const throwAway = async () => {
    const isGone = view?.state.stop === "deleted"
    await saver?.throwAway()
    if (isGone) go(pageAddress(spaceId, "", number))
    else onOpenAnew()
  }
  const isBoth = shown === "both"
  const trouble = <TextTrouble text={text} kind={pageText} onThrowAway={() => void throwAway()} />
  const toggle = (label: string, which: View, more = "") => (
    <button
      type="button"
      className={`tool${more}`}
      aria-pressed={shown === which}
      onClick={() => void show(shown === which ? "blocks" : which)}
    >
      {label}
    </button>
  )
  return (
    <article className={`page written${isBoth ? " both" : ""}`}>
      <div className="page-tools">
        <SavingState view={mostUrgent([view, beside?.view])} />
        <HereNow me={me} people={people.filter((one) => one.page === page.id || one.id === me)} />
        <CommentsButton talk={talk} blocks={blocks} />
        <button type="button" className="tool" onClick={() => setDialog("history")}>
          History
        </button>
        <button type="button" className="tool" onClick={() => setDialog("options")}>
          Page options
        </button>
        {toggle("Markdown", "markdown")}
        {toggle("Side by side", "both", " wide-only")}
      </div>
      {isBoth ? null : trouble}
      <LeftUploads place={opened.place} />
      <div className="page-head">
        <PageWay page={page.id} pages={pages} />
        <PageHead
          page={page}
          unsaved={unsaved}
          siblings={siblingsOf(pages, page.id)}
          space={space}
          onChange={setFields}
          onEnter={text.focus}
        />
      </div>
      <TouchTools acts={text.acts} />
      <div className="text-panes">
        <TextPane text={text} services={services} isOneOfTwo={isBoth}>
          {isBoth ? trouble : null}
        </TextPane>
        {isBoth ? (
          <Beside
            wanted={wanted}
            form={opened.form === "document" ? "markdown" : "document"}
            head={head}
            other={at.revision}
            services={services}
            onText={setBeside}
          />
        ) : null}
      </div>
      <PageFacts page={page} />
      <Suspense fallback={null}>
        {inPlace.editing === undefined ? null : (
          <ReusableInPlace
            key={inPlace.editing.reference.reusableContent}
            editing={inPlace.editing}
            head={head}
            me={me}
            pages={pages}
            onEnd={() => {
              inPlace.end()
              text.focus()
            }}
          />
        )}
        {talk.isOpen || talk.places.some(({ comments }) => comments.length > 0) ? (
          <PageComments
            talk={talk}
            blocks={blocks}
            document={"document" in at.text ? at.text.document : (page.document ?? props.page.document ?? empty)}
            revision={at.revision}
            settle={settle}
          />
        ) : null}
        {dialog === "options" ? (
          <PageOptions page={page} unsaved={unsaved} onChange={setFields} onClose={() => setDialog(undefined)} />
        ) : dialog === "history" ? (
          <PageHistory space={spaceId} page={page.id} onRestore={restore} onClose={() => setDialog(undefined)} />
        ) : null}
      </Suspense>
    </article>
  )
}
