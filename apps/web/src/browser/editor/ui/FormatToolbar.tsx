/** The toolbar on a selection: how the text looks, and where it leads. */
import { commands } from "@octavo/editor"
import { type EditorState, TextSelection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { type KeyboardEvent, useEffect, useState } from "react"
import { keysOf } from "../../../logic/keys.ts"
import { colorClass } from "../../document/colors.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useEditorState, useLive } from "../live.ts"
import { findOf } from "../plugins/find.ts"
import { Floating } from "./Floating.tsx"

const marks = [
  { name: "bold", label: "Bold", sign: "B", keys: "Mod-b" },
  { name: "italic", label: "Italic", sign: "I", keys: "Mod-i" },
  { name: "strikethrough", label: "Strikethrough", sign: "S", keys: "Mod-Shift-s" },
  { name: "code", label: "Code", sign: "<>", keys: "Mod-e" }
] as const

/** What of the toolbar is pressed; undefined where there is none. */
const formatOf = (state: EditorState) => {
  const { selection } = state
  const { $from, empty } = selection
  if (!(selection instanceof TextSelection) || empty || findOf(state).isOpen) return undefined
  const { type } = $from.parent
  if (!type.inlineContent || !commands.toggleMark("bold")(state)) return undefined
  return {
    ...Object.fromEntries(marks.map(({ name }) => [name, commands.hasMark(state, name)])),
    link: commands.hasMark(state, "link"),
    color: commands.hasMark(state, "color"),
    canAnnotate: commands.annotate("")(state)
  } as Readonly<Record<(typeof marks)[number]["name"] | "link" | "color" | "canAnnotate", boolean>>
}

interface FormatToolbarProps {
  readonly onLink: () => void
  /** The selected words have a note now, and the caret is behind them. */
  readonly onNote: () => void
}

export const FormatToolbar = ({ onLink, onNote }: FormatToolbarProps) => {
  const format = useEditorState(formatOf)
  const { services, view } = useLive()
  const { comment } = services()
  const [hasColors, setHasColors] = useState(false)
  const isAway = useIsAway(view)
  if (format === undefined || isAway) return null
  const run = (command: ReturnType<typeof commands.toggleMark>): void => {
    command(view.state, view.dispatch)
    view.focus()
  }
  const annotate = (): void => {
    if (!commands.annotate("")(view.state, view.dispatch)) return
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.selection.to)))
    view.focus()
    onNote()
  }
  return (
    <Floating
      className="format-bar"
      role="toolbar"
      aria-label="Format"
      side="above"
      at={() => {
        const { from, to } = view.state.selection
        const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
        return { left: Math.min(start.left, end.left), right: end.right, top: start.top, bottom: end.bottom }
      }}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => moveIn(event, () => view.focus())}
    >
      {marks.map(({ keys, label, name, sign }) => (
        <button
          key={name}
          type="button"
          className={`format-button of-${name}`}
          aria-label={label}
          aria-pressed={format[name]}
          title={`${label} (${keysOf(keys)})`}
          onClick={() => run(commands.toggleMark(name))}
        >
          {sign}
        </button>
      ))}
      <span className="format-line" />
      <button
        type="button"
        className="format-button"
        aria-label="Link"
        aria-pressed={format.link}
        title={`Link (${keysOf("Mod-k")})`}
        onClick={onLink}
      >
        <Icon name="link" />
      </button>
      {format.canAnnotate ? (
        <button type="button" className="format-button" aria-label="Annotation" title="Annotation" onClick={annotate}>
          <Icon name="note" />
        </button>
      ) : null}
      <button
        type="button"
        className="format-button"
        aria-label="Colour"
        aria-expanded={hasColors}
        aria-pressed={format.color}
        title="Colour"
        onClick={() => setHasColors(!hasColors)}
      >
        <span className="color-sign">A</span>
      </button>
      {comment === undefined ? null : (
        <button
          type="button"
          className="format-button"
          aria-label="Comment"
          title={`Comment (${keysOf("Mod-Alt-m")})`}
          onClick={() => {
            // who comes back from the comment comes to the text
            view.focus()
            comment()
          }}
        >
          <Icon name="comment" />
        </button>
      )}
      {hasColors ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset
        <div className="colors" role="group" aria-label="Colours">
          {colors.flatMap((color) =>
            (["text", "background"] as const).map((where) => (
              <button
                key={`${where} ${color}`}
                type="button"
                className={`format-button ${where === "text" ? colorClass("ink", color) : colorClass("wash", color)}`}
                aria-label={`${where === "text" ? "Text" : "Background"} ${color}`}
                onClick={() => run(commands.setColor({ [where]: color }))}
              >
                A
              </button>
            ))
          )}
          <button type="button" className="format-button wide" onClick={() => run(commands.setColor(undefined))}>
            No colour
          </button>
        </div>
      ) : null}
    </Floating>
  )
}

/** Whether somebody goes on elsewhere, with something selected here. */
const useIsAway = (view: EditorView): boolean => {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const look = () => {
      const { activeElement, body } = document
      setAway(activeElement !== body && view.dom.closest(".editor")?.contains(activeElement) === false)
    }
    document.addEventListener("focusin", look)
    return () => document.removeEventListener("focusin", look)
  }, [view])
  return isAway
}

/** Those that Markdown of the dialect has, and the look as well. */
const colors = ["red", "orange", "yellow", "green", "blue", "purple", "pink"]

/** Arrow keys go from button to button, Escape back to the text. */
const moveIn = (event: KeyboardEvent<HTMLElement>, leave: () => void): void => {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
  if (event.key === "Escape") leave()
  else if (step === 0) return
  else {
    const all = [...event.currentTarget.querySelectorAll("button")]
    const at = all.findIndex((one) => one.matches(":focus"))
    all[(at + step + all.length) % all.length]?.focus()
  }
  event.preventDefault()
}
