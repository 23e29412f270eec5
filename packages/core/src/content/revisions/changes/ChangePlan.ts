/** A batch of changes with everything at hand that is not in the revision, and what it does to that. */
import type { Texts } from "../../../kernel/texts/Texts.ts"
import type { FileRecord, PageRecord } from "../model/Records.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import type { Body } from "../model/RevisionTree.ts"
import type { PageFieldsInput } from "./input.ts"

/** A change with everything at hand that is not in the revision. */
export type PreparedChange =
  | {
      readonly operation: "insert_page"
      readonly type: "document" | "group" | "link"
      /** The new page's. */
      readonly id: string
      /** Of a document. */
      readonly text: string
      readonly into: string | null
      readonly at: number | undefined
      readonly ref: string | undefined
      readonly fields: PageFieldsInput
    }
  | {
      readonly operation: "update_page"
      readonly page: string
      readonly text: string | undefined
      /** Exact texts that it was made of beside the page's own. */
      readonly sources?: ReadonlyArray<string>
      /** `undefined` leaves it where it is. */
      readonly into: string | null | undefined
      readonly at: number | undefined
      readonly fields: PageFieldsInput
    }
  | {
      readonly operation: "update_reusable_content"
      readonly reusableContent: string
      readonly text: string
      /** Exact texts that it was made of beside its own. */
      readonly sources: ReadonlyArray<string>
    }
  | { readonly operation: "delete_page"; readonly page: string }
  /** `record`: the page in the revision that it goes back to. */
  | { readonly operation: "revert_page"; readonly page: string; readonly record: PageRecord | undefined }
  | {
      readonly operation: "insert_files"
      readonly files: ReadonlyArray<{ readonly ref: string | undefined; readonly file: FileRecord }>
    }

/** Why a batch is refused, and which place of the body is to blame. */
export interface PlanProblem {
  readonly path: string
  readonly message: string
}

/** What the batch touched: pages in the order of first touch, then reusable contents in theirs. */
export type Touched = TouchedPage | TouchedReusableContent

interface TouchedReusableContent {
  readonly kind: "reusable-content"
  readonly id: string
  /** As of a page. */
  readonly isMerged?: boolean
}

/** A page. */
export interface TouchedPage {
  readonly kind: "created" | "updated" | "deleted"
  readonly id: string
  readonly ref?: string
  /** Whether its text has what others wrote beside what this batch says. */
  readonly isMerged?: boolean
}

export interface ChangePlan {
  readonly edits: ReadonlyArray<RevisionEdit>
  /** New bodies by hash. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
  readonly touched: ReadonlyArray<Touched>
}

export interface PlanContext {
  readonly at: string
  /** Bodies that pages of the revision have now, by their hashes, for those that get another. */
  readonly texts: ReadonlyMap<string, Pick<Body, "text" | "exact">>
  /** What texts say; worked out at once when left out. */
  readonly said?: Texts
}
