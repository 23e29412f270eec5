/** What a kind of block is, to a menu. */
import type { Node } from "prosemirror-model"
import type { Into } from "../commands/into.ts"
import { changed } from "../commands/nodes.ts"
import type { Data } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"

export interface BlockKind {
  /** As menus say it: "Heading 2". */
  readonly name: string
  /** Other words to find it by, in lower case. */
  readonly keywords: ReadonlyArray<string>
  /** Heading of the menu that it stands under. */
  readonly group: string
  /** Key that makes it, as `keymap` names it. */
  readonly shortcut?: string
  /** What has to be asked for before it is made: the answer is the data of the block. */
  readonly needs?: "picture" | "file" | "address" | "reusable-content" | "page" | "openapi"
  /** A new one, with these data instead of its own. */
  readonly make: (data?: Data) => Node
  /** What other blocks become when they are turned into it. */
  readonly into?: Into
}

/** Words of a list. */
export const words = (list: string): ReadonlyArray<string> => list.split(", ")

/** Makes nodes of a type with data. */
export const making =
  (name: string, content: () => ReadonlyArray<Node> = () => [], own: Data = {}): BlockKind["make"] =>
  (data = {}) =>
    schema.node(name, { data: changed(own, data) }, content())
