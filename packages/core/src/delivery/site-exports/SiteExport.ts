/** Exports of a site as static files: jobs that end with a zip (`docs/guides/static-sites.md`). */
import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { OneOf, Text, WebAddress } from "../../kernel/shared/text.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import { baseProblem, urlProblem } from "./sitePlace.ts"

export const SiteExportStatus = OneOf("SiteExportStatus", ["pending", "in-progress", "completed", "failed"])
export type SiteExportStatus = typeof SiteExportStatus.Type

/** Body of `POST /v1/orgs/{organizationId}/sites/{siteId}/exports`. */
export const NewSiteExport = Schema.Struct({
  url: Schema.optionalKey(
    WebAddress.check(Schema.makeFilter((url) => urlProblem(url) ?? true)).annotate({
      description:
        "Where the site will be: pages say so to search engines, and there is a sitemap. Left out, no file names a host."
    })
  ),
  base: Schema.optionalKey(
    Text(0, 1024)
      .check(Schema.makeFilter((base) => baseProblem(base) ?? true))
      .annotate({ description: "Path of the site on its host, like /docs/; that of url, or /, when left out." })
  )
}).annotate({ identifier: "NewSiteExport" })
export type NewSiteExport = typeof NewSiteExport.Type

export interface SiteExportRecord {
  readonly id: string
  readonly organizationId: string
  readonly siteId: string
  readonly status: SiteExportStatus
  /** As a `SitePlace` has them. */
  readonly origin: string | null
  readonly base: string
  readonly createdBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** When it is forgotten, with its zip: set as it ends. */
  readonly expiresAt: string | null
  /** Why it failed, or what it waits for. */
  readonly reason: string | null
  readonly pages: number | null
  readonly files: number | null
  /** Bytes of the zip. */
  readonly size: number | null
  /** Hash of the zip. */
  readonly blob: string | null
}

/** How long an export that has ended is kept, in milliseconds. */
export const exportLifetime = 24 * 3600 * 1000

export const SiteExport = Schema.Struct({
  object: Schema.Literal("site-export"),
  id: Schema.String,
  status: SiteExportStatus,
  base: Schema.String,
  url: Schema.optionalKey(Schema.String),
  createdBy: Schema.optionalKey(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String,
  startedAt: Schema.optionalKey(Schema.String),
  completedAt: Schema.optionalKey(Schema.String),
  expiresAt: Schema.optionalKey(
    Schema.String.annotate({ description: "When an export that has ended is forgotten, with its zip." })
  ),
  reason: Schema.optionalKey(
    Schema.String.annotate({ description: "Why it failed, or what it waits for before it is tried again." })
  ),
  pages: Schema.optionalKey(Schema.Number),
  files: Schema.optionalKey(Schema.Number),
  size: Schema.optionalKey(Schema.Number.annotate({ description: "Bytes of the zip." })),
  downloadURL: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Where the zip is, once it is there: until it expires, without a token, and while everybody may read the site."
    })
  ),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "SiteExport" })
export type SiteExport = typeof SiteExport.Type

const purpose = "site-export"

/** The id of an export behind the signed part of an address; `undefined` when it was not made here. */
export const verifyExport = (key: Uint8Array, signed: string): string | undefined => {
  const value = verifyValue(key, purpose, signed)
  return typeof value === "string" ? value : undefined
}

/** What a zip of a site is called. */
export const zipName = ({ basename, id }: Pick<SiteRecord, "id" | "basename">): string => `${basename ?? id}.zip`

export const toSiteExport = (
  instance: InstanceConfig,
  key: Uint8Array,
  site: Pick<SiteRecord, "id" | "basename">,
  record: SiteExportRecord
): SiteExport => {
  const { base, completedAt, createdBy, expiresAt, files, id, origin, pages, reason, size, startedAt } = record
  return {
    object: "site-export",
    id,
    status: record.status,
    base,
    ...(origin === null ? {} : { url: origin + base }),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    ...present({ createdBy, startedAt, completedAt, expiresAt, reason, pages, files, size }),
    ...(record.blob === null
      ? {}
      : { downloadURL: `${instance.publicUrl}/~exports/${signValue(key, purpose, id)}/${zipName(site)}` }),
    urls: { location: location(instance, `/orgs/${record.organizationId}/sites/${record.siteId}/exports/${id}`) }
  }
}
