/** Whatever somebody writes into the fields of a block, the page can be saved, and the field says what was written. */
import { readDocument, writeDocument } from "@octavo/document"
import { blockKinds, commands, fromEditor, kindNamed, schema, toEditor } from "@octavo/editor"
import type { Node } from "prosemirror-model"
import { type Command, EditorState, Selection } from "prosemirror-state"
import { Transform } from "prosemirror-transform"
import { describe, expect, it } from "vitest"
import { references } from "../../../packages/document/test/rich/references.ts"
import { type ChoiceControl, settings, type TextControl } from "../src/browser/editor/settings.ts"
import { columnSettings, columnTypes } from "../src/browser/editor/tableSettings.ts"

/** What Markdown, HTML and the tags of the dialect have signs of their own for, and blanks. */
const awkward =
  "a; a;a ;  ;#;# a;- a;1. a;> a;***;---;```;`;`a;|;a|b;\\;a\\;**a**;_a_;~~a~~;[a](b);[^1];<;<a>;</td>;<!--;-->;<br>;&amp;;&;{% hint %};{% endtab %};%};{{ a }};}};$$;$$a$$;$;\";';a\"b'c;https://a.b/ c;:smile:;=;a=b;/>;\u00a0;\t;😀;a\nb;\n;\u2028".split(
    ";"
  )

/** What kinds need to be told. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  picture: { ref: { kind: "file", file: "a.png" } },
  file: { ref: { kind: "file", file: "a.pdf" } },
  address: { url: "https://a.b/" },
  page: { ref: { kind: "page", page: "b.md" } },
  "reusable-content": { ref: { kind: "reusable-content", reusableContent: ".gitbook/includes/a.md" } },
  openapi: { ref: { kind: "openapi", spec: "petstore" } }
}

/** A block or an inline of each type that has settings, with the document that it stands in. */
const samples = new Map(
  blockKinds.flatMap((kind) => {
    const made = kind.make(kind.needs && needed[kind.needs])
    const block = made.isInline ? schema.node("paragraph", null, [schema.text("a "), made, schema.text(" b")]) : made
    const doc = schema.node("doc", null, [block])
    const found: Array<readonly [string, { readonly doc: Node; readonly at: number }]> = []
    doc.descendants(({ type }, at) => void found.push([type.name, { doc, at }]))
    return found
  })
)

const fields = Object.entries(settings).flatMap(([type, controls]) =>
  controls
    .filter((control): control is TextControl => control.kind === "text")
    .map((control) => [type, control.label, control] as const)
)

const caret = (state: EditorState, place: number): EditorState =>
  state.apply(state.tr.setSelection(Selection.near(state.doc.resolve(place))))

const plain = (text: string): string => text.replace(/\s+/g, "")

describe("Delete, in the bar of a block", () => {
  const deleting = Object.entries(settings).flatMap(([type, controls]) =>
    controls
      .filter(({ kind, label }) => kind === "action" && label === "Delete")
      .map((control) => [type, control] as const)
  )

  it.each(deleting)("of %s takes that away with all that is in it, and nothing else", (type, control) => {
    if (control.kind !== "action") throw new Error("not an action")
    const { at, doc } = samples.get(type)!
    const beside = schema.node("paragraph", null, [schema.text("beside")])
    const whole = schema.node("doc", null, [beside, doc.firstChild!])
    const place = at + beside.nodeSize
    const node = whole.nodeAt(place)!
    const all = (one: Node): number => {
      let found = 0
      one.descendants(({ type: { name } }) => {
        if (name === type) found++
      })
      return found
    }
    // the caret is in it, as deep as it goes
    const state = caret(EditorState.create({ doc: whole }), place + 1)
    let next = state
    expect(control.run(place, node)(state, (tr) => (next = state.apply(tr)))).toBe(true)
    expect(all(next.doc)).toBe(all(whole) - 1 - all(node))
    expect(next.doc.firstChild!.eq(beside)).toBe(true)
  })
})

