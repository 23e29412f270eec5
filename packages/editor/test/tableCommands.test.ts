/** Rows, columns and cells of tables, before and after. */
import { CellSelection, cellAround, TableMap } from "prosemirror-tables"
import { describe, expect, it } from "vitest"
import { commands, fromEditor } from "../src/index.ts"
import { after, done, stateOf, textOf } from "./carets.ts"
import { nodesOf, write } from "./documents.ts"

const table = "| a | b |\n|---|---|\n| c¦ | d |\n| e | f |\n"
const grid = (...rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head, ...body] = rows
  const line = (cells: ReadonlyArray<string>): string => `| ${cells.map((cell) => cell.padEnd(3)).join(" | ")} |\n`
  return line(head!) + line(head!.map(() => "---")) + body.map(line).join("")
}

const spans = (row: string): string =>
  `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${row}<tr><td>3</td></tr><tr><td colspan="2">4</td></tr></tbody></table>\n`
const merged = spans('<tr><td rowspan="2">1¦</td><td>2</td></tr>')

describe("tables", () => {
  it.each([
    ["addRowAfter", commands.addRowAfter, grid(["a", "b"], ["c", "d"], ["¦", ""], ["e", "f"])],
    ["addRowBefore", commands.addRowBefore, grid(["a", "b"], ["¦", ""], ["c", "d"], ["e", "f"])],
    ["deleteRow", commands.deleteRow, grid(["a", "b"], ["¦e", "f"])],
    ["moveRow down", commands.moveRow(1), grid(["a", "b"], ["e", "f"], ["¦c", "d"])],
    ["moveRow up", commands.moveRow(-1), undefined],
    ["addColumnAfter", commands.addColumnAfter, grid(["a", "", "b"], ["c", "¦", "d"], ["e", "", "f"])],
    ["addColumnBefore", commands.addColumnBefore, grid(["", "a", "b"], ["¦", "c", "d"], ["", "e", "f"])],
    ["deleteColumn", commands.deleteColumn, grid(["b"], ["¦d"], ["f"])],
    ["moveColumn right", commands.moveColumn(1), grid(["b", "a"], ["d", "¦c"], ["f", "e"])],
    ["moveColumn left", commands.moveColumn(-1), undefined],
    ["deleteTable", commands.deleteTable, ""]
  ])("%s", (_, command, result) => {
    const made = done(table, command)
    expect(result === "" ? made?.replace("¦", "").trim() : made).toBe(result)
  })

  it("keep a column, and the head", () => {
    expect(done("| a |\n|---|\n| b¦ |\n", commands.deleteColumn)).toBeUndefined()
    expect(done("| a¦ |\n|---|\n| b |\n", commands.deleteRow)).toBeUndefined()
  })

  it("reach over rows and columns as they did", () => {
    for (const command of [
      commands.addRowAfter,
      commands.addRowBefore,
      commands.addColumnAfter,
      commands.addColumnBefore,
      commands.deleteRow,
      commands.deleteColumn
    ]) {
      const state = after(stateOf(merged), command)!
      state.doc.check()
      for (const node of nodesOf(state.doc, "table")) expect(TableMap.get(node).problems).toBeNull()
      expect(write(fromEditor(state.doc), "", false)).toHaveProperty("text")
    }
  })

  it("stay in order where cells reach over rows", () => {
    expect(after(stateOf(merged), commands.moveRow(1))).toBeUndefined()
  })

  const both = (text: string) => {
    const state = stateOf(text)
    const map = TableMap.get(nodesOf(state.doc, "table")[0]!)
    const [first, last] = [map.map[map.width]!, map.map.at(-1)!]
    return state.apply(state.tr.setSelection(CellSelection.create(state.doc, 1 + first, 1 + last)))
  }

  it("have cells that become one, with what they all say, and many again", () => {
    const state = after(both("| a | b |\n|---|---|\n| c | d |\n"), commands.mergeCells)!
    expect(textOf(state)).toContain('<td colspan="2"><p>c</p><p>d</p>')
    const again = after(state, commands.splitCell)!
    expect(TableMap.get(nodesOf(again.doc, "table")[0]!).width).toBe(2)
    expect(again.doc.textContent).toBe("abcd")
  })

  it("have cells that are emptied", () => {
    const state = after(both("| a | b |\n|---|---|\n| c | d |\n"), commands.deleteSelection)!
    expect(state.doc.textContent).toBe("ab")
    expect(TableMap.get(nodesOf(state.doc, "table")[0]!).problems).toBeNull()
  })
})

