/** Imports as they are asked for and looked at; `ImportJobs` carries them out. */
import { Context, Effect, Layer } from "effect"
import { Audit } from "../audit/Audit.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { SpaceContent, stored } from "../content/SpaceContent.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Access } from "../permissions/Access.ts"
import { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { makeId } from "../shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../shared/pagination.ts"
import { SigningKey } from "../shared/signature.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type ImportFilter, type ImportRun, type ImportRunRecord, type NewImportRun, toImportRun } from "./ImportRun.ts"
import { ImportRunStore } from "./ImportRunStore.ts"

type Failure = Forbidden | NotFound | StorageError

/** Most runs of an organization that wait or work at a time. */
export const maxActive = 20

export class ImportRuns extends Context.Service<
  ImportRuns,
  {
    /** Asks for an import. The answer comes at once; the run tells how it goes. */
    readonly start: (
      organizationId: string,
      input: NewImportRun
    ) => Effect.Effect<ImportRun, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<ImportRun, Failure, CurrentActor>
    /** Latest first. */
    readonly list: (
      organizationId: string,
      filter: ImportFilter,
      params: ListParams
    ) => Effect.Effect<Page<ImportRun>, Failure | Invalid, CurrentActor>
    /** Stops a run that has not ended: nothing of it is written. */
    readonly cancel: (organizationId: string, id: string) => Effect.Effect<ImportRun, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/imports/ImportRuns") {
  static readonly layer = Layer.effect(
    ImportRuns,
    Effect.gen(function* () {
      const store = yield* ImportRunStore
      const access = yield* Access
      const changeRequests = yield* ChangeRequests
      const content = yield* SpaceContent
      const audit = yield* Audit
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const invalid = (path: string, message: string) =>
        new Invalid({ message: `${path}: ${message}`, details: [{ path, message }] })

      const start = Effect.fn("ImportRuns.start")(function* (organizationId: string, input: NewImportRun) {
        yield* access.organization(organizationId, "imports.start")
        const { changeRequest, page, space } = input.target
        const absent = invalid("target.space", "must be the id of a space of this organization")
        const allowed = yield* Effect.catchTag(access.space(space, "space.edit-content"), "NotFound", () => absent)
        if (allowed.organizationId !== organizationId) return yield* absent
        const draft =
          changeRequest === undefined
            ? undefined
            : yield* Effect.catchTag(
                changeRequests.record(space, changeRequest, "change-request.edit"),
                "NotFound",
                () => invalid("target.changeRequest", "must be a change request of the space")
              )
        if (page !== undefined) {
          const { tree } = yield* content.open(space)
          // in a draft the page may be a new one: it is looked for again when pages are written
          const found = draft === undefined ? yield* stored(tree.page(page)) : true
          if (found === undefined) return yield* invalid("target.page", "must be the id of a page of the space")
        }
        if (!URL.canParse(input.source.url)) return yield* invalid("source.url", "must be an address")
        if ((yield* store.active(organizationId)) >= maxActive) {
          return yield* new Invalid({
            message: `There are ${maxActive} imports under way already; wait until one has ended, or cancel one`
          })
        }
        const actor = yield* CurrentActor
        const at = yield* now
        const run: ImportRunRecord = {
          id: makeId(),
          organizationId,
          status: "pending",
          source: input.source,
          target: draft === undefined ? input.target : { ...input.target, changeRequest: draft.record.id },
          site: input.site ?? null,
          createdBy: actor.kind === "user" ? actor.userId : null,
          createdAt: at,
          updatedAt: at,
          startedAt: null,
          completedAt: null,
          reason: null,
          pages: []
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(run)
            yield* jobs.offer("imports", run.id)
            yield* audit.record({
              organizationId,
              action: "import.start",
              target: { type: "space", id: space, label: new URL(input.source.url).host },
              payload: { import: run.id, url: input.source.url }
            })
          })
        )
        return toImportRun(instance, run)
      })

      /** A run that the caller may see: of a space that the caller sees. */
      const open = Effect.fnUntraced(function* (organizationId: string, id: string) {
        yield* access.organization(organizationId, "imports.view")
        const run = yield* store.get(id)
        if (run?.organizationId !== organizationId) return yield* NotFound.of("import", id)
        yield* Effect.catchTag(access.space(run.target.space, "space.view"), "NotFound", () =>
          NotFound.of("import", id)
        )
        return run
      })

      const get = Effect.fn("ImportRuns.get")(function* (organizationId: string, id: string) {
        return toImportRun(instance, yield* open(organizationId, id))
      })

      const list = Effect.fn("ImportRuns.list")(function* (
        organizationId: string,
        filter: ImportFilter,
        params: ListParams
      ) {
        yield* access.organization(organizationId, "imports.view")
        const { changeRequest, site, space, status } = filter
        const page = yield* paginate(
          ["imports", organizationId, space, changeRequest, site, status],
          params,
          (run: ImportRunRecord) => [run.id],
          (slice) => store.list(organizationId, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (run) => toImportRun(instance, run))
      })

      const cancel = Effect.fn("ImportRuns.cancel")(function* (organizationId: string, id: string) {
        const run = yield* open(organizationId, id)
        yield* access.space(run.target.space, "space.edit-content")
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const done = yield* store.update(id, ["pending", "in-progress"], {
              status: "cancelled",
              completedAt: at,
              updatedAt: at,
              reason: null
            })
            if (!done) return yield* new Invalid({ message: "The import has ended already" })
            yield* audit.record({
              organizationId,
              action: "import.cancel",
              target: { type: "space", id: run.target.space, label: new URL(run.source.url).host },
              payload: { import: id }
            })
          })
        )
        return yield* get(organizationId, id)
      })

      return ImportRuns.of({ start, get, list, cancel })
    })
  )
}
