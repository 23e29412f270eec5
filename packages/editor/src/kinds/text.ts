/** Text, lists, and what stands between them. */
import { codeLine, intoCode, intoList, intoSoft, intoText } from "../commands/into.ts"
import { paragraph } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"
import { type BlockKind, making, words } from "./kind.ts"

const group = "Text"

const one = () => [paragraph()]

/** Headings have the number that Markdown gives them: the first is the title of the page. */
const heading = (level: 2 | 3 | 4, keywords: string): BlockKind => ({
  name: `Heading ${level}`,
  keywords: [`h${level}`, "#".repeat(level), ...words(keywords)],
  group,
  shortcut: `Mod-Alt-${level}`,
  make: making(`heading_${level - 1}`),
  into: intoText(`heading_${level - 1}`)
})

const list = (name: string, type: string, shortcut: string, keywords: string): BlockKind => ({
  name,
  keywords: words(keywords),
  group,
  shortcut,
  make: making(type, () => [
    schema.node("list_item", { data: type === "list_tasks" ? { checked: false } : {} }, [paragraph()])
  ]),
  into: intoList(type)
})

export const texts: ReadonlyArray<BlockKind> = [
  {
    name: "Paragraph",
    keywords: words("text, plain, p"),
    group,
    shortcut: "Mod-Alt-0",
    make: making("paragraph"),
    into: intoText("paragraph")
  },
  heading(2, "heading 1, title, section, large, big"),
  heading(3, "subtitle, subheading, medium"),
  heading(4, "small heading, step title"),
  list("Bulleted list", "list_unordered", "Mod-Shift-8", "list, unordered list, bullets, points, ul, -, *"),
  list("Numbered list", "list_ordered", "Mod-Shift-7", "list, ordered list, numbers, ol, 1."),
  list("Task list", "list_tasks", "Mod-Shift-9", "list, todo, to-do, checklist, checkbox, tasks, [ ]"),
  {
    name: "Quote",
    keywords: words("blockquote, quotation, citation, >"),
    group,
    make: making("blockquote", one),
    into: intoSoft("blockquote")
  },
  {
    name: "Code",
    keywords: words("code block, snippet, fence, source, program, terminal, mermaid, ```"),
    group,
    make: making("code_block", () => [codeLine("")]),
    into: intoCode
  },
  {
    name: "Hint",
    keywords: words("callout, admonition, note, info, tip, warning, danger, success, alert, box"),
    group,
    make: making("hint", one, { style: "info" }),
    into: intoSoft("hint", { style: "info" })
  },
  {
    name: "Divider",
    keywords: words("horizontal rule, line, separator, hr, ---"),
    group,
    make: making("divider")
  },
  {
    name: "Math",
    keywords: words("formula, equation, tex, latex, katex, $$"),
    group,
    make: making("math", undefined, { formula: "" })
  }
]
