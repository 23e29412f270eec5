/** Where the text of a page is written, as blocks or as Markdown, and what went wrong with it. */
import { lazy, type ReactNode, Suspense } from "react"
import type { DocumentPage } from "../../logic/api.ts"
import type { EditorServices } from "../editor/services.ts"
import { Waiting } from "../parts/screen.tsx"
import { Collisions } from "./Collisions.tsx"
import { Trouble } from "./Trouble.tsx"
import { TypeAhead } from "./TypeAhead.tsx"
import { useRescue } from "./useRescue.ts"
import type { WrittenText } from "./useWrittenText.ts"

const loadBody = () => import("../editor/PageBody.tsx")
const PageBody = lazy(loadBody)
// while the page is opened; what goes wrong is said where it is drawn
loadBody().catch(() => {})
const MarkdownSource = lazy(() => import("./MarkdownSource.tsx"))

interface TextTroubleProps {
  readonly text: WrittenText
  readonly page: DocumentPage
  readonly onThrowAway: () => void
}

export const TextTrouble = ({ onThrowAway, page, text }: TextTroubleProps) => {
  const { saver, surface, view, words } = text
  const rescue = useRescue(saver, surface, page)
  return view === undefined ? null : (
    <>
      <Trouble
        view={view}
        text={words}
        locate={text.locate}
        onNewPage={rescue.asNewPage}
        onOwnDraft={rescue.intoOwnDraft}
        onThrowAway={onThrowAway}
      />
      <Collisions view={view} onSettle={(settled) => saver?.resume(settled)} />
    </>
  )
}

interface TextPaneProps {
  readonly text: WrittenText
  readonly services: EditorServices
  /** Whether the page is beside it in another form: what is written here goes there when the caret does. */
  readonly isOneOfTwo: boolean
  /** What stands above the text. */
  readonly children?: ReactNode
}

export const TextPane = ({ children, isOneOfTwo, services, text }: TextPaneProps) => {
  const { ahead, opened, saver, setBlocks, setSource } = text
  const first = opened.at.text
  const edited = () => saver?.edited()
  return (
    <section
      className="text-pane"
      aria-label={isOneOfTwo ? (opened.form === "markdown" ? "As Markdown" : "As blocks") : undefined}
      onBlur={() => {
        if (isOneOfTwo) saver?.hurry()
      }}
    >
      {children}
      <Suspense fallback={ahead === undefined ? <Waiting lines={6} /> : <TypeAhead label="Page body" typed={ahead} />}>
        {"markdown" in first ? (
          <MarkdownSource ref={setSource} markdown={first.markdown} onChange={edited} />
        ) : (
          <PageBody ref={setBlocks} document={first.document} label="Page body" services={services} onChange={edited} />
        )}
      </Suspense>
    </section>
  )
}
