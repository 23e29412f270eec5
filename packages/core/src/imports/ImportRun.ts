/** Imports of a website into a space: runs in the background, as they are asked for, kept and shown (`beyond.md` 5.5). */
import { Schema } from "effect"
import { app, type InstanceConfig, location } from "../shared/Instance.ts"
import { OneOf, Text, WebAddress } from "../shared/text.ts"

export const ImportStatus = OneOf("ImportRunStatus", ["pending", "in-progress", "completed", "failed", "cancelled"])
export type ImportStatus = typeof ImportStatus.Type

const Source = Schema.Struct({ type: Schema.Literal("website"), url: WebAddress })
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
  site: Schema.optionalKey(Text(1, 128)),
  enhance: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Accepted, and changes nothing: pages are written as they are found." })
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

export interface ImportRunRecord {
  readonly id: string
  readonly organizationId: string
  readonly status: ImportStatus
  readonly source: typeof Source.Type
  readonly target: typeof Target.Type
  readonly site: string | null
  readonly createdBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** Why it failed, or what it waits for. */
  readonly reason: string | null
  readonly pages: ReadonlyArray<ImportedPage>
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
  urls: Schema.Struct({ location: Schema.String, app: Schema.String })
}).annotate({ identifier: "ImportRun" })
export type ImportRun = typeof ImportRun.Type

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
  ...(record.site === null ? {} : { site: record.site }),
  ...(record.createdBy === null ? {} : { createdBy: record.createdBy }),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  ...(record.startedAt === null ? {} : { startedAt: record.startedAt }),
  ...(record.completedAt === null ? {} : { completedAt: record.completedAt }),
  ...(record.reason === null ? {} : { reason: record.reason }),
  pages: record.pages,
  urls: {
    location: location(instance, `/org/${record.organizationId}/imports/${record.id}`),
    app: app(instance, `/s/${record.target.space}`)
  }
})
