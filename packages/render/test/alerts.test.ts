/** Quotes that are alerts as GitHub has them, and those that only look so. */
import { type Blockquote, parsePage, plainText } from "@octavo/document"
import { expect, it } from "vitest"
import { alertOf } from "../src/alerts.ts"

const alert = (markdown: string) => {
  const hint = alertOf(parsePage(markdown).root.children[0] as Blockquote)
  return hint && `${hint.style}: ${hint.children.map((block) => `${block.type} ${plainText(block)}`).join(" | ")}`
}

it.each([
  ["> [!NOTE]\n> Some *text* here\n> more", "info: paragraph Some text here\nmore"],
  ["> [!TIP]\n> A tip", "success: paragraph A tip"],
  ["> [!IMPORTANT]\n> **Read** it", "info: paragraph Read it"],
  ["> [!WARNING]\n>\n> Text\n>\n> - a", "warning: paragraph Text | list a"],
  ["> [!caution]  \n> Beware", "danger: paragraph Beware"],
  ["> [!NOTE]\n> > nested", "info: blockquote nested"],
  // no alert
  ["> [!NOTE] on the same line", undefined],
  ["> [!NOTE] **on** the same line", undefined],
  ["> [!NOTE]**at** once", undefined],
  ["> [!NOTE]", undefined],
  ["> [!OTHER]\n> Text", undefined],
  ["> Text\n> [!NOTE]\n> more", undefined],
  ["> # [!NOTE]\n> Text", undefined],
  ["> Text", undefined]
])("%j", (markdown, expected) => {
  expect(alert(markdown)).toBe(expected)
})

it("leaves the quote as it was", () => {
  const quote = parsePage("> [!NOTE]\n> Text").root.children[0] as Blockquote
  const before = structuredClone(quote)
  alertOf(quote)
  expect(quote).toEqual(before)
})
