/** The bar above the block that the caret is in: what can be set of it, and of what it lies in. */
import { commands } from "@octavo/editor"
import type { Node } from "prosemirror-model"
import { type EditorState, NodeSelection, TextSelection } from "prosemirror-state"
import { useState } from "react"
import type { Data } from "../../../logic/document.ts"
import type { Question } from "../ask.ts"
import { useEditorState, useLive } from "../live.ts"
import { uploadTo } from "../plugins/uploads.ts"
import type { ContentRef } from "../services.ts"
import { type SettingControl, settings } from "../settings.ts"
import { columnAt, columnSettings, ofView, tableActions, tableSettings } from "../tableSettings.ts"
import { nameOf } from "../units.ts"
import { Floating } from "./Floating.tsx"
import { MenuList } from "./MenuList.tsx"
import { ReusableSettings } from "./ReusableSettings.tsx"
import { ChoiceField, TextField, ToggleField } from "./SettingFields.tsx"

/** A node that has settings, and where it begins. */
interface Set {
  readonly node: Node
  readonly at: number
  readonly name: string
}

const hasSettings = (node: Node): boolean => node.type.name in settings || node.type.name === "table"

/** Those around the caret, the outermost first. */
const setsAt = ({ selection }: EditorState): ReadonlyArray<Set> => {
  const { $from } = selection
  if (selection instanceof TextSelection && !selection.empty) return []
  const found: Array<Set> = []
  const add = (node: Node, at: number): void => {
    if (hasSettings(node)) found.push({ node, at, name: nameOf(node) })
  }
  for (let depth = 1; depth <= $from.depth; depth++) add($from.node(depth), $from.before(depth))
  if (selection instanceof NodeSelection) add(selection.node, selection.from)
  return found
}

/** What decides whether the bar is drawn again: kinds, places in the chain and what the data say, and not the text. */
const barOf = (state: EditorState): ReadonlyArray<unknown> => [
  ...setsAt(state).flatMap(({ name, node }) => [
    name,
    node.attrs["data"],
    node.type.name === "image" && node.childCount
  ]),
  columnAt(state)?.header.attrs["data"]
]

interface BlockSettingsProps {
  readonly onAsk: (question: Question) => void
}

export const BlockSettings = ({ onAsk }: BlockSettingsProps) => {
  useEditorState(barOf)
  const { view } = useLive()
  const [wanted, setWanted] = useState<string>()
  const sets = setsAt(view.state)
  const shown = sets.findLast(({ name }) => name === wanted) ?? sets.at(-1)
  if (shown === undefined) return null
  const place = () => {
    const now = setsAt(view.state).findLast(({ name }) => name === shown.name)
    const own = now && view.nodeDOM(now.at)
    // above the titles of the tabs
    const dom = now?.node.type.name === "tabs_item" && own instanceof HTMLElement ? own.closest(".tabs") : own
    if (!(dom instanceof HTMLElement)) return undefined
    const { bottom, left, right, top } = dom.getBoundingClientRect()
    // of a block that begins above the window the bar stays in sight
    return { left, right, top: Math.max(top, Math.min(window.innerHeight * 0.15, bottom)), bottom }
  }
  return (
    <Floating
      className="settings-bar"
      role="toolbar"
      aria-label={`${shown.name} settings`}
      side="above"
      align="end"
      at={place}
    >
      {(sets.length === 1 ? [] : sets).map(({ name }, index) =>
        name === shown.name && sets.findLastIndex((one) => one.name === name) !== index ? null : (
          <button
            key={index}
            type="button"
            className="setting-crumb"
            aria-pressed={name === shown.name}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setWanted(name)}
          >
            {name}
          </button>
        )
      )}
      <Controls set={shown} onAsk={onAsk} at={place} />
    </Floating>
  )
}

interface ControlsProps {
  readonly set: Set
  readonly onAsk: (question: Question) => void
  readonly at: Question["at"]
}

