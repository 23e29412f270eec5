/** A combobox that finds what a link may lead to: pages, headings, files, spaces, or an address as it is typed. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { parsedUrl } from "../../../logic/addresses.ts"
import { nextEntry } from "../../../logic/palette.ts"
import { Icon, type IconName } from "../../parts/Icon.tsx"
import { useLive } from "../live.ts"
import type { ContentRef, LinkTarget } from "../services.ts"

const icons: Readonly<Record<LinkTarget["kind"], IconName>> = {
  page: "page",
  heading: "link",
  file: "file",
  space: "book"
}

interface Choice {
  readonly ref: ContentRef
  readonly title: string
  readonly note?: string | undefined
  readonly icon: IconName
}

interface TargetPickerProps {
  readonly label: string
  readonly first?: string
  /** Whether an address of the web may be given. */
  readonly hasAddresses?: boolean
  readonly kinds?: ReadonlyArray<LinkTarget["kind"]>
  readonly onChoose: (ref: ContentRef, title: string) => void
  readonly onClose: () => void
}

/** Milliseconds without a key before it is looked for. */
const pause = 120

export const TargetPicker = ({
  first = "",
  hasAddresses = true,
  kinds,
  label,
  onChoose,
  onClose
}: TargetPickerProps) => {
  const { services } = useLive()
  const id = useId()
  const [words, setWords] = useState(first)
  const [found, setFound] = useState<{ readonly words: string; readonly targets: ReadonlyArray<LinkTarget> }>()
  const [at, setAt] = useState(0)
  const [failed, setFailed] = useState(false)
  /** Enter came before what is found for all that was typed: the first of that is meant. */
  const isEntered = useRef(false)
  const isWanted = ({ kind }: LinkTarget): boolean => kinds === undefined || kinds.includes(kind)
  const newest = useRef({ isWanted, onChoose })
  newest.current = { isWanted, onChoose }

  useEffect(() => {
    let isGone = false
    const timer = setTimeout(() => {
      services()
        .findTargets(words.trim())
        .then(
          (targets) => {
            if (isGone) return
            setFound({ words, targets })
            setFailed(false)
            setAt(0)
            const meant = isEntered.current ? targets.find(newest.current.isWanted) : undefined
            isEntered.current = false
            if (meant !== undefined) newest.current.onChoose(meant.ref, meant.title || "Untitled")
          },
          () => {
            if (isGone) return
            isEntered.current = false
            setFailed(true)
          }
        )
    }, pause)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [services, words])

  const address = hasAddresses ? addressIn(words, services().fromAddress) : undefined
  const targets = (found?.targets ?? []).filter(isWanted)
  const isLooking = found?.words !== words && !failed
  const choices: ReadonlyArray<Choice> = [
    ...(address === undefined ? [] : [address]),
    ...targets.map(({ kind, note, ref, title }) => ({ ref, title: title || "Untitled", note, icon: icons[kind] }))
  ]
  const choose = (choice: Choice | undefined): void => {
    if (choice !== undefined) onChoose(choice.ref, choice.title)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextEntry(event.key, at, choices.length)
    if (event.key === "Escape") onClose()
    else if (event.key === "Enter" && isLooking && at === 0 && address === undefined) isEntered.current = true
    else if (event.key === "Enter") choose(choices[at])
    else if (next !== undefined) setAt(next)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="picker">
      <input
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        data-first
        autoComplete="off"
        spellCheck={false}
        placeholder={hasAddresses ? "Find a page, or paste an address" : "Find by title"}
        value={words}
        onChange={({ target }) => {
          isEntered.current = false
          setWords(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="panel-list" hidden={choices.length === 0}>
        {choices.map(({ icon, note, title }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the combobox
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
          <div
            key={index}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            className="panel-option"
            onPointerMove={() => setAt(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choices[index])}
          >
            <Icon name={icon} />
            <span className="panel-title">{title}</span>
            {note === undefined ? null : <span className="panel-extra">{note}</span>}
          </div>
        ))}
      </div>
      {choices.length > 0 ? null : (
        <p className="panel-note" role="status">
          {failed
            ? "The search did not work. What you wrote is still there."
            : isLooking
              ? "Looking…"
              : "Nothing found."}
        </p>
      )}
    </div>
  )
}

/** What is typed as a place to lead to, when it is one: a reference where it is of this installation. */
const addressIn = (words: string, fromAddress: (url: string) => ContentRef | undefined): Choice | undefined => {
  const typed = words.trim()
  const own = typed === "" ? undefined : fromAddress(typed)
  if (own !== undefined) return { ref: own, title: typed, note: "Of this installation", icon: "link" }
  if (/^#[^\s#]+$/.test(typed)) return { ref: { kind: "anchor", anchor: typed.slice(1) }, title: typed, icon: "link" }
  const url = /^[a-z][a-z0-9+.-]*:/i.test(typed)
    ? typed
    : /^[^\s/]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(typed)
      ? `https://${typed}`
      : ""
  const protocol = parsedUrl(url)?.protocol
  return protocol !== undefined && ["http:", "https:", "mailto:", "tel:"].includes(protocol)
    ? { ref: { kind: "url", url }, title: url, icon: "globe" }
    : undefined
}
