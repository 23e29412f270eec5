/** What can be set of each kind of block and inline, as rows of controls. The bar above a block shows them. */
import { commands } from "@octavo/editor"
import type { Node } from "prosemirror-model"
import { type Command, NodeSelection, TextSelection } from "prosemirror-state"
import { type Data, textOf } from "../../logic/document.ts"

interface Control {
  readonly label: string
  /** Whether it is offered for a node as it is. */
  readonly when?: (data: Data, node: Node) => boolean
}

/** A field that is a text. */
export interface TextControl extends Control {
  readonly kind: "text"
  readonly read: (data: Data) => string
  /** The changes that a text is; undefined for one that says nothing. */
  readonly write: (text: string) => Data | undefined
  readonly type?: "text" | "date" | "number" | "url"
  readonly isLong?: boolean
  /** Values that are offered; others may be written. */
  readonly offers?: ReadonlyArray<string>
  readonly width?: "small" | "wide"
}

export interface ChoiceControl extends Control {
  readonly kind: "choice"
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly read: (data: Data) => string
  readonly write: (value: string) => Data
}

export interface ToggleControl extends Control {
  readonly kind: "toggle"
  readonly read: (data: Data) => boolean
  readonly write: (isOn: boolean) => Data
}

/** Something that is done, to the selection. */
export interface ActionControl extends Control {
  readonly kind: "action"
  readonly run: (at: number, node: Node) => Command
}

/** Something that is asked for: a page, a picture, a file. */
export interface AskControl extends Control {
  readonly kind: "ask"
  readonly needs: "page" | "picture" | "file" | "reusable-content"
  readonly field: string
}

export type SettingControl = TextControl | ChoiceControl | ToggleControl | ActionControl | AskControl

/** A field by its name: an empty text takes it away. */
export const field = (label: string, name: string, more: Partial<TextControl> = {}): TextControl => ({
  kind: "text",
  label,
  read: (data) => textOf(data, name) ?? "",
  write: (text) => ({ [name]: text === "" ? undefined : text }),
  ...more
})

/** A field that must say something. */
const needed = (label: string, name: string, more: Partial<TextControl> = {}): TextControl =>
  field(label, name, { write: (text) => (text.trim() === "" ? undefined : { [name]: text.trim() }), ...more })

const toggle = (label: string, name: string): ToggleControl => ({
  kind: "toggle",
  label,
  read: (data) => data[name] === true,
  write: (isOn) => ({ [name]: isOn ? true : undefined })
})

const choice = (
  label: string,
  name: string,
  options: ReadonlyArray<readonly [string, string]>,
  fallback = options[0]![0]
): ChoiceControl => ({
  kind: "choice",
  label,
  options,
  read: (data) => textOf(data, name) ?? fallback,
  write: (value) => ({ [name]: value })
})

/** A length as people write it: `375`, `50%`. */
const width: TextControl = {
  kind: "text",
  label: "Width",
  width: "small",
  read: ({ width: value }) => {
    if (typeof value === "number") return String(value)
    const { unit, value: count } = (value ?? {}) as { readonly unit?: unknown; readonly value?: unknown }
    return count === undefined ? "" : `${count}${unit}`
  },
  write: (text) => {
    const [, digits, unit] = /^(\d{1,5})\s?(px|%|em|rem|vw)?$/.exec(text.trim()) ?? []
    if (text.trim() === "") return { width: undefined }
    if (digits === undefined) return undefined
    return { width: unit === undefined || unit === "px" ? Number(digits) : { unit, value: Number(digits) } }
  }
}

const act = (label: string, run: Command, more: Partial<ActionControl> = {}): ActionControl => ({
  kind: "action",
  label,
  run: () => run,
  ...more
})

const ask = (label: string, needs: AskControl["needs"], fieldName = "ref"): AskControl => ({
  kind: "ask",
  label,
  needs,
  field: fieldName
})

/** Deletes the block that the bar is of, with all that is in it. */
const remove: ActionControl = {
  kind: "action",
  label: "Delete",
  run: (at) => (state, dispatch) =>
    commands.deleteBlock(state.apply(state.tr.setSelection(NodeSelection.create(state.doc, at))), dispatch)
}

const date = field("Date", "date", {
  type: "date",
  write: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? { date: text } : undefined)
})

/** Languages that are offered; any other may be written. */
const languages =
  "bash c cpp csharp css diff docker go graphql html http java javascript json kotlin markdown mermaid php powershell python ruby rust scala shell sql swift toml tsx typescript xml yaml".split(
    " "
  )

const methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"].map(
  (method) => [method, method.toUpperCase()] as const
)

const spec: TextControl = {
  kind: "text",
  label: "Specification",
  read: ({ ref }) => textOf(ref, "spec") ?? "",
  write: (text) => (text.trim() === "" ? undefined : { ref: { kind: "openapi", spec: text.trim() } })
}

