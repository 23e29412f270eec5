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
      return (
        <LineQuestion
          label="Address"
          type="url"
          placeholder="https://…"
          isAnswer={isAddress}
          onAnswer={(url) => done({ url }, url)}
        />
      )
    case "reusable-content":
      return <ReusableQuestion onAnswer={done} />
    case "openapi":
      return (
        <LineQuestion
          label="Specification"
          placeholder="Name of the specification"
          isAnswer={isNamed}
          onAnswer={(spec) => done({ ref: { kind: "openapi", spec } }, spec)}
        />
      )
  }
}

interface LineQuestionProps {
  readonly label: string
  readonly placeholder: string
  readonly type?: "url"
  /** Whether it is an answer, with the blanks around it taken away. */
  readonly isAnswer: (words: string) => boolean
  readonly onAnswer: (words: string) => void
}

const LineQuestion = ({ isAnswer, label, onAnswer, placeholder, type }: LineQuestionProps) => {
  const [words, setWords] = useState("")
  const answer = words.trim()
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isAnswer(answer)) onAnswer(answer)
  }
  return (
    <form className="ask-line" onSubmit={onSubmit}>
      <input
        className="input"
        type={type}
        aria-label={label}
        data-first
        placeholder={placeholder}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <button type="submit" className="button" disabled={!isAnswer(answer)}>
        Insert
      </button>
    </form>
  )
}

const isAddress = (words: string): boolean => /^https?:$/.test(parsedUrl(words)?.protocol ?? "")
const isNamed = (words: string): boolean => words !== ""

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