const Controls = ({ at, onAsk, set }: ControlsProps) => {
  const { view } = useLive()
  const own = set.node.attrs["data"] as Data
  /** Where it is now: others may have written above it. */
  const now = (): Set => setsAt(view.state).findLast(({ name }) => name === set.name) ?? set
  const change = (changes: Data): void => {
    commands.setData(now().at, changes)(view.state, view.dispatch)
  }
  const shared = { set, now, onAsk, at, onLeave: () => view.focus() }
  if (set.node.type.name !== "table") {
    const ref = own["ref"] as ContentRef | undefined
    return (
      <>
        <Row {...shared} controls={settings[set.node.type.name] ?? []} data={own} onChange={change} />
        {ref?.kind === "reusable-content" && ref.broken !== true ? (
          <ReusableSettings key={ref.reusableContent} reference={ref} position={() => now().at} />
        ) : null}
      </>
    )
  }
  const column = columnAt(view.state)
  return (
    <>
      <Row {...shared} controls={tableSettings} data={own} onChange={(changes) => change(ofView(own, changes))} />
      {column === undefined ? null : (
        <>
          <Row
            {...shared}
            controls={columnSettings}
            data={column.header.attrs["data"] as Data}
            onChange={(changes) => void commands.setColumn(changes)(view.state, view.dispatch)}
          />
          <TableActions />
        </>
      )}
    </>
  )
}

/** What is done with rows and columns: there is much of it, so it is behind a button. */
const TableActions = () => {
  const { view } = useLive()
  const [isOpen, setIsOpen] = useState(false)
  const entries = tableActions
    .filter(({ run }) => run(view.state))
    .map(({ label, run }) => ({ label, run: () => void run(view.state, view.dispatch) }))
  const close = (): void => {
    setIsOpen(false)
    view.focus()
  }
  return (
    <span className="setting-menu">
      <button
        type="button"
        className="setting-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setIsOpen(!isOpen)}
      >
        Rows and columns
      </button>
      {isOpen ? (
        <div className="menu-panel below">
          <MenuList label="Rows and columns" entries={entries} onClose={close} />
        </div>
      ) : null}
    </span>
  )
}

interface RowProps extends ControlsProps {
  readonly now: () => Set
  readonly controls: ReadonlyArray<SettingControl>
  readonly data: Data
  readonly onChange: (changes: Data) => void
  readonly onLeave: () => void
}

const Row = ({ at, controls, data, now, onAsk, onChange, onLeave, set }: RowProps) => {
  const { services, view } = useLive()
  return controls
    .filter(({ when }) => when?.(data, set.node) ?? true)
    .map((control) => {
      const shared = { data, onChange, onLeave }
      switch (control.kind) {
        case "text":
          return <TextField key={control.label} control={control} {...shared} />
        case "choice":
          return <ChoiceField key={control.label} control={control} {...shared} />
        case "toggle":
          return <ToggleField key={control.label} control={control} {...shared} />
        case "action":
          return (
            <button
              key={control.label}
              type="button"
              className="setting-button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                const { at: from, node } = now()
                control.run(from, node)(view.state, view.dispatch)
                view.focus()
              }}
            >
              {control.label}
            </button>
          )
        case "ask":
          return (
            <button
              key={control.label}
              type="button"
              className="setting-button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() =>
                onAsk({
                  needs: control.needs,
                  title: control.label,
                  at,
                  answer: ({ ref }) => onChange({ [control.field]: ref }),
                  ...((control.needs === "picture" || control.needs === "file") && {
                    // the block is where it is then: the caret may be in another one
                    take: (file: File) =>
                      uploadTo(view, { services }, file, {
                        at: now().at,
                        into: (at, ref) => {
                          if (view.state.doc.nodeAt(at)?.type !== set.node.type)
                            services().say(`The block of ${file.name} is gone. The file is among those of the space`)
                          else commands.setData(at, { [control.field]: ref })(view.state, view.dispatch)
                        }
                      })
                  })
                })
              }
            >
              {control.label}
            </button>
          )
      }
    })
}
