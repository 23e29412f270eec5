/** Whether what a language model made of a page says the same. Pure. */

import { parsePage, visit } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"

/** Part of the words that both texts must share. */
const leastShared = 0.85

/** What an answer lost or made up; `undefined` when it says the same. */
export const contentLoss = (before: string, after: string): string | undefined => {
  const [a, b] = [parsePage(before), parsePage(after)]
  if (b.frontmatter !== undefined) return "wrote a header"
  if ((a.title?.text ?? "") !== (b.title?.text ?? "")) return "changed the title"
  if (!sameAll(a.links.map(hrefOf), b.links.map(hrefOf))) return "changed links or pictures"
  const code = codeOf(b.root)
  if (codeOf(a.root).some((text) => !code.includes(text))) return "changed code"
  return sharedWords(before, after) < leastShared ? "changed what the page says" : undefined
}

const hrefOf = ({ href }: { readonly href: string }): string => href

const sameAll = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())

const codeOf = (root: ReturnType<typeof parsePage>["root"]): ReadonlyArray<string> => {
  const found: Array<string> = []
  visit(root, (node) => {
    if (node.type === "code") found.push(node.value.trim())
    return true
  })
  return found
}

/** Words in both, as a part of all words of the longer text. */
const sharedWords = (a: string, b: string): number => {
  const count = (text: string) => {
    const counts = new Map<string, number>()
    // marks of blocks are no words
    const words = text.replace(/\{%[^%]*%\}/g, " ").toLowerCase()
    for (const word of words.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [left, right] = [count(a), count(b)]
  const total = (counts: ReadonlyMap<string, number>) => Array.from(counts.values()).reduce((sum, n) => sum + n, 0)
  let shared = 0
  for (const [word, n] of left) shared += Math.min(n, right.get(word) ?? 0)
  return shared / Math.max(1, total(left), total(right))
}

/** What an answer of a language model lost of a text: as a task. */
export const contentLossTask = task("lost", ({ after, before }: { readonly before: string; readonly after: string }) =>
  contentLoss(before, after)
)
