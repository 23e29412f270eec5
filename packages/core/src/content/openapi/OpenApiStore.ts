import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { SpecRecord, SpecVersionRecord } from "./OpenApiSpec.ts"

export type SpecPatch = Partial<
  Pick<
    SpecRecord,
    | "visibility"
    | "sourceURL"
    | "sourceText"
    | "state"
    | "run"
    | "etag"
    | "lastVersion"
    | "lastProcessedAt"
    | "errorCode"
    | "errors"
    | "errorCount"
    | "refreshAt"
    | "updatedAt"
  >
>

/** The port of OpenAPI specifications and their versions. */
export class OpenApiStore extends Context.Service<
  OpenApiStore,
  {
    /** By slug, in whole; else by id. The row is held until the transaction ends, when there is one. */
    readonly find: (organizationId: string, slugOrId: string) => Effect.Effect<SpecRecord | undefined, StorageError>
    readonly get: (id: string) => Effect.Effect<SpecRecord | undefined, StorageError>
    /** The specification that this job is to process; `undefined` when another one is by now. */
    readonly ofRun: (run: string) => Effect.Effect<SpecRecord | undefined, StorageError>
    /** Oldest first; key `[id]`. */
    readonly list: (organizationId: string, slice: Slice) => Effect.Effect<Sliced<SpecRecord>, StorageError>
    /** `false` when the organization has one of this slug. */
    readonly insert: (spec: SpecRecord) => Effect.Effect<boolean, StorageError>
    readonly update: (id: string, patch: SpecPatch) => Effect.Effect<void, StorageError>
    /** The same as long as it is this job that processes it; `false` when it is not. */
    readonly updateRun: (run: string, patch: SpecPatch) => Effect.Effect<boolean, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    /** Those whose time to be fetched again has come, the most overdue first. */
    readonly due: (now: string, limit: number) => Effect.Effect<ReadonlyArray<SpecRecord>, StorageError>
    /** Latest first; key `[id]`. */
    readonly listVersions: (specId: string, slice: Slice) => Effect.Effect<Sliced<SpecVersionRecord>, StorageError>
    readonly version: (specId: string, id: string) => Effect.Effect<SpecVersionRecord | undefined, StorageError>
    /** Adds a version and removes the oldest ones, so that at most `keep` are left. */
    readonly insertVersion: (version: SpecVersionRecord, keep: number) => Effect.Effect<void, StorageError>
    /** The latest version of each specification of an organization that has one, by slug. */
    readonly latest: (organizationId: string) => Effect.Effect<ReadonlyArray<LatestVersion>, StorageError>
  }
>()("@octavo/core/content/openapi/OpenApiStore") {}

/** What is read of specifications that pages show. */
export interface LatestVersion extends Pick<SpecVersionRecord, "content" | "index"> {
  readonly specId: string
  readonly slug: string
  readonly sourceURL: string | null
  readonly isPublic: boolean
  readonly version: string
}
