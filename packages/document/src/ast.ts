/**
 * The tree of a page. Names and fields follow mdast where mdast has a node; everything else is a construct of the
 * Git sync dialect (`docs/contributing/dialect.md#tags`, `docs/contributing/dialect.md#html`).
 *
 * - Every node carries `position`: offsets (UTF-16 units) into the text that was given to the parser, end exclusive,
 *   however deep it is nested. `text.slice(start, end)` is the source of the node.
 * - Nodes are plain data. Treat them as immutable: parsed pages are shared and cached.
 * - A node never loses what the author wrote: block tags keep all their `attributes`, broken tags stay in the tree.
 * - Depth is bounded (`MAX_DEPTH`), so recursive walkers are safe.
 */

import type { NodeBase } from "./ast-base.ts"
import type {
  BlockMath,
  Blockquote,
  Code,
  Definition,
  FootnoteDefinition,
  Heading,
  List,
  ListItem,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  ThematicBreak
} from "./ast-blocks.ts"
import type {
  Break,
  Button,
  Comment,
  Delete,
  Emoji,
  Emphasis,
  Expression,
  FootnoteReference,
  Html,
  HtmlElement,
  Icon,
  Image,
  InlineCode,
  InlineMath,
  Kbd,
  Link,
  Mark,
  Mention,
  Strong,
  Sub,
  Sup,
  Text
} from "./ast-inlines.ts"
import type { Images, ImagesItem, RichTable, RichTableCell, RichTableColumn, RichTableRow } from "./ast-media.ts"
import type {
  Column,
  Columns,
  ContentRef,
  Embed,
  Expandable,
  File,
  Hint,
  If,
  Include,
  Integration,
  Openapi,
  OpenapiOperation,
  OpenapiSchemas,
  OpenapiWebhook,
  Prompt,
  Step,
  Stepper,
  StrayTag,
  Swagger,
  SwaggerPart,
  Tab,
  Tabs,
  UnknownBlock,
  Update,
  Updates
} from "./ast-tags.ts"

export type * from "./ast-base.ts"
export type * from "./ast-blocks.ts"
export type * from "./ast-inlines.ts"
export type * from "./ast-media.ts"
export type * from "./ast-tags.ts"

/** Deepest nesting of nodes in a tree; what lies deeper in the source is read as plain text. */
export const MAX_DEPTH = 200

export interface Root extends NodeBase {
  type: "root"
  children: Block[]
}

/** Every block that a `{% … %}` tag makes. */
export type TagBlock =
  | Hint
  | Tabs
  | Tab
  | Stepper
  | Step
  | Columns
  | Column
  | ContentRef
  | Include
  | Embed
  | File
  | OpenapiOperation
  | OpenapiSchemas
  | OpenapiWebhook
  | Openapi
  | Swagger
  | SwaggerPart
  | Updates
  | Update
  | If
  | Prompt
  | Integration
  | UnknownBlock

export type Block =
  | Paragraph
  | Heading
  | List
  | Blockquote
  | ThematicBreak
  | Code
  | Table
  | RichTable
  | FootnoteDefinition
  | Definition
  | BlockMath
  | Expandable
  | Images
  | TagBlock
  | StrayTag
  | HtmlElement
  | Html
  | Comment

export type Inline =
  | Text
  | Emphasis
  | Strong
  | Delete
  | InlineCode
  | Break
  | Link
  | Image
  | FootnoteReference
  | Mark
  | Sub
  | Sup
  | Kbd
  | Button
  | Icon
  | Emoji
  | Expression
  | Mention
  | InlineMath
  | HtmlElement
  | Html
  | Comment

export type Content = Block | Inline

/** Every node there is. */
export type Node =
  | Root
  | Content
  | ListItem
  | TableRow
  | TableCell
  | ImagesItem
  | RichTableColumn
  | RichTableRow
  | RichTableCell