const code: ReadonlyArray<SettingControl> = [
  field("Language", "syntax", { offers: languages, width: "small" }),
  field("Title", "title"),
  toggle("Line numbers", "lineNumbers"),
  {
    kind: "toggle",
    label: "Wrap",
    read: ({ overflow }) => overflow === "wrap",
    write: (isOn) => ({ overflow: isOn ? "wrap" : undefined })
  }
]

const hintStyles = [
  ["info", "Information"],
  ["success", "Success"],
  ["warning", "Warning"],
  ["danger", "Danger"]
] as const

const vertical = [
  ["top", "Top"],
  ["middle", "Middle"],
  ["bottom", "Bottom"]
] as const

const hasNoCaption = (_: Data, node: Node): boolean => node.childCount === 0

const caption: ActionControl = {
  kind: "action",
  label: "Caption",
  when: hasNoCaption,
  run: (at, node) => (state, dispatch) => {
    const { caption, paragraph } = state.schema.nodes
    const place = at + node.nodeSize - 1
    const tr = state.tr.insert(place, caption!.create(null, paragraph!.create()))
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, place + 2)).scrollIntoView())
    return true
  }
}

const image: ReadonlyArray<SettingControl> = [
  field("Alternative text", "alt", { width: "wide" }),
  width,
  caption,
  ask("Replace", "picture"),
  ask("Picture in the dark", "picture", "refDark"),
  act("No picture in the dark", () => false, {
    when: (data) => data["refDark"] !== undefined,
    run: (at) => commands.setData(at, { refDark: undefined })
  }),
  ask("Link", "page", "link")
]

export const settings: Readonly<Record<string, ReadonlyArray<SettingControl>>> = {
  code_block: code,
  marked_code_block: code,
  hint: [choice("Style", "style", hintStyles), remove],
  if: [needed("Shown if", "expression", { width: "wide" }), remove],
  tabs: [act("Add tab", commands.addTab), remove],
  tabs_item: [field("Title", "title"), act("Add tab", commands.addTab), remove],
  stepper: [act("Add step", commands.addStep), remove],
  stepper_step: [act("Add step", commands.addStep), remove],
  columns: [act("Add column", commands.addColumn), remove],
  column: [width, choice("Alignment", "verticalAlignment", vertical), act("Add column", commands.addColumn), remove],
  updates: [act("Add update", commands.addUpdate), remove],
  update: [date, act("Add update", commands.addUpdate), remove],
  expandable: [toggle("Open at first", "defaultExpanded"), remove],
  prompt: [field("Description", "description", { width: "wide", write: (description) => ({ description }) }), remove],
  images: [
    choice("Alignment", "align", [
      ["center", "Centre"],
      ["left", "Left"],
      ["right", "Right"]
    ]),
    toggle("Frame", "withFrame")
  ],
  image,
  file: [caption, ask("Replace", "file")],
  embed: [needed("Address", "url", { type: "url", width: "wide" }), caption],
  content_ref: [ask("Leads to", "page")],
  reusable_content: [ask("Choose another", "reusable-content")],
  math: [needed("Formula", "formula", { isLong: true })],
  openapi_operation: [spec, needed("Path", "path"), choice("Method", "method", methods)],
  openapi_webhook: [spec, needed("Name", "name"), choice("Method", "method", methods)],
  openapi_schemas: [
    spec,
    field("Title", "title"),
    {
      kind: "text",
      label: "Schemas",
      width: "wide",
      read: ({ schemas }) => (Array.isArray(schemas) ? schemas.join(", ") : ""),
      write: (text) => ({
        schemas: text
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean)
      })
    },
    {
      kind: "toggle",
      label: "Grouped",
      read: ({ grouped }) => grouped !== false,
      write: (isOn) => ({ grouped: isOn ? undefined : false })
    }
  ],
  swagger: [needed("Path", "path"), choice("Method", "method", methods)],
  button: [
    needed("Label", "label"),
    choice("Look", "kind", [
      ["primary", "Primary"],
      ["secondary", "Secondary"]
    ]),
    ask("Leads to", "page")
  ],
  icon: [
    field("Icon", "icon", {
      write: (text) => {
        const icon = text.trim().replace(/\s+/g, "-")
        return /^[\w-]+$/.test(icon) ? { icon } : undefined
      }
    })
  ],
  expression: [needed("Expression", "expression", { width: "wide" })],
  inline_math: [needed("Formula", "formula", { width: "wide" })],
  mention: [ask("Leads to", "page")],
  inline_image: [
    field("Alternative text", "alt"),
    choice("Size", "size", [
      ["original", "Original"],
      ["line", "Height of the line"]
    ]),
    ask("Replace", "picture")
  ]
}
