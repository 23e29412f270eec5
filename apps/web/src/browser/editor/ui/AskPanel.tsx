/** The panel that asks for what a block needs. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { parsedUrl } from "../../../logic/addresses.ts"
import type { Question } from "../ask.ts"
import { useLive } from "../live.ts"
import { FileQuestion } from "./FileQuestion.tsx"
import { Floating } from "./Floating.tsx"
import { TargetPicker } from "./TargetPicker.tsx"

interface AskPanelProps {
  readonly question: Question
  readonly onClose: () => void
}

export const AskPanel = ({ onClose, question }: AskPanelProps) => {
  const { view } = useLive()
  const leave = (): void => {
    onClose()
    view.focus()
  }
  return (
    <Floating
      className="ask-panel"
      role="dialog"
      aria-label={question.title}
      side="below"
      at={question.at}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return
        event.preventDefault()
        leave()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // what is being sent is not given up by a look at the text
        const isSending = currentTarget.querySelector("[role=progressbar]") !== null
        if (relatedTarget !== null && !isSending && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <Questions question={question} onDone={leave} />
    </Floating>
  )
}

const Questions = ({ onDone, question }: { readonly question: Question; readonly onDone: () => void }) => {
  const { answer, needs } = question
  const done: Question["answer"] = (data, words) => {
    onDone()
    answer(data, words)
  }
  switch (needs) {
    case "page":
      return <TargetPicker label="Leads to" onChoose={(ref, title) => done({ ref }, title)} onClose={onDone} />
    case "picture":
    case "file":
      return <FileQuestion question={{ ...question, answer: done }} onDone={onDone} />
    case "address":
      return <AddressQuestion onAnswer={(url) => done({ url }, url)} />
    case "reusable-content":
      return <ReusableQuestion onAnswer={done} />
    case "openapi":
      return <SpecificationQuestion onAnswer={(spec) => done({ ref: { kind: "openapi", spec } }, spec)} />
  }
}

const AddressQuestion = ({ onAnswer }: { readonly onAnswer: (url: string) => void }) => {
  const [words, setWords] = useState("")
  const url = parsedUrl(words.trim())
  const isAddress = url?.protocol === "https:" || url?.protocol === "http:"
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isAddress) onAnswer(words.trim())
  }
  return (
    <form className="ask-line" onSubmit={onSubmit}>
      <input
        className="input"
        type="url"
        aria-label="Address"
        data-first
        placeholder="https://…"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <button type="submit" className="button" disabled={!isAddress}>
        Insert
      </button>
    </form>
  )
}

const SpecificationQuestion = ({ onAnswer }: { readonly onAnswer: (spec: string) => void }) => {
  const [words, setWords] = useState("")
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (words.trim() !== "") onAnswer(words.trim())
  }
  return (
    <form className="ask-line" onSubmit={onSubmit}>
      <input
        className="input"
        aria-label="Specification"
        data-first
        placeholder="Name of the specification"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <button type="submit" className="button" disabled={words.trim() === ""}>
        Insert
      </button>
    </form>
  )
}

const ReusableQuestion = ({ onAnswer }: { readonly onAnswer: Question["answer"] }) => {
  const { services } = useLive()
  const [found, setFound] = useState<ReadonlyArray<{ readonly id: string; readonly title: string }>>()
  const [failed, setFailed] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    services()
      .reusableContents()
      .then(setFound, () => setFailed(true))
  }, [services])
  useEffect(() => {
    if (found !== undefined) list.current?.querySelector("button")?.focus()
  }, [found])
  if (found === undefined || found.length === 0) {
    return (
      <p className="panel-note" role="status">
        {failed
          ? "The list did not come. Try again later."
          : found === undefined
            ? "Looking…"
            : "This space has no reusable content yet."}
      </p>
    )
  }
  return (
    <ul ref={list} className="panel-list" aria-label="Reusable content">
      {found.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            className="panel-option"
            onClick={() => onAnswer({ ref: { kind: "reusable-content", reusableContent: id } }, title)}
          >
            <span className="panel-title">{title || "Untitled"}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
