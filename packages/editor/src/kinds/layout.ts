/** Blocks that arrange others: tables, tabs, columns and the like. */
import type { Node } from "prosemirror-model"
import { emptyCellOf } from "../commands/grid.ts"
import { codeLine, intoExpandable, intoParts, intoSoft } from "../commands/into.ts"
import { paragraph } from "../commands/nodes.ts"
import { newColumn, newStep, newTab, newUpdate } from "../commands/parts.ts"
import type { Data } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import type { columnRoles } from "../schema/tables.ts"
import { type BlockKind, making, words } from "./kind.ts"

const group = "Layout"

const column = (data: Data = {}, attributes: Data = {}): Node =>
  schema.node("table_header", { data: { type: "text", textAlignment: "left", ...data }, ...attributes })

const hidden = (title: string, type: string, role: (typeof columnRoles)[number]): Node =>
  schema.node("table_header", { data: { type, hidden: true }, isShown: false, roles: [role] }, [schema.text(title)])

const table = (columns: ReadonlyArray<Node>, count: number): Node[] => [
  schema.node("table_head", null, [...columns]),
  ...Array.from({ length: count }, () => schema.node("table_row", null, columns.map(emptyCellOf)))
]

/** The day, as updates have it. */
const today = (): string => new Date().toISOString().slice(0, 10)

export const layouts: ReadonlyArray<BlockKind> = [
  {
    name: "Table",
    keywords: words("grid, rows, columns, spreadsheet, database, |"),
    group,
    make: making("table", () => table([column(), column(), column()], 2), { view: { type: "grid", hideHeader: false } })
  },
  {
    name: "Cards",
    keywords: words("card, tiles, gallery, grid, links"),
    group,
    make: making(
      "table",
      () =>
        table(
          [
            column(),
            column(),
            hidden("target", "content-ref", "targetDefinition"),
            hidden("cover", "image", "coverDefinition")
          ],
          3
        ),
      { view: { type: "cards", cardSize: "medium" } }
    )
  },
  {
    name: "Tabs",
    keywords: words("tab, switch, alternatives"),
    group,
    make: making("tabs", () => [newTab("First tab"), newTab("Second tab")]),
    into: intoParts("tabs", "tabs_item")
  },
  {
    name: "Stepper",
    keywords: words("steps, step, tutorial, procedure, guide, how-to"),
    group,
    make: making("stepper", () => [newStep(), newStep()]),
    into: intoParts("stepper", "stepper_step")
  },
  {
    name: "Columns",
    keywords: words("column, side by side, two columns, layout"),
    group,
    make: making("columns", () => [newColumn(), newColumn()]),
    into: intoParts("columns", "column", 2)
  },
  {
    name: "Expandable",
    keywords: words("details, toggle, accordion, collapse, summary, spoiler, faq"),
    group,
    make: making("expandable", () => [schema.node("expandable_title"), paragraph()]),
    into: intoExpandable
  },
  {
    name: "Updates",
    keywords: words("changelog, release notes, news, update, timeline"),
    group,
    make: making("updates", () => [newUpdate(today())], { format: "full" })
  },
  {
    name: "Condition",
    keywords: words("if, adaptive content, visitor, audience, show for, personalize"),
    group,
    make: making("if", () => [paragraph()], { expression: "true" }),
    into: intoSoft("if", { expression: "true" })
  },
  {
    name: "Prompt",
    keywords: words("ai, assistant, copy prompt, llm"),
    group,
    make: making("prompt", () => [schema.node("code_block", null, [codeLine("")])], { description: "" })
  }
]
