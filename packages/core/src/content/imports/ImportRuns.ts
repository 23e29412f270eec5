/** Imports as they are asked for and looked at; `ImportJobs` carries them out. */
import { Context, Effect, Layer } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { LanguageModel } from "../../kernel/language-model/LanguageModel.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { SpaceSites } from "../spaces/SpaceSites.ts"
import { Uploads } from "../uploads/Uploads.ts"
import {
  type ImportFilter,
  type ImportRun,
  type ImportRunRecord,
  labelOf,
  type NewImportRun,
  toImportRun
} from "./ImportRun.ts"
import { ImportRunStore } from "./ImportRunStore.ts"
import { formatOf } from "./uploadedTree.ts"

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
>()("@octavo/core/content/imports/ImportRuns") {
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
      const sites = yield* SpaceSites
      const uploads = yield* Uploads
      const model = yield* LanguageModel

      /** Every file must be there, and of a kind that is read. */
      const checkFiles = Effect.fnUntraced(function* (organizationId: string, files: ReadonlyArray<string>) {
        for (const [i, file] of files.entries()) {
          const path = `source.files.${i}`
          const upload = yield* uploads.find(organizationId, file)
          if (upload?.kind !== "import_file") {
            return yield* Invalid.at(path, "must be the key of an uploaded import_file that is less than a day old")
          }
          if (formatOf(upload) === undefined) {
            return yield* Invalid.at(path, `must be a zip archive, Markdown or HTML, and is ${upload.contentType}`)
          }
        }
      })

      /** The site that is named, or the only one that the space is on. */
      const siteOf = Effect.fnUntraced(function* (organizationId: string, space: string, site: string | undefined) {
        if (site !== undefined) {
          yield* Effect.catchTag(access.site(organizationId, site, "site.view"), "NotFound", () =>
            Invalid.at("site", "must be the id of a site of this organization")
          )
          return site
        }
        const [only, another] = yield* sites.list(space)
        return another === undefined ? (only ?? null) : null
      })

      const start = traced("ImportRuns.start")(function* (organizationId: string, input: NewImportRun) {
        yield* access.organization(organizationId, "imports.start")
        const { changeRequest, page, space } = input.target
        const absent = Invalid.at("target.space", "must be the id of a space of this organization")
        const allowed = yield* Effect.catchTag(access.space(space, "space.edit-content"), "NotFound", () => absent)
        if (allowed.organizationId !== organizationId) return yield* absent
        const draft =
          changeRequest === undefined
            ? undefined
            : yield* Effect.catchTag(
                changeRequests.record(space, changeRequest, "change-request.edit"),
                "NotFound",
                () => Invalid.at("target.changeRequest", "must be a change request of the space")
              )
        if (page !== undefined) {
          const { tree } = yield* content.open(space)
          // in a draft the page may be a new one: it is looked for again when pages are written
          const found = draft === undefined ? yield* missingIsDamage(tree.page(page)) : true
          if (found === undefined) return yield* Invalid.at("target.page", "must be the id of a page of the space")
        }
        if (input.source.type === "file") yield* checkFiles(organizationId, input.source.files)
        else if (!URL.canParse(input.source.url)) return yield* Invalid.at("source.url", "must be an address")
        if (input.enhance === true && model === undefined) {
          return yield* Invalid.at(
            "enhance",
            "needs a language model, and none is configured; leave it out, or say false"
          )
        }
        const site = yield* siteOf(organizationId, space, input.site)
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
          site,
          enhance: model !== undefined && input.enhance !== false,
          createdBy: actor.kind === "user" ? actor.userId : null,
          createdAt: at,
          updatedAt: at,
          startedAt: null,
          completedAt: null,
          reason: null,
          pages: [],
          warnings: []
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(run)
            yield* jobs.offer("imports", run.id)
            yield* audit.record({
              organizationId,
              action: "import.start",
              target: { type: "space", id: space, label: labelOf(input.source) },
              payload: {
                import: run.id,
                ...(input.source.type === "file" ? { files: input.source.files } : { url: input.source.url })
              }
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

      const get = traced("ImportRuns.get")(function* (organizationId: string, id: string) {
        return toImportRun(instance, yield* open(organizationId, id))
      })

      const list = traced("ImportRuns.list")(function* (
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

      const cancel = traced("ImportRuns.cancel")(function* (organizationId: string, id: string) {
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
              target: { type: "space", id: run.target.space, label: labelOf(run.source) },
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
