/** Chooses what a page is moved into: found by typing, or gone to with arrows. */
import { type KeyboardEvent, useMemo, useState } from "react"
import { type Place, pagesIn, type TreePage, type TreePages } from "../../logic/pageTree.ts"
import { nextEntry } from "../../logic/palette.ts"
import { targetsFor } from "../../logic/treePlaces.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Icon } from "../parts/Icon.tsx"

interface MovePageDialogProps {
  readonly page: TreePage
  readonly pages: TreePages
  readonly onClose: () => void
  readonly onChoose: (place: Place) => void
}

/** Most entries that are there at a time; more words find the others. */
const shown = 100

export default ({ onChoose, onClose, page, pages }: MovePageDialogProps) => {
  const [words, setWords] = useState("")
  const [at, setAt] = useState(0)
  const found = useMemo(() => targetsFor(pages, page.id, words), [pages, page.id, words])
  const offered = found.slice(0, shown)
  const chosen = Math.min(at, offered.length - 1)
  const choose = (into: string | null) =>
    onChoose({ into, at: (pagesIn(pages, into) ?? []).filter(({ id }) => id !== page.id).length })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const target = offered[chosen]
    if (event.key === "Enter" && target !== undefined) {
      event.preventDefault()
      return choose(target.id)
    }
    const next = nextEntry(event.key, chosen, offered.length)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    document.getElementById(`Target-${next}`)?.scrollIntoView({ block: "nearest" })
  }

  return (
    <Dialog title={`Move ${page.title || "Untitled"}`} kind="form" onClose={onClose}>
      <div className="palette-head">
        <Icon name="search" />
        <input
          className="palette-input"
          role="combobox"
          aria-label="Move into"
          aria-expanded="true"
          aria-controls="Targets"
          aria-autocomplete="list"
          aria-activedescendant={offered.length === 0 ? undefined : `Target-${chosen}`}
          placeholder="Move into"
          autoComplete="off"
          maxLength={200}
          autoFocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" id="Targets" role="listbox" aria-label="Pages to move into">
        {offered.map(({ id, note, title }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the combobox
          <div
            key={id}
            id={`Target-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className="palette-entry"
            onPointerMove={() => setAt(index)}
            onClick={() => choose(id)}
          >
            <span className="palette-icon">
              <Icon name={id === null ? "tree" : "page"} />
            </span>
            <span className="palette-title">{title}</span>
            {note === "" ? null : <span className="palette-note">{note}</span>}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {found.length === 0
          ? "No page has these words in its title."
          : found.length > shown
            ? `${found.length - shown} more: type to find them`
            : "It becomes the last one there."}
      </p>
    </Dialog>
  )
}
