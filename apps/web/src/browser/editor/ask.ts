/** What has to be asked for: a page, a picture, an address. Asked beside the place it is for, and nothing waits for it. */
import type { BlockKind } from "@octavo/editor"
import type { Data } from "../../logic/document.ts"
import type { Place } from "./ui/Floating.tsx"

export type Needs = NonNullable<BlockKind["needs"]>

export interface Question {
  readonly needs: Needs
  /** What it is for, as a heading: "Image". */
  readonly title: string
  readonly at: () => Place | undefined
  /** The data of what is made, a reference among them. @param words that the answer is called by */
  readonly answer: (data: Data, words: string) => void
  /** What is done with a file that was chosen; without it the file is uploaded and the answer is its reference. */
  readonly take?: (file: File) => void
}
