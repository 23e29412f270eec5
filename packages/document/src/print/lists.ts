/** Lists and their items: tight ones with one space behind the marker, the body of loose ones indented by four columns. */
import type { Block, List, ListItem } from "../ast.ts"
import type { BlockPlace } from "./blocks.ts"
import { hasGapInside, haveGaps } from "./gaps.ts"
import { htmlBlock } from "./html-blocks.ts"
import { joinBlocks } from "./join.ts"
import { prefixLines } from "./lines.ts"

const MAX_NUMBER = 999_999_999

export const printList = (list: List, { markers = "", inItem }: BlockPlace): string => {
  if (list.children.length === 0) return htmlBlock(list)
  // `* * *` would be a rule, and a list beside another one would go on with it.
  const bullet = ["*", "-"].find((one) => one !== inItem && !markers.includes(one)) ?? "+"
  const delimiter = markers.includes(".") ? ")" : "."
  // Loose items say that their list is loose; blank lines between items are for lists that nothing else makes so.
  const apart = list.spread && !list.children.some(isLoose)
  const first = list.start ?? 1
  const items = list.children.map((item, index) => {
    const marker = list.ordered ? `${Math.min(first + index, MAX_NUMBER)}${delimiter}` : bullet
    return printItem(item, isLoose(item) ? marker.padEnd(3) : marker)
  })
  return items.join(apart ? "\n\n" : "\n")
}

/** Whether blank lines stand in an item; where they have to, all of its blocks are set apart. */
const isLoose = ({ children, spread }: ListItem): boolean => haveGaps(children, !spread) || children.some(hasGapInside)

/** The bullet or delimiter of a printed list. */
export const listMarker = (text: string): string => /^(?:\d+([.)])|([*+-]))/.exec(text)?.slice(1).join("") ?? ""

const printItem = (item: ListItem, marker: string): string => {
  const task = item.checked !== undefined && isTaskText(item.children[0])
  const place: BlockPlace = { inItem: marker.trimEnd(), inTask: task }
  const content = joinBlocks(item.children, { tight: !isLoose(item), place })
  if (content === "") return marker.trimEnd()
  const box = task ? `[${item.checked ? "x" : " "}] ` : ""
  return prefixLines(content, `${marker} ${box}`, " ".repeat(marker.length + 1))
}

/** A box stands in front of text, or of an image. */
export const isTaskText = (first: Block | undefined): boolean =>
  first?.type === "images" || (first?.type === "paragraph" && first.align === undefined)
