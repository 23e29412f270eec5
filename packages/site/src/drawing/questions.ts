/** What the drawing of a long page asks whoever wants it: plain data, since it is drawn on another thread. */
import type { ApiBlock } from "@octavo/core/content/openapi/apiBlocks"
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import type { ResolvedFile, ResolvedLink, ResolvedPicture, UpdateTag } from "@octavo/render/references"

/** Which of two revisions a text is of, where there are two. */
export type Side = "shown" | "former"

/** What a resolver is asked for, with the Git path of the file that has it. */
export interface Wanted {
  readonly side: Side
  readonly from: string
  readonly what: "link" | "image" | "file" | "picture" | "tag" | "expression" | "address"
  readonly name: string
}

export type Found = ResolvedLink | ResolvedFile | ResolvedPicture | UpdateTag | string | undefined

/** What is asked for, and what it comes to. */
export type Answered = readonly [Wanted, Found]

/** All of one kind at a time; answers come in the order of what is asked for. */
export type Question =
  | { readonly ask: "conditions"; readonly conditions: ReadonlyArray<string> }
  | { readonly ask: "includes"; readonly side: Side; readonly names: ReadonlyArray<string> }
  | {
      readonly ask: "blocks"
      readonly side: Side
      readonly from: string
      readonly blocks: ReadonlyArray<ApiBlock>
    }
  | { readonly ask: "spaces"; readonly spaces: ReadonlyArray<string> }
  | { readonly ask: "references"; readonly wanted: ReadonlyArray<Wanted> }

/** The text of reusable content. */
export interface FoundText {
  readonly text: string
  /** Git path of its file; empty where it has none. */
  readonly from: string
}

export type Answer = ReadonlyArray<boolean | FoundText | ApiView | Found>
export type Ask = (question: Question) => Promise<Answer>