describe("A field of a block", () => {
  it.each(fields.filter(([type]) => samples.has(type)))("%s, %s: takes whatever is written", (type, _, control) => {
    const { at, doc } = samples.get(type)!
    for (const text of awkward) {
      const changes = control.write(text)
      if (changes === undefined) continue
      const { attrs } = doc.nodeAt(at)!
      const changed = new Transform(doc).setNodeAttribute(at, "data", { ...attrs["data"], ...changes }).doc
      const written = writeDocument(fromEditor(changed), references, { titled: false, nearest: true })
      expect(written, JSON.stringify(text)).toHaveProperty("text")
      const read = toEditor(readDocument((written as { readonly text: string }).text, references, { titled: false }))
      const said = plain(control.read(read.nodeAt(at)?.attrs["data"]))
      const wanted = plain(control.read({ ...attrs["data"], ...changes }))
      expect(read.nodeAt(at)?.type.name, JSON.stringify(text)).toBe(type)
      // a language is one word: what comes behind it is said of the code besides
      if (control.label === "Language") expect(wanted.startsWith(said), JSON.stringify(text)).toBe(true)
      else expect(said, JSON.stringify(text)).toBe(wanted)
    }
  })
})

/** Values that the controls of cells give, by the types of columns. */
const values: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  text: [],
  number: [1, -1.5, 0.1, 1e21, 1e-7, Number.NaN],
  checkbox: [true, false],
  rating: [0, 3, 5],
  select: awkward.flatMap((text) => [[text], [text, "b"]]),
  "content-ref": [{ kind: "page", page: "b.md" }],
  image: [{ kind: "file", file: "a.png" }],
  files: [["a.png"], ["a.png", "b.pdf"]],
  users: awkward.map((text) => [text])
}

describe("A column of a table", () => {
  const table = schema.node("doc", null, [kindNamed("Table").make()])
  /** The cells of the first column, the head first. */
  const cellsOf = (doc: Node): ReadonlyArray<number> => {
    const found: Array<number> = []
    doc.descendants((node, at, parent, index) => {
      if (index === 0 && parent?.type.name.startsWith("table_") && /^table_(?:header|cell|value)$/.test(node.type.name))
        found.push(at)
    })
    return found
  }
  const done = (state: EditorState, command: Command): EditorState => {
    let next = state
    expect(command(state, (tr) => (next = state.apply(tr)))).toBe(true)
    return next
  }
  const saves = (state: EditorState, what: unknown): void => {
    const written = writeDocument(fromEditor(state.doc), references, { titled: false, nearest: true })
    expect(written, JSON.stringify(what)).toHaveProperty("text")
    const read = toEditor(readDocument((written as { readonly text: string }).text, references, { titled: false }))
    expect(read.childCount, JSON.stringify(what)).toBe(1)
    expect(read.firstChild!.type.name, JSON.stringify(what)).toBe("table")
  }

  it.each(columnTypes)("of %s takes every value that its control gives", (type) => {
    const [control] = columnSettings as readonly [ChoiceControl]
    const first = caret(EditorState.create({ doc: table }), cellsOf(table)[1]! + 2)
    const state = type === "text" ? first : done(first, commands.setColumn(control.write(type)))
    saves(state, type)
    for (const value of values[type]!) saves(done(state, commands.setValue(cellsOf(state.doc)[1]!, value)), value)
  })

  it("has every choice that somebody writes", () => {
    const [kind, choices] = columnSettings as readonly [ChoiceControl, TextControl]
    const first = caret(EditorState.create({ doc: table }), cellsOf(table)[1]! + 2)
    const select = done(first, commands.setColumn(kind.write("select")))
    for (const text of awkward) {
      const state = done(select, commands.setColumn(choices.write(`${text}, b`)!))
      saves(state, text)
      saves(done(state, commands.setValue(cellsOf(state.doc)[1]!, [text.trim()])), text)
    }
  })
})
