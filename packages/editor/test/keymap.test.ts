/** What keys do, before and after. */
import { type Command, NodeSelection } from "prosemirror-state"
import { describe, expect, it } from "vitest"
import { blockKinds, commands, keymap, kindNamed, shortcuts } from "../src/index.ts"
import { after, done, selecting, stateOf, textOf } from "./carets.ts"

const table = "| a | b |\n|---|---|\n| c¦ | d |\n"
const hint = (text: string): string => `{% hint style="info" %}\n${text}\n{% endhint %}\n`
const tabs = (text: string): string => `{% tabs %}\n{% tab title="t" %}\n${text}\n{% endtab %}\n{% endtabs %}\n`
const more = (title: string, body: string): string =>
  `<details>\n\n<summary>${title}</summary>\n\n${body === "" ? "" : `${body}\n\n`}</details>\n`

const rows: ReadonlyArray<readonly [keys: string, before: string, after: string | undefined]> = [
  ["Mod-b", "a ¦b¦ c\n", "a ¦**b¦** c\n"],
  ["Mod-i", "a ¦b¦ c\n", "a ¦_b¦_ c\n"],
  ["Mod-e", "a ¦b¦ c\n", "a ¦`b¦` c\n"],
  ["Mod-Shift-s", "a ~~¦b¦~~ c\n", "a ¦b¦ c\n"],
  ["Mod-b", "```\n¦a¦\n```\n", undefined],

  ["Tab", "* a\n* b¦\n* c\n", "* a\n  * b¦\n* c\n"],
  ["Tab", "* a¦\n", "* a¦\n"],
  ["Tab", "* [x] a\n* [ ] b¦\n", "* [x] a\n  * [ ] b¦\n"],
  ["Shift-Tab", "* a\n  * b¦\n* c\n", "* a\n* b¦\n* c\n"],
  ["Shift-Tab", "* a\n  * [ ] b¦\n", "* a\n* b¦\n"],
  ["Tab", table, "| a   | b   |\n| --- | --- |\n| c   | ¦d¦ |\n"],
  ["Tab", table.replace("c¦ | d", "c | d¦"), "| a   | b   |\n| --- | --- |\n| c   | d   |\n| ¦   |     |\n"],
  ["Shift-Tab", table, "| a   | ¦b¦ |\n| --- | --- |\n| c   | d   |\n"],
  ["Tab", "```\na¦\n```\n", "```\na  ¦\n```\n"],
  ["Shift-Tab", "```\n  a¦\n```\n", "```\na¦\n```\n"],
  ["Tab", "a¦\n", undefined],

  [
    "ArrowDown",
    "a¦\n\n![](b.png)\n\nc\n",
    `[image] a\n\n<figure><img src="b.png" alt=""><figcaption></figcaption></figure>\n\nc\n`
  ],
  [
    "ArrowUp",
    "a\n\n![](b.png)\n\n¦c\n",
    `[image] a\n\n<figure><img src="b.png" alt=""><figcaption></figcaption></figure>\n\nc\n`
  ],
  [
    "ArrowLeft",
    "a\n\n![](b.png)\n\n¦c\n",
    `[image] a\n\n<figure><img src="b.png" alt=""><figcaption></figcaption></figure>\n\nc\n`
  ],
  ["ArrowLeft", "a\n\n![](b.png)\n\nc¦\n", undefined],
  ["ArrowDown", "* a¦\n\n***\n", "[divider] * a\n\n***\n"],
  ["ArrowRight", 'a¦\n\n{% embed url="https://b.example" %}\n', '[embed] a\n\n{% embed url="https://b.example" %}\n'],
  ["ArrowDown", "a¦\n\nb\n", undefined],
  ["ArrowDown", `a¦\n\n${table.replace("¦", "")}`, undefined],
  ["ArrowDown", "a¦\n", undefined],
  ["ArrowDown", table.replace("c¦", "c").replace("a", "a¦"), "| a   | b   |\n| --- | --- |\n| ¦c  | d   |\n"],
  ["ArrowUp", table.replace("c¦ | d", "c | ¦d"), "| a   | ¦b  |\n| --- | --- |\n| c   | d   |\n"],
  ["ArrowDown", table, undefined],
  ["ArrowUp", table.replace("c¦", "c").replace("b", "¦b"), undefined],
  ["Mod-Home", "a\n\n```\nb¦\n```\n", "¦a\n\n```\nb\n```\n"],
  ["Mod-End", `${table}\nend\n`, "| a   | b   |\n| --- | --- |\n| c   | d   |\n\nend¦\n"],
  ["Mod-Shift-Home", "a\n\nb¦\n", "¦a\n\nb¦\n"],
  ["Meta-Shift-ArrowDown", "a¦\n\nb\n", "a¦\n\nb¦\n"],

  ["Enter", "* a¦b\n", "* a\n* ¦b\n"],
  ["Enter", "* [x] a¦b\n", "* [x] a\n* [ ] ¦b\n"],
  ["Enter", "* a\n* ¦\n", "* a\n\n¦\n"],
  ["Enter", "* a\n  * ¦\n", "* a\n* ¦\n"],
  ["Enter", "## a¦b\n", "## a\n\n## ¦b\n"],
  ["Enter", "## ab¦\n", "## ab\n\n¦\n"],
  ["Enter", '## ¦ab <a href="#c" id="c"></a>\n', '## ¦ab <a href="#c" id="c"></a>\n'],
  ["Enter", "a¦b¦c\n", "a\n\n¦c\n"],
  ["Enter", "> a\n>\n> ¦\n", "> a\n\n¦\n"],
  ["Enter", "```\n  a¦\n```\n", "```\n  a\n  ¦\n```\n"],
  ["Enter", more("a¦b", "c"), more("a", "¦b\n\nc")],
  ["Enter", more("a¦", ""), more("a", "¦")],
  ["Enter", table, "| a      | b   |\n| ------ | --- |\n| c<br>¦ | d   |\n"],
  ["Enter", "| a¦ | b |\n|---|---|\n| c | d |\n", "| a   | b   |\n| --- | --- |\n| ¦c  | d   |\n"],
  ["Enter", "\\`\\`\\`js¦\n", "```js\n¦\n```\n"],
  ["Shift-Enter", "a¦b\n", "a\\\n¦b\n"],
  ["Mod-Enter", "```\na¦\n```\n", "```\na\n```\n\n¦\n"],
  ["Mod-Enter", hint("a¦b"), `${hint("ab")}\n¦\n`],
  ["Mod-Enter", tabs("a¦b"), `${tabs("ab")}\n¦\n`],
  ["Mod-Enter", "* [ ] a¦\n", "* [x] a¦\n"],

  ["Backspace", "## ¦a\n", "¦a\n"],
  ["Backspace", "* a\n* ¦b\n", "* a\n\n¦b\n"],
  ["Backspace", "* a\n  * ¦b\n", "* a\n* ¦b\n"],
  ["Backspace", "> ¦a\n", "¦a\n"],
  ["Backspace", hint("¦a\n\nb"), `¦a\n\n${hint("b")}`],
  ["Backspace", "a\n\n¦b\n", "a¦b\n"],
  ["Backspace", "* a\n\n¦b\n", "* a¦b\n"],
  ["Backspace", `${hint("a")}\n¦b\n`, hint("a¦b")],
  ["Backspace", "a\n\n***\n\n¦b\n", "[divider] a\n\n***\n\nb\n"],
  ["Backspace", "```\na\n```\n\n¦b\n", "[code_block] ```\na\n```\n\nb\n"],
  ["Backspace", "```\n¦a\n```\n", "[code_block] ```\na\n```\n"],
  ["Backspace", "```\n¦\n```\n", "¦\n"],
  ["Backspace", "```\na\n¦b\n```\n", "```\na¦b\n```\n"],
  ["Backspace", `${tabs("a")}\n¦b\n`, `[tabs] ${tabs("a")}\nb\n`],
  ["Backspace", tabs("¦a"), tabs("¦a")],
  ["Backspace", tabs("¦"), `[tabs] ${tabs("").replace("\n\n{% endtab", "\n{% endtab")}`],
  ["Backspace", more("¦a", "b"), `[expandable] ${more("a", "b")}`],
  ["Backspace", `{% if a %}\n¦b\n{% endif %}\n`, `[if] {% if a %}\nb\n{% endif %}\n`],
  ["Backspace", table.replace("c¦", "¦c"), "| a   | b   |\n| --- | --- |\n| ¦c  | d   |\n"],
  ["Backspace", "a ¦b\n\n> c\n>\n> d¦ e\n", "a ¦ e\n"],
  ["Backspace", "a¦b\n\n| c |\n|---|\n| d¦e |\n", "a¦\n\n|     |\n| --- |\n| e   |\n"],
  ["Delete", "a¦\n\nb\n", "a¦b\n"],
  ["Delete", "a¦\n\n* b\n* c\n", "a¦b\n\n* c\n"],
  ["Delete", "a¦\n\n***\n", "[divider] a\n\n***\n"],
  ["Delete", `a¦\n\n${tabs("b")}`, `[tabs] a\n\n${tabs("b")}`],
  ["Delete", "a¦\n\n{% if x %}\nb\n{% endif %}\n", "[if] a\n\n{% if x %}\nb\n{% endif %}\n"],

  ["Alt-ArrowUp", "a\n\nb¦\n", "b¦\n\na\n"],
  ["Alt-ArrowDown", "a¦\n\nb\n", "b\n\na¦\n"],
  ["Alt-ArrowUp", "* a\n* b¦\n", "* b¦\n* a\n"],
  ["Alt-ArrowUp", "a\n\n* b¦\n* c\n", "* b¦\n\na\n\n* c\n"],
  ["Alt-ArrowDown", "> a\n>\n> b¦\n", "> a\n\nb¦\n"],
  ["Alt-ArrowDown", "| a |\n|---|\n| b¦ |\n| c |\n", "| a   |\n| --- |\n| c   |\n| b¦  |\n"],
  ["Alt-ArrowUp", "a¦\n", undefined],
  ["Mod-d", "a¦\n", "a\n\na¦\n"],
  ["Mod-d", table, "| a   | b   |\n| --- | --- |\n| c   | d   |\n| c¦  | d   |\n"],
  ["Mod-d", "* a¦\n* b\n", "* a\n* a¦\n* b\n"],
  ["Mod-Shift-Backspace", "a\n\nb¦\n\nc\n", "a\n\n¦c\n"],
  ["Mod-Shift-Backspace", hint("a¦"), hint("¦")],
  ["Mod-Alt-2", "a¦\n", "## a¦\n"],
  ["Mod-Alt-4", "a¦\n", "#### a¦\n"],
  ["Mod-Alt-0", "## a¦\n", "a¦\n"],
  ["Mod-Shift-7", "a¦\n", "1. a¦\n"],
  ["Mod-Shift-8", "1. a\n2. b¦\n", "* a\n* b¦\n"],
  ["Mod-Shift-9", "* a\n* b¦\n", "* [ ] a\n* [ ] b¦\n"]
]

