/** What the thread that prints and the one that reads say to each other. */
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfBook } from "@octavo/core/delivery/pdf/PdfRenderer"

export interface Work {
  readonly book: PdfBook
}

/** `taken`: whether what was sent before has been read. */
export type Question = "text" | "bytes" | "address" | "taken"

export type FromWorker =
  | {
      readonly kind: "ask"
      readonly id: number
      readonly question: Question
      readonly about?: string | FileRecord | undefined
      /** Part of the book, from 0. */
      readonly part: number
    }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | {
      readonly kind: "end"
      /** Packages of fonts that the book needed, and that are not installed. */
      readonly missing: ReadonlyArray<string>
    }

/** Without a value: it could not be had. */
export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number }