describe("columns of a type", () => {
  it.each([
    ["number", "| a |\n|---|\n| 1¦ |\n|  |\n", [1, null]],
    ["checkbox", "| a |\n|---|\n| true¦ |\n|  |\n", [true, false]],
    ["select", "| a |\n|---|\n| x¦ |\n| y |\n", [["x"], ["y"]]],
    ["rating", "| a |\n|---|\n| 3¦ |\n|  |\n", [3, null]],
    ["image", "| a |\n|---|\n| ¦ |\n|  |\n", [null, null]],
    ["users", "| a |\n|---|\n| x, y¦ |\n|  |\n", [["x", "y"], null]]
  ])("hold values: %s", (type, text, values) => {
    const state = after(stateOf(text), commands.setColumn({ type }))!
    state.doc.check()
    expect(nodesOf(state.doc, "table_value").map(({ attrs }) => attrs["value"])).toEqual(values)
    expect(write(fromEditor(state.doc), "", false)).toHaveProperty("text")
  })

  it("are not made of words that are no such value", () => {
    expect(after(stateOf("| a |\n|---|\n| x¦ |\n"), commands.setColumn({ type: "number" }))).toBeUndefined()
  })

  it.each(["number", "checkbox", "rating", "select", "text"])("leave the caret in its cell: %s", (type) => {
    for (const text of ["| a¦ | b | c |", "| a | b¦ | c |", "| a | ¦b¦ | c |"]) {
      for (const below of ["|   |   |   |", "| 1 | 1 | 1 |"]) {
        const before = stateOf(`${text}\n|---|---|---|\n${below.replaceAll("1", type === "checkbox" ? "true" : "1")}\n`)
        const state = after(before, commands.setColumn({ type }))!
        expect([state.selection.from, state.selection.to]).toEqual([before.selection.from, before.selection.to])
      }
    }
    const value = after(stateOf("| a | b | c |\n|---|---|---|\n|   | ¦ |   |\n"), commands.setColumn({ type }))!
    const cell =
      value.selection instanceof CellSelection ? value.selection.$anchorCell : cellAround(value.selection.$head)
    expect(cell?.index()).toBe(1)
  })

  it("become text again, and rows that are added have values", () => {
    const number = after(stateOf("| a |\n|---|\n| 1¦ |\n"), commands.setColumn({ type: "number" }))!
    const row = after(number, commands.addRowAfter)!
    expect(nodesOf(row.doc, "table_value")).toHaveLength(2)
    const text = after(row, commands.setColumn({ type: "text" }))!
    expect(nodesOf(text.doc, "table_cell").map(({ textContent }) => textContent)).toEqual(["1", ""])
  })

  it("take a value at a place, and none", () => {
    const state = after(stateOf("| a |\n|---|\n| 1¦ |\n"), commands.setColumn({ type: "number" }))!
    let at = 0
    state.doc.descendants(({ type }, pos) => {
      if (type.name === "table_value") at = pos
    })
    const set = after(state, commands.setValue(at, 7))!
    expect(nodesOf(set.doc, "table_value")[0]!.attrs["value"]).toBe(7)
    expect(nodesOf(after(set, commands.setValue(at, undefined))!.doc, "table_value")[0]!.attrs["value"]).toBeNull()
  })
})
