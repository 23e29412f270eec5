/** Exports of sites as they are asked for, looked at and downloaded; `SiteExportJobs` carries them out. */
import { Context, Effect, Layer, Stream } from "effect"
import { Blobs } from "../../content/revisions/Blobs.ts"
import { makeRoomProblem } from "../../content/revisions/fileSize.ts"
import { damageError } from "../../content/revisions/missingIsDamage.ts"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { madeOfEverything } from "../../kernel/shared/Epoch.ts"
import {
  Conflict,
  type Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { openSite } from "./openSite.ts"
import {
  type NewSiteExport,
  type SiteExport,
  type SiteExportRecord,
  toSiteExport,
  verifyExport,
  zipName
} from "./SiteExport.ts"
import { SiteExportStore } from "./SiteExportStore.ts"
import { placeOf } from "./sitePlace.ts"

type Failure = Forbidden | NotFound | StorageError

/** Most exports of an organization that wait or work at a time. */
export const maxActive = 5

/** A zip, to be sent. */
export interface ExportedZip {
  /** Name to save it under. */
  readonly name: string
  readonly size: number
  readonly hash: string
  readonly bytes: (range?: { readonly start: number; readonly end: number }) => Stream.Stream<Uint8Array, StorageError>
}

export class SiteExports extends Context.Service<
  SiteExports,
  {
    /** Asks for the files of a site that everybody may read. The answer comes at once; the export tells how it goes. */
    readonly start: (
      organizationId: string,
      siteId: string,
      input: NewSiteExport
    ) => Effect.Effect<SiteExport, Failure | Invalid | Conflict | PreconditionFailed, CurrentActor>
    readonly get: (
      organizationId: string,
      siteId: string,
      id: string
    ) => Effect.Effect<SiteExport, Failure, CurrentActor>
    /** Latest first. */
    readonly list: (
      organizationId: string,
      siteId: string,
      params: ListParams
    ) => Effect.Effect<Page<SiteExport>, Failure | Invalid, CurrentActor>
    /** Stops an export that has not ended, and forgets one that has, with its zip; `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      id: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** The zip behind the signed part of an address; needs no actor, but a site that is still open to everybody. */
    readonly open: (signed: string) => Effect.Effect<ExportedZip, NotFound | StorageError>
    /** Forgets what has expired; the bytes of the zips lose that name. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/delivery/site-exports/SiteExports") {
  static readonly layer = Layer.effect(
    SiteExports,
    Effect.gen(function* () {
      const store = yield* SiteExportStore
      const sites = yield* SiteStore
      const access = yield* Access
      const blobs = yield* Blobs
      const audit = yield* Audit
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const roomProblem = yield* makeRoomProblem
      const load = makeLoadSite(access, sites)

      const start = traced("SiteExports.start")(function* (
        organizationId: string,
        siteId: string,
        input: NewSiteExport
      ) {
        const { site } = yield* load(organizationId, siteId, "site.export")
        const { problem } = yield* openSite(sites, { organizationId, siteId: site.id })
        if (problem !== undefined) return yield* new PreconditionFailed({ message: problem })
        if ((yield* roomProblem(1)) !== undefined) {
          return yield* new Invalid({
            message:
              "There is no room for a zip: this server keeps as many bytes of files as it may. Its operator can allow more",
            tooLarge: true
          })
        }
        const actor = yield* CurrentActor
        const at = yield* now
        const { base, origin = null } = placeOf(input)
        const record: SiteExportRecord = {
          id: makeId(),
          organizationId,
          siteId: site.id,
          status: "pending",
          origin,
          base,
          createdBy: actor.kind === "user" ? actor.userId : null,
          createdAt: at,
          updatedAt: at,
          startedAt: null,
          completedAt: null,
          expiresAt: null,
          reason: null,
          pages: null,
          files: null,
          size: null,
          blob: null
        }
        yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(site.id))) return yield* NotFound.of("site", siteId)
            const active = yield* store.active(organizationId, site.id)
            if (active.ofSite > 0) {
              return yield* new Conflict({
                message: "An export of this site is under way already; wait until it has ended, or delete it"
              })
            }
            if (active.all >= maxActive) {
              return yield* new Invalid({
                message: `There are ${maxActive} exports of sites under way already; wait until one has ended, or delete one`
              })
            }
            yield* store.insert(record)
            yield* jobs.offer("site-exports", record.id)
            yield* audit.record({
              organizationId,
              action: "site.export",
              target: { type: "site", id: site.id, label: site.title },
              payload: { export: record.id, base: record.base }
            })
          })
        )
        return toSiteExport(instance, key, site, record)
      })

      /** An export of a site that the caller may export. */
      const open = Effect.fnUntraced(function* (
        organizationId: string,
        siteId: string,
        id: string,
        action: "site.export" | "site.export.view"
      ) {
        const { site } = yield* load(organizationId, siteId, action)
        const record = yield* store.get(id)
        if (record?.siteId !== site.id) return yield* NotFound.of("export", id)
        return { site, record }
      })

      const get = traced("SiteExports.get")(function* (organizationId: string, siteId: string, id: string) {
        yield* madeOfEverything
        const { record, site } = yield* open(organizationId, siteId, id, "site.export.view")
        return toSiteExport(instance, key, site, record)
      })

      const list = traced("SiteExports.list")(function* (organizationId: string, siteId: string, params: ListParams) {
        yield* madeOfEverything
        const { site } = yield* load(organizationId, siteId, "site.export.view")
        const page = yield* paginate(
          ["site-exports", site.id],
          params,
          (record: SiteExportRecord) => [record.id],
          (slice) => store.list(site.id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (record) => toSiteExport(instance, key, site, record))
      })

      const remove = traced("SiteExports.remove")(function* (organizationId: string, siteId: string, id: string) {
        const { record, site } = yield* open(organizationId, siteId, id, "site.export")
        return yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* store.remove(record.id))) return false
            yield* audit.record({
              organizationId,
              action: "site.export.delete",
              target: { type: "site", id: site.id, label: site.title },
              payload: { export: record.id }
            })
            return true
          })
        )
      })

      const download = traced("SiteExports.open")(function* (signed: string) {
        const absent = new NotFound({ message: "There is no zip of a site at this address, or not any more" })
        const id = verifyExport(key, signed)
        const record = id === undefined ? undefined : yield* store.get(id)
        if (record === undefined || record.blob === null || record.size === null) return yield* absent
        if (record.expiresAt === null || record.expiresAt <= (yield* now)) return yield* absent
        // whoever has the address may read what is in the zip, for as long as everybody may
        const { site } = yield* openSite(sites, record)
        if (site === undefined) return yield* absent
        const { blob, size } = record
        return {
          name: zipName(site),
          size,
          hash: blob,
          bytes: (range?: { readonly start: number; readonly end: number }) =>
            Stream.mapError(blobs.read(blob, range), damageError)
        }
      })

      return SiteExports.of({
        start,
        get,
        list,
        remove,
        open: download,
        sweep: Effect.flatMap(now, store.removeExpired)
      })
    })
  )
}
