/** What can be set of a table, of its columns and rows, from the cell that the caret is in. */
import { commands } from "@octavo/editor"
import type { Node } from "prosemirror-model"
import type { Command, EditorState } from "prosemirror-state"
import { isInTable, selectedRect, TableMap } from "prosemirror-tables"
import type { Data } from "../../logic/document.ts"
import type { ChoiceControl, SettingControl, ToggleControl } from "./settings.ts"

const viewOf = (data: Data): Data => (data["view"] ?? {}) as Data

/** The head of the column that the caret is in, and where it is. */
export const columnAt = (state: EditorState): { readonly header: Node; readonly at: number } | undefined => {
  if (!isInTable(state)) return undefined
  const { left, table, tableStart } = selectedRect(state)
  const offset = TableMap.get(table).map[left]
  const header = offset === undefined ? null : table.nodeAt(offset)
  return header === null || offset === undefined ? undefined : { header, at: tableStart + offset }
}

/** Values of a column as another type has them are no values of it: they become texts. */
export const columnTypes = [
  ["text", "Text"],
  ["number", "Number"],
  ["checkbox", "Checkbox"],
  ["rating", "Rating"],
  ["select", "Choice"],
  ["content-ref", "Link"],
  ["image", "Image"],
  ["files", "Files"],
  ["users", "People"]
] as const

/** What a type needs said of its column. */
const ofType = (type: string): Data => ({
  type,
  max: type === "rating" ? 5 : undefined,
  options: type === "select" ? [] : undefined,
  multiple: type === "select" ? false : undefined
})

/** Of the column. Its data are what these read. */
export const columnSettings: ReadonlyArray<SettingControl> = [
  {
    kind: "choice",
    label: "Column type",
    options: columnTypes,
    read: ({ type }) => (typeof type === "string" ? type : "text"),
    write: ofType
  } satisfies ChoiceControl,
  {
    kind: "text",
    label: "Choices",
    width: "wide",
    when: ({ type }) => type === "select",
    read: ({ options }) =>
      (Array.isArray(options) ? (options as ReadonlyArray<{ label?: string }>) : [])
        .map(({ label }) => label)
        .join(", "),
    write: (text) => ({
      options: [...new Set(text.split(",").map((one) => one.trim()))]
        .filter(Boolean)
        .map((label) => ({ value: label, label, color: "" }))
    })
  },
  {
    kind: "toggle",
    label: "Several",
    when: ({ type }) => type === "select",
    read: ({ multiple }) => multiple === true,
    write: (multiple) => ({ multiple })
  } satisfies ToggleControl,
  {
    kind: "choice",
    label: "Align",
    options: [
      ["left", "Left"],
      ["center", "Centre"],
      ["right", "Right"]
    ],
    read: ({ textAlignment }) => (typeof textAlignment === "string" ? textAlignment : "left"),
    write: (textAlignment) => ({ textAlignment })
  } satisfies ChoiceControl
]

export const tableActions: ReadonlyArray<{ readonly label: string; readonly run: Command }> = [
  { label: "Add row above", run: commands.addRowBefore },
  { label: "Add row", run: commands.addRowAfter },
  { label: "Move row up", run: commands.moveRow(-1) },
  { label: "Move row down", run: commands.moveRow(1) },
  { label: "Delete row", run: commands.deleteRow },
  { label: "Add column before", run: commands.addColumnBefore },
  { label: "Add column", run: commands.addColumnAfter },
  { label: "Move column left", run: commands.moveColumn(-1) },
  { label: "Move column right", run: commands.moveColumn(1) },
  { label: "Delete column", run: commands.deleteColumn },
  { label: "Merge cells", run: commands.mergeCells },
  { label: "Split cell", run: commands.splitCell }
]

/** Of the table as a whole. */
export const tableSettings: ReadonlyArray<SettingControl> = [
  {
    kind: "choice",
    label: "Shown as",
    options: [
      ["grid", "Table"],
      ["cards", "Cards"]
    ],
    read: (data) => (viewOf(data)["type"] === "cards" ? "cards" : "grid"),
    write: (type) => ({ type })
  },
  {
    kind: "toggle",
    label: "Header",
    when: (data) => viewOf(data)["type"] !== "cards",
    read: (data) => viewOf(data)["hideHeader"] !== true,
    write: (isShown) => ({ hideHeader: !isShown })
  },
  {
    kind: "toggle",
    label: "Large cards",
    when: (data) => viewOf(data)["type"] === "cards",
    read: (data) => viewOf(data)["cardSize"] === "large",
    write: (isLarge) => ({ cardSize: isLarge ? "large" : "medium" })
  }
]

/** Changes of a table's view, as changes of the table. */
export const ofView = (data: Data, changes: Data): Data => ({ view: { ...viewOf(data), ...changes } })
