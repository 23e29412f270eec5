/** Why a text is not saved any more, and what can be done with what was written. */
import { useState } from "react"
import type { SaverView } from "../../logic/PageSaver.ts"
import { refusalOf } from "../../logic/refusal.ts"
import { isUnsaved } from "../../logic/saving.ts"
import { whereKept } from "../../logic/savingWords.ts"
import { type Trouble as Kind, type TextName, troubleWords } from "../../logic/troubleWords.ts"
import type { PageBodyHandle } from "../editor/services.ts"
import { tell } from "../parts/status.tsx"

interface TroubleProps {
  readonly of: TextName
  readonly view: SaverView
  /** What was written, as plain text or Markdown. */
  readonly text: () => string
  /** Finds the block of a place in the document; there is none where Markdown is edited. */
  readonly locate: PageBodyHandle["locate"] | undefined
  /** Writes it as a new page. */
  readonly onNewPage: () => Promise<void>
  /** Writes it into the own draft of the space. */
  readonly onOwnDraft: () => Promise<void>
  readonly onThrowAway: () => void
}

const titles = (of: TextName): Readonly<Record<Kind, string>> => ({
  "signed-out": "You are signed out",
  forbidden: "You may not edit here any more",
  deleted: `Somebody deleted this ${of}`,
  closed: "This change request was merged or archived",
  gone: "This is not there any more",
  "too-large": `This ${of} is too large`,
  refused: "The server does not take this"
})

export const Trouble = ({ locate, of, onNewPage, onOwnDraft, onThrowAway, text, view }: TroubleProps) => {
  const [isBusy, setBusy] = useState(false)
  const [isSure, setSure] = useState(false)
  const { stop } = view.state
  if (stop === undefined || stop === "collision") return null
  const hasWork = isUnsaved(view.state)
  const { path, reason } = refusalOf(view.error)
  const block = stop === "refused" && path !== undefined ? locate?.(path) : undefined
  const act = (work: () => Promise<void>) => () => {
    setBusy(true)
    work()
      .catch((error: { readonly message?: string }) => tell(`This did not work: ${error.message ?? "no answer came"}`))
      .finally(() => setBusy(false))
  }
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    tell("What you wrote was copied")
  }
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="button secondary" disabled={isBusy} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <section className="trouble" aria-label={titles(of)[stop]}>
      <p>
        {hasWork ? <strong>What you wrote is {whereKept(view.isKept)}. </strong> : null}
        {troubleWords(stop, { block: block?.name, of, reason })}
      </p>
      <div className="buttons">
        {block === undefined ? null : button("Go to the block", block.go)}
        {stop === "signed-out" ? (
          <a className="button" href={location.pathname} target="_blank" rel="noopener">
            Sign in again
          </a>
        ) : null}
        {stop === "signed-out" ? button("Load this page again", () => location.reload()) : null}
        {hasWork && stop === "deleted" ? button("Keep as a new page", act(onNewPage)) : null}
        {hasWork && stop === "closed" ? button("Keep in a draft of mine", act(onOwnDraft)) : null}
        {hasWork ? button("Copy the text", act(copy)) : null}
        {hasWork && stop !== "signed-out"
          ? button(isSure ? "Yes, throw it away" : "Throw it away", () => (isSure ? onThrowAway() : setSure(true)))
          : null}
      </div>
    </section>
  )
}
