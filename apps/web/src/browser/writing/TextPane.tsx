/** Where a text is written, as blocks or as Markdown, and what went wrong with it. */
import { lazy, type ReactNode, Suspense } from "react"
import type { EditorServices } from "../editor/services.ts"
import { Waiting } from "../parts/screen.tsx"
import type { TextKind, Titled } from "../saving/textAt.ts"
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

interface TextTroubleProps<Subject extends Titled> {
  readonly text: WrittenText<Subject>
  readonly kind: TextKind<Subject>
  readonly onThrowAway: () => void
}

export const TextTrouble = <Subject extends Titled>({ kind, onThrowAway, text }: TextTroubleProps<Subject>) => {
  const { at, saver, surface, view, words } = text
  const rescue = useRescue(kind, saver, surface, at.subject)
  return view === undefined ? null : (
    <>
      <Trouble
        of={kind.name}
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
  readonly text: WrittenText<Titled>
  readonly label?: string
  readonly services: EditorServices
  /** Whether the page is beside it in another form: what is written here goes there when the caret does. */
  readonly isOneOfTwo: boolean
  /** What stands above the text. */
  readonly children?: ReactNode
}

export const TextPane = ({ children, isOneOfTwo, label = "Page body", services, text }: TextPaneProps) => {
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
      <Suspense fallback={ahead === undefined ? <Waiting lines={6} /> : <TypeAhead label={label} typed={ahead} />}>
        {"markdown" in first ? (
          <MarkdownSource ref={setSource} markdown={first.markdown} onChange={edited} />
        ) : (
          <PageBody ref={setBlocks} document={first.document} label={label} services={services} onChange={edited} />
        )}
      </Suspense>
    </section>
  )
}
