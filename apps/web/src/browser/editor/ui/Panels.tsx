/** Everything around the text: menus, bars and panels, of which most are there only now and then. */
import type { BlockKind } from "@octavo/editor"
import { lazy, Suspense, useEffect } from "react"
import type { Question } from "../ask.ts"
import { useLive } from "../live.ts"
import { AskPanel } from "./AskPanel.tsx"
import { BlockHandle } from "./BlockHandle.tsx"
import { BlockSettings } from "./BlockSettings.tsx"
import { FormatToolbar } from "./FormatToolbar.tsx"
import { InsertMenu } from "./InsertMenu.tsx"
import { LinkPanel } from "./LinkPanel.tsx"
import { NotePanel } from "./NotePanel.tsx"

const ShortcutsSheet = lazy(() => import("./ShortcutsSheet.tsx"))

/** The panel that is open; there is at most one. */
export type OpenPanel =
  | { readonly name: "link" | "note" | "block" | "help" }
  | { readonly name: "ask"; readonly question: Question }

interface PanelsProps {
  readonly open: OpenPanel | undefined
  readonly onOpen: (panel: OpenPanel | undefined) => void
  readonly onChoose: (kind: BlockKind) => void
}

export const Panels = ({ onChoose, onOpen, open }: PanelsProps) => {
  const { view } = useLive()
  useEffect(() => {
    const help = (event: KeyboardEvent): void => {
      // what has a document of its own stands for all that is in it
      const [target] = event.composedPath()
      const isText =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      const isHelp = event.key === "/" ? event.ctrlKey || event.metaKey : event.key === "?" && !isText
      if (!isHelp || event.defaultPrevented) return
      event.preventDefault()
      onOpen({ name: "help" })
    }
    window.addEventListener("keydown", help)
    return () => window.removeEventListener("keydown", help)
  }, [onOpen])
  const close = (): void => onOpen(undefined)
  return (
    <>
      <InsertMenu onChoose={onChoose} />
      {open === undefined ? (
        <>
          <FormatToolbar onLink={() => onOpen({ name: "link" })} onNote={() => onOpen({ name: "note" })} />
          <BlockSettings onAsk={(question) => onOpen({ name: "ask", question })} />
        </>
      ) : null}
      {open === undefined || open.name === "note" ? <NotePanel isAsked={open !== undefined} onLeave={close} /> : null}
      {open === undefined || open.name === "link" ? (
        <LinkPanel
          isEditing={open !== undefined}
          onEdit={(isEditing) => onOpen(isEditing ? { name: "link" } : undefined)}
        />
      ) : null}
      <BlockHandle
        isOpen={open?.name === "block"}
        onOpen={(isOpen) => onOpen(isOpen ? { name: "block" } : undefined)}
      />
      {open?.name === "ask" ? <AskPanel key={open.question.title} question={open.question} onClose={close} /> : null}
      {open?.name === "help" ? (
        <Suspense fallback={null}>
          <ShortcutsSheet
            onClose={() => {
              close()
              view.focus()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