describe("keys", () => {
  it.each(rows)("%s: %j becomes %j", (keys, before, result) => {
    expect(done(before, keymap[keys]!)).toBe(result)
  })

  it("are all in the help sheet, or do what another there does", () => {
    const told = new Set(shortcuts.map(({ keys }) => keys))
    const other =
      /^(?:Mod|Alt|Shift)-(?:Backspace|Delete)$|^Backspace$|^Delete$|^Mod-y$|^Mod-Alt-1$|^Arrow|^Meta-(?:Shift-)?Arrow(?:Up|Down)$/
    expect(Object.keys(keymap).filter((keys) => !told.has(keys) && !other.test(keys))).toEqual([])
    expect(shortcuts.filter(({ keys }) => !(keys in keymap)).map(({ keys }) => keys)).toEqual([
      "/",
      "Mod-k",
      "Mod-Alt-m"
    ])
    expect(told.size).toBe(shortcuts.length)
  })
})

const turn = (name: string): Command => commands.turnInto(kindNamed(name))

describe("a block becomes another", () => {
  it.each([
    ["Heading 3", "* a\n* b¦\n* c\n", "* a\n\n### b¦\n\n* c\n"],
    ["Code", "a **b**¦\n\nc\n", "```\na b¦\n```\n\nc\n"],
    ["Paragraph", "```\na\nb¦\n```\n", "a\\\nb¦\n"],
    ["Paragraph", '{% code title="t" %}\n```\n¦a\n```\n{% endcode %}\n', "¦t\n\na\n"],
    ["Hint", "¦a\n\nb¦\n", hint("a\n\nb¦")],
    ["Expandable", "¦a\n\nb¦\n", more("a", "b¦")],
    [
      "Stepper",
      "## ¦a\n\nb\n\n## c¦\n",
      "{% stepper %}\n{% step %}\n## a\n\nb\n{% endstep %}\n\n{% step %}\n## c¦\n{% endstep %}\n{% endstepper %}\n"
    ],
    ["Numbered list", "> a¦\n", "> 1. a¦\n"],
    ["Code", "a ![](b.png)¦\n", undefined],
    ["Code", "a[b](#user-content-fn-1)[^1]¦\n\n[^1]: c\n", undefined]
  ])("%s of %j is %j", (name, before, result) => {
    expect(done(before, turn(name))).toBe(result)
  })

  it("takes what is around away where the whole of it is selected", () => {
    const state = after(selecting(stateOf(hint("a\n\nb")), "hint"), turn("Quote"))
    expect(state?.selection).toBeInstanceOf(NodeSelection)
    expect(state && textOf(state)).toBe("[blockquote] > a\n>\n> b\n")
  })
})

describe("a block goes to a place", () => {
  it.each([
    ["a paragraph into a list", "a¦\n\n* b\n* c\n", "c", "* b\n* a¦\n* c\n"],
    ["an item out of its list", "* a¦\n* b\n\nc\n", "end", "* b\n\nc\n\n* a¦\n"],
    ["a task into a list", "* [x] a¦\n* [ ] b\n\n1. c\n2. d\n", "d", "* [ ] b\n\n1. c\n2. a¦\n3. d\n"]
  ])("%s", (_, before, target, result) => {
    const state = stateOf(before)
    let at = state.doc.content.size
    state.doc.descendants((node, pos, parent) => {
      if (node.isTextblock && node.textContent === target) at = parent?.type.name === "list_item" ? pos - 1 : pos
    })
    const moved = after(state, commands.moveBlockTo(at))
    expect(moved && textOf(moved)).toBe(result)
  })
})

it("a kind is made where the caret is, in the place of an empty text", () => {
  for (const kind of blockKinds.filter(({ needs }) => needs === undefined)) {
    const before = stateOf("a\n\n¦\n\nb\n")
    const state = after(before, commands.insertBlock(kind))!
    expect(state.doc.childCount, kind.name).toBeLessThanOrEqual(3)
  }
})
