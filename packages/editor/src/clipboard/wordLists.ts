/** Lists as Word writes them: paragraphs that say in a style which level of which list they are, with the bullet as text. */
import type { HtmlElement } from "./html.ts"

/** The same tree with such paragraphs as items of lists. */
export const wordLists = (element: HtmlElement): HtmlElement => {
  const children: Array<HtmlElement | string> = []
  let items: Item[] = []
  const flush = (): void => {
    if (items.length > 0) children.push(...listsOf(items))
    items = []
  }
  for (const child of element.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") flush()
      if (items.length === 0) children.push(child)
      continue
    }
    const level = levelOf(child)
    if (level === undefined) {
      flush()
      children.push(wordLists(child))
    } else
      items.push({ level, isOrdered: /^[\da-z]{1,4}[.)]/i.test(bulletOf(child).trim()), element: withoutBullet(child) })
  }
  flush()
  return { ...element, children }
}

interface Item {
  readonly level: number
  readonly isOrdered: boolean
  readonly element: HtmlElement
}

const levelOf = ({ attributes, tag }: HtmlElement): number | undefined => {
  const level = tag === "p" ? /mso-list:\s*\w+\s+level(\d)/i.exec(attributes["style"] ?? "")?.[1] : undefined
  return level === undefined ? undefined : Number(level)
}

const isBullet = ({ attributes }: HtmlElement): boolean => /mso-list:\s*ignore/i.test(attributes["style"] ?? "")

const bulletOf = ({ children }: HtmlElement): string => {
  for (const child of children) {
    if (typeof child === "string") continue
    const found = isBullet(child) ? wordsIn(child) : bulletOf(child)
    if (found !== "") return found
  }
  return ""
}

const wordsIn = ({ children }: HtmlElement): string =>
  children.map((child) => (typeof child === "string" ? child : wordsIn(child))).join("")

const withoutBullet = (element: HtmlElement): HtmlElement => ({
  ...element,
  children: element.children.flatMap((child): Array<HtmlElement | string> => {
    if (typeof child === "string") return [child]
    return isBullet(child) ? [] : [withoutBullet(child)]
  })
})

/** Lists of items that follow each other, those of a lower level in the one before. */
const listsOf = (items: ReadonlyArray<Item>): HtmlElement[] => {
  const lists: HtmlElement[] = []
  const open: Array<{ readonly level: number; readonly list: HtmlElement }> = []
  for (const { element, isOrdered, level } of items) {
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const tag = isOrdered ? "ol" : "ul"
    let last = open.at(-1)
    if (last?.level === level && last.list.tag !== tag && open.length === 1) {
      open.pop()
      last = undefined
    }
    if (last === undefined || last.level < level) {
      const list: HtmlElement = { tag, attributes: {}, children: [] }
      const around = last?.list.children.at(-1)
      if (around !== undefined && typeof around !== "string") around.children.push(list)
      else lists.push(list)
      last = { level, list }
      open.push(last)
    }
    last.list.children.push({ tag: "li", attributes: {}, children: [element] })
  }
  return lists
}
