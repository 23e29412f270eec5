/** The title and the description of a page, to be written. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import type { DocumentPage, ListedPage } from "../../logic/api.ts"
import type { PageFields } from "../../logic/PageSaver.ts"
import { freeSlug, isUnnamed } from "../../logic/pageFields.ts"
import { emojiOf } from "../../logic/spaces.ts"
import { ScreenTitle } from "../parts/screen.tsx"

interface PageHeadProps {
  /** As the server has it. */
  readonly page: DocumentPage
  /** What was written of it and is not saved yet. */
  readonly unsaved: PageFields
  /** Pages beside it. */
  readonly siblings: ReadonlyArray<ListedPage>
  readonly space: string
  readonly onChange: (fields: PageFields) => void
  /** Goes on to the text. */
  readonly onEnter: () => void
}

export const PageHead = ({ onChange, onEnter, page, siblings, space, unsaved }: PageHeadProps) => {
  const title = useWritten(unsaved.title ?? page.title)
  const description = useWritten(unsaved.description ?? page.description ?? "")
  const emoji = emojiOf(unsaved.emoji ?? page.emoji)
  // a new page is called by its title from the moment that it has one
  const name = () => {
    const slug = isUnnamed(page.slug) && title.text.trim() !== "" ? freeSlug(title.text, page.id, siblings) : undefined
    if (slug !== undefined && slug !== page.slug) onChange({ slug })
  }
  const shown = title.text || "Untitled"
  return (
    <>
      <ScreenTitle title={space === "" ? shown : `${shown} · ${space}`} label={shown}>
        {emoji === undefined ? null : <span className="emoji">{emoji}</span>}
        <Line
          label="Page title"
          placeholder="Untitled"
          maxLength={1000}
          text={title.text}
          onFocus={title.onFocus}
          onBlur={() => {
            title.onBlur()
            name()
          }}
          onText={(text) => {
            title.write(text)
            // a page is called something
            onChange({ title: text.trim() === "" ? "Untitled" : text })
          }}
          onEnter={onEnter}
        />
      </ScreenTitle>
      <div className="lead">
        <Line
          label="Page description"
          placeholder="Add a description"
          maxLength={10_000}
          text={description.text}
          onFocus={description.onFocus}
          onBlur={description.onBlur}
          onText={(text) => {
            description.write(text)
            onChange({ description: text })
          }}
          onEnter={onEnter}
        />
      </div>
    </>
  )
}

/** What stands in a field: what others write comes in while nobody is in it. */
const useWritten = (known: string) => {
  const [text, setText] = useState(known)
  const [seen, setSeen] = useState(known)
  const isIn = useRef(false)
  if (known !== seen) {
    setSeen(known)
    if (!isIn.current) setText(known)
  }
  return {
    text,
    write: setText,
    onFocus: () => {
      isIn.current = true
    },
    onBlur: () => {
      isIn.current = false
    }
  }
}

interface LineProps {
  readonly label: string
  readonly placeholder: string
  readonly maxLength: number
  readonly text: string
  readonly onText: (text: string) => void
  readonly onEnter: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/** One line of text, as high as it is long. */
const Line = ({ label, maxLength, onBlur, onEnter, onFocus, onText, placeholder, text }: LineProps) => {
  const area = useRef<HTMLTextAreaElement>(null)
  // browsers that do not size fields by their content are told the height
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it high
  useLayoutEffect(() => {
    const element = area.current
    if (element === null || CSS.supports("field-sizing", "content")) return
    element.style.height = "auto"
    element.style.height = `${element.scrollHeight}px`
  }, [text])
  return (
    <textarea
      ref={area}
      className="head-line"
      aria-label={label}
      placeholder={placeholder}
      rows={1}
      maxLength={maxLength}
      value={text}
      onFocus={onFocus}
      onBlur={onBlur}
      onChange={({ target }) => onText(target.value.replace(/[\r\n]/g, " "))}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
