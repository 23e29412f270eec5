/** The port that prints: content of revisions in, the bytes of a PDF out. */
import type { TagDefinition } from "@octavo/document"
import { Context, type Effect, Schema, type Stream } from "effect"
import type { KeptPicture } from "../../content/remote-pictures/RemotePicture.ts"
import type { PageNode } from "../../content/revisions/model/PageTree.ts"
import type { FileRecord, ReusableRecord } from "../../content/revisions/model/Records.ts"
import type { Visitor } from "../../kernel/conditions/Visitor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** What is printed. Plain data: it may cross to another thread. */
export interface PdfBook {
  readonly title: string
  /** Under the title: the change request that it is a draft of. */
  readonly subtitle?: string
  readonly emoji?: string
  /** BCP 47. */
  readonly language: string
  /** ISO 8601: when the latest revision was made. Printing the same revisions again gives the same bytes. */
  readonly createdAt: string
  /** For whom it is printed: conditions and expressions are decided as on a site. Without one, for nobody in particular. */
  readonly visitor?: Visitor
  /** Where it is published, with a slash at the end. */
  readonly publishedUrl?: string
  /** Where its site shows spaces, by their ids, with a slash at the end: links to what is not printed lead there. */
  readonly spaces?: Readonly<Record<string, string>>
  /** In order; a space alone is one part. */
  readonly parts: ReadonlyArray<PdfPart>
}

/** The content of one revision of a space. */
export interface PdfPart {
  /** Id of the space. */
  readonly space: string
  /** What of a site it is below in the outline, outermost first: its section, and its own title in there. */
  readonly headings: ReadonlyArray<{ readonly id: string; readonly title: string }>
  /** BCP 47. */
  readonly language: string
  /** Where the content is published, with a slash at the end: links to pages that are not printed lead there. */
  readonly publishedUrl?: string
  /** Prefix of addresses of repository files that are no part of the space. */
  readonly repositoryTree?: string
  /** The tree of the revision, as far as the reader sees it; what links can lead to. */
  readonly tree: ReadonlyArray<PageNode>
  /** Id of the page at the root of that address. */
  readonly home?: string
  readonly files: ReadonlyArray<FileRecord>
  /** Copies of pictures of other hosts. */
  readonly pictures?: ReadonlyArray<KeptPicture>
  readonly reusables: ReadonlyArray<ReusableRecord>
  readonly variables: Readonly<Record<string, string>>
  readonly tags: ReadonlyArray<TagDefinition>
  /** Ids of the pages and groups that are printed, in order; each is in the tree. */
  readonly printed: ReadonlyArray<string>
}

/** How the content is read while it is printed; `part` counts the parts of the book from 0. */
export interface PdfReads {
  /** A text by its hash. */
  readonly text: (hash: string, part: number) => Effect.Effect<string, StorageError>
  readonly bytes: (file: FileRecord) => Effect.Effect<Uint8Array, StorageError>
  /** Address of a file for whoever reads the PDF. */
  readonly address: (file: FileRecord, part: number) => string
}

/** The PDF could not be made. `busy`: too many are being printed; later it may be. */
export class PdfError extends Schema.TaggedError<PdfError>()("PdfError", {
  reason: Schema.Literals(["busy", "failed"]),
  message: Schema.String
}) {}

export class PdfRenderer extends Context.Service<
  PdfRenderer,
  {
    /** Fails with `busy` at once; the stream prints as it is read, and fails when the content cannot be printed. */
    readonly render: (
      book: PdfBook,
      reads: PdfReads
    ) => Effect.Effect<Stream.Stream<Uint8Array, PdfError | StorageError>, PdfError>
  }
>()("@octavo/core/delivery/pdf/PdfRenderer") {}
