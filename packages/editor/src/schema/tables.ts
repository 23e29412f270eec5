/**
 * Tables and cards, with the roles that `prosemirror-tables` goes by. The columns are the cells of the head; a cell of a
 * row holds blocks, or the value of a typed column.
 */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, flag, object, textOrNone } from "./attributes.ts"

const span = { default: 1, validate: "number" }

const cellAttributes = { colspan: span, rowspan: span, colwidth: { default: null } }

/** Fields of a table's view that each name a column: that of what cards lead to, and those of their pictures. */
export const columnRoles = ["targetDefinition", "coverDefinition", "coverDefinitionDark"] as const

const spans = ({ attrs: { colspan, rowspan } }: { attrs: Record<string, unknown> }) => ({
  colspan: colspan === 1 ? undefined : String(colspan),
  rowspan: rowspan === 1 ? undefined : String(rowspan)
})

export const tables = {
  table: {
    group: "block",
    content: "table_head table_row*",
    tableRole: "table",
    isolating: true,
    attrs: blockAttributes,
    toDOM: () => ["table", { "data-type": "table" }, ["tbody", 0]]
  },
  table_head: {
    content: "table_header+",
    tableRole: "row",
    // a caret between two columns would make one
    allowGapCursor: false,
    toDOM: () => ["tr", 0]
  },
  /**
   * A column: its id, what its definition says, whether the view shows it, and its roles there. The view itself names no
   * column, since the server makes ids anew.
   */
  table_header: {
    content: "inline*",
    tableRole: "header_cell",
    isolating: true,
    attrs: {
      ...cellAttributes,
      id: textOrNone,
      data: { ...object, default: { type: "text", textAlignment: "left" } },
      isShown: { ...flag, default: true },
      roles: { default: [] }
    },
    toDOM: (node) => ["th", spans(node), 0]
  },
  /** A record: its id, and what else is said of it. */
  table_row: {
    content: "(table_cell | table_value)*",
    tableRole: "row",
    attrs: { id: textOrNone, data: object },
    toDOM: () => ["tr", 0]
  },
  /** The value of a column of a type. */
  table_value: {
    tableRole: "cell",
    isolating: true,
    attrs: { ...cellAttributes, type: textOrNone, value: { default: null } },
    toDOM: (node) => ["td", { "data-type": "value", ...spans(node) }]
  },
  /** One without a text says nothing, unless it says so. Named last: it is the cell that is made. */
  table_cell: {
    content: "cell_block+",
    tableRole: "cell",
    isolating: true,
    attrs: { ...cellAttributes, isFilled: flag },
    toDOM: (node) => ["td", spans(node), 0]
  }
} satisfies Record<string, NodeSpec>
