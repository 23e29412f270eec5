/** Imports of a website or of uploaded files into a space: runs in the background, as they are asked for, kept and shown (`docs/contributing/wire.md#imports`). */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { OneOf, Text, WebAddress } from "../../kernel/shared/text.ts"

export const ImportStatus = OneOf("ImportRunStatus", ["pending", "in-progress", "completed", "failed", "cancelled"])
export type ImportStatus = typeof ImportStatus.Type

const Source = Schema.Union([
  Schema.Struct({ type: Schema.Literal("website"), url: WebAddress }),
  Schema.Struct({
    type: Schema.Literal("file"),
    files: Schema.Array(Text(1, 200))
      .check(Schema.isMinLength(1), Schema.isMaxLength(50))
      .annotate({ description: "Keys of uploads of kind import_file: zip archives, Markdown, HTML." })
  })
]).annotate({ identifier: "ImportSource" })
const Target = Schema.Struct({
  space: Text(1, 128),
  /** Id or number of a draft that takes the pages; the primary content when left out. */
  changeRequest: Schema.optionalKey(Text(1, 128)),
  /** The page below which they are put; the root when left out. */
  page: Schema.optionalKey(Text(1, 128))
})

/** Body of `POST /v1/org/{organizationId}/imports`. */
export const NewImportRun = Schema.Struct({
  source: Source,
  target: Target,
  site: Schema.optionalKey(
    Text(1, 128).annotate({ description: "The site that it is for; when left out, the one that the space is on." })
  ),
  enhance: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether the configured language model tidies the pages (default true). Without one, pages are written as they are found, and true is refused."
    })
  )
}).annotate({ identifier: "NewImportRun" })
export type NewImportRun = typeof NewImportRun.Type

const ImportedPage = Schema.Struct({
  id: Schema.String,
  sourceURL: Schema.optionalKey(Schema.String),
  type: Schema.Literals(["page", "folder"]),
  status: Schema.Literals(["complete", "pending"])
}).annotate({ identifier: "ImportedPage" })
export type ImportedPage = typeof ImportedPage.Type

/** Something of the source that was left out, or is not as it might be. */
const ImportWarning = Schema.Struct({ path: Schema.String, message: Schema.String }).annotate({
  identifier: "ImportWarning"
})
export type ImportWarning = typeof ImportWarning.Type

export interface ImportRunRecord {
  readonly id: string
  readonly organizationId: string
  readonly status: ImportStatus
  readonly source: typeof Source.Type
  readonly target: typeof Target.Type
  readonly site: string | null
  /** Whether the language model is asked, where there is one. */
  readonly enhance: boolean
  readonly createdBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** Why it failed, or what it waits for. */
  readonly reason: string | null
  readonly pages: ReadonlyArray<ImportedPage>
  readonly warnings: ReadonlyArray<ImportWarning>
}

export const ImportRun = Schema.Struct({
  object: Schema.Literal("import-run"),
  id: Schema.String,
  status: ImportStatus,
  source: Source,
  target: Target,
  site: Schema.optionalKey(Schema.String),
  createdBy: Schema.optionalKey(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String,
  startedAt: Schema.optionalKey(Schema.String),
  completedAt: Schema.optionalKey(Schema.String),
  reason: Schema.optionalKey(Schema.String),
  pages: Schema.Array(ImportedPage),
  warnings: Schema.optionalKey(
    Schema.Array(ImportWarning).annotate({ description: "What of the source was left out, and why (extension)." })
  ),
  urls: Schema.Struct({ location: Schema.String, app: Schema.String })
}).annotate({ identifier: "ImportRun" })
export type ImportRun = typeof ImportRun.Type

/** What a run is called: the host of a website, the number of files. */
export const labelOf = (source: ImportRunRecord["source"]): string =>
  source.type === "website"
    ? new URL(source.url).host
    : source.files.length === 1
      ? "1 file"
      : `${source.files.length} files`

/** Which runs a list shows; `active` is pending or in progress. */
export interface ImportFilter {
  readonly space?: string | undefined
  readonly changeRequest?: string | undefined
  readonly site?: string | undefined
  readonly status?: ImportStatus | "active" | undefined
}

export const toImportRun = (instance: InstanceConfig, record: ImportRunRecord): ImportRun => ({
  object: "import-run",
  id: record.id,
  status: record.status,
  source: record.source,
  target: record.target,
  ...present({ site: record.site, createdBy: record.createdBy }),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  ...present({ startedAt: record.startedAt, completedAt: record.completedAt, reason: record.reason }),
  pages: record.pages,
  ...(record.warnings.length === 0 ? {} : { warnings: record.warnings }),
  urls: {
    location: location(instance, `/org/${record.organizationId}/imports/${record.id}`),
    app: app(instance, `/s/${record.target.space}`)
  }
})
