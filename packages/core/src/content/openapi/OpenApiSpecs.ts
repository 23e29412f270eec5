/**
 * OpenAPI specifications of an organization. Writing one keeps its source and asks for its processing in the same
 * transaction; what comes of that is told by the object and never by the request (`OpenApiJobs`).
 */
import { Context, Effect, Layer, Stream } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { blobBytes } from "../revisions/blobBytes.ts"
import {
  isSlug,
  type NewOpenApiSpec,
  type OpenApiContent,
  type OpenApiRawContent,
  type OpenApiSpec,
  type OpenApiSpecSource,
  type OpenApiSpecUpdate,
  type OpenApiVersion,
  publishedAt,
  type SpecRecord,
  type SpecSource,
  type SpecVersionRecord,
  toOpenApiSpec,
  toOpenApiVersion
} from "./OpenApiSpec.ts"
import { OpenApiStore } from "./OpenApiStore.ts"
import { VisibleSpecs } from "./VisibleSpecs.ts"
import { readVersionAddress, versionAddress } from "./versionAddress.ts"

type Failure = Forbidden | NotFound | StorageError

/** The text of a version, as it came. */
export interface SpecDownload {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly hash: string
  readonly isPublic: boolean
  readonly bytes: (range?: { readonly start: number; readonly end: number }) => Stream.Stream<Uint8Array, StorageError>
}

export class OpenApiSpecs extends Context.Service<
  OpenApiSpecs,
  {
    /** Oldest first. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<OpenApiSpec>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, specSlug: string) => Effect.Effect<OpenApiSpec, Failure, CurrentActor>
    /** 400 when there is one of this slug. */
    readonly create: (
      organizationId: string,
      input: NewOpenApiSpec
    ) => Effect.Effect<OpenApiSpec, Failure | Invalid, CurrentActor>
    /** Gives a specification another source, or the same again to have it fetched now; makes it when there is none. */
    readonly put: (
      organizationId: string,
      specSlug: string,
      input: OpenApiSpecSource
    ) => Effect.Effect<{ readonly spec: OpenApiSpec; readonly created: boolean }, Failure | Invalid, CurrentActor>
    readonly update: (
      organizationId: string,
      specSlug: string,
      input: OpenApiSpecUpdate
    ) => Effect.Effect<OpenApiSpec, Failure, CurrentActor>
    /** `false`: there was none. */
    readonly remove: (organizationId: string, specSlug: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Latest first. */
    readonly versions: (
      organizationId: string,
      specSlug: string,
      params: ListParams
    ) => Effect.Effect<Page<OpenApiVersion>, Failure | Invalid, CurrentActor>
    /** @param versionId the latest one when left out */
    readonly version: (
      organizationId: string,
      specSlug: string,
      versionId?: string
    ) => Effect.Effect<OpenApiVersion, Failure, CurrentActor>
    readonly content: (
      organizationId: string,
      specSlug: string,
      versionId?: string
    ) => Effect.Effect<OpenApiContent, Failure, CurrentActor>
    /** The latest version's text. */
    readonly raw: (organizationId: string, specSlug: string) => Effect.Effect<OpenApiRawContent, Failure, CurrentActor>
    /** What lies at an address of a version, or at that of a public specification; needs no actor. */
    readonly download: (key: string) => Effect.Effect<SpecDownload, NotFound | StorageError>
  }
>()("@octavo/core/content/openapi/OpenApiSpecs") {
  static readonly layer = Layer.effect(
    OpenApiSpecs,
    Effect.gen(function* () {
      const store = yield* OpenApiStore
      const blobs = yield* Blobs
      const jobs = yield* Jobs
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const shown = yield* VisibleSpecs

      const show = (spec: SpecRecord, role: Role) => toOpenApiSpec(instance, spec, atLeast(role, "create"))

      const require = Effect.fnUntraced(function* (organizationId: string, specSlug: string) {
        return (yield* store.find(organizationId, specSlug)) ?? (yield* NotFound.of("OpenAPI specification", specSlug))
      })

      const requireVersion = Effect.fnUntraced(function* (
        organizationId: string,
        specSlug: string,
        versionId: string | undefined
      ) {
        const spec = yield* require(organizationId, specSlug)
        const id = versionId ?? spec.lastVersion
        const version = id === null ? undefined : yield* store.version(spec.id, id)
        if (version === undefined) {
          return yield* versionId === undefined
            ? new NotFound({ message: `The OpenAPI specification ${spec.slug} has no version yet` })
            : NotFound.of("version", versionId)
        }
        return { spec, version }
      })

      const addressOf = (spec: SpecRecord, version: SpecVersionRecord) => versionAddress(instance, key, spec, version)

      const showVersion = (spec: SpecRecord, version: SpecVersionRecord) =>
        Effect.map(addressOf(spec, version), (url) => toOpenApiVersion(instance, spec, version, url))

      /** What of a record is told by its source, with the job that is to process it. */
      const sourced = Effect.fnUntraced(function* ({ text, url }: SpecSource) {
        const blob = text === undefined ? undefined : yield* blobs.put(Stream.make(utf8.encode(text)))
        return {
          sourceURL: url ?? null,
          sourceText: blob?.hash ?? null,
          state: "pending" as const,
          run: makeId(),
          refreshAt: null
        }
      })

      /** How the trail names a source. */
      const named = ({ url }: SpecSource) => (url === undefined ? { text: true } : { url })

      const target = (spec: SpecRecord) => ({ type: "openapi" as const, id: spec.id, label: spec.slug })

      const list = traced("OpenApiSpecs.list")(function* (organizationId: string, params: ListParams) {
        const { role } = yield* access.organization(organizationId, "openapi.view")
        const page = yield* paginate(
          ["openapi", organizationId],
          params,
          (spec: SpecRecord) => [spec.id],
          (slice) => store.list(organizationId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (spec) => show(spec, role))
      })

      const get = traced("OpenApiSpecs.get")(function* (organizationId: string, specSlug: string) {
        const { role } = yield* access.organization(organizationId, "openapi.view")
        return show(yield* require(organizationId, specSlug), role)
      })

      /** `undefined` when there is one of this slug. In a transaction. */
      const insert = Effect.fnUntraced(function* (
        organizationId: string,
        { slug, source }: NewOpenApiSpec,
        from: Effect.Success<ReturnType<typeof sourced>>
      ) {
        const at = yield* now
        const spec: SpecRecord = {
          id: makeId(),
          organizationId,
          slug,
          visibility: "private",
          etag: null,
          lastVersion: null,
          lastProcessedAt: null,
          errorCode: null,
          errors: [],
          errorCount: 0,
          createdAt: at,
          updatedAt: at,
          ...from
        }
        if (!(yield* store.insert(spec))) return undefined
        yield* jobs.offer("openapi", spec.run)
        yield* audit.record({
          organizationId,
          action: "openapi.create",
          target: target(spec),
          payload: { source: named(source) }
        })
        return spec
      })

      const create = traced("OpenApiSpecs.create")(function* (organizationId: string, input: NewOpenApiSpec) {
        const { role } = yield* access.organization(organizationId, "openapi.edit")
        const from = yield* sourced(input.source)
        const spec = yield* transaction.run(insert(organizationId, input, from))
        if (spec === undefined) {
          return yield* new Invalid({
            message: `There is an OpenAPI specification ${input.slug}; write to it with PUT, or choose another slug`,
            details: [{ path: "slug", message: "is taken" }]
          })
        }
        return show(spec, role)
      })

      const put = traced("OpenApiSpecs.put")(function* (
        organizationId: string,
        specSlug: string,
        { source }: OpenApiSpecSource
      ) {
        const { role } = yield* access.organization(organizationId, "openapi.edit")
        if (!isSlug(specSlug)) {
          return yield* new Invalid({
            message: "A slug is 1 to 100 letters and digits, with single hyphens between",
            details: [{ path: "path.specSlug", message: "is no slug" }]
          })
        }
        const from = yield* sourced(source)
        const write = Effect.gen(function* () {
          const before = yield* store.find(organizationId, specSlug)
          if (before === undefined) {
            const made = yield* insert(organizationId, { slug: specSlug, source }, from)
            return made && { record: made, created: true }
          }
          const patch = {
            ...from,
            // what an address answered says nothing of another one
            etag: from.sourceURL === before.sourceURL ? before.etag : null,
            updatedAt: yield* now
          }
          yield* store.update(before.id, patch)
          yield* jobs.offer("openapi", from.run)
          yield* audit.record({
            organizationId,
            action: "openapi.source",
            target: target(before),
            payload: { source: named(source) }
          })
          return { record: { ...before, ...patch }, created: false }
        })
        // again when somebody made it at the same time
        const done = (yield* transaction.run(write)) ?? (yield* transaction.run(write))
        if (done === undefined) return yield* new Invalid({ message: "The slug was taken meanwhile; try again" })
        return { spec: show(done.record, role), created: done.created }
      })

      const update = traced("OpenApiSpecs.update")(function* (
        organizationId: string,
        specSlug: string,
        { visibility }: OpenApiSpecUpdate
      ) {
        const { role } = yield* access.organization(organizationId, "openapi.settings")
        return yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* require(organizationId, specSlug)
            const changed = changes({ visibility: before.visibility }, { visibility })
            if (Object.keys(changed).length === 0) return show(before, role)
            const updatedAt = yield* now
            yield* store.update(before.id, { visibility, updatedAt })
            yield* audit.record({
              organizationId,
              action: "openapi.visibility",
              target: target(before),
              payload: changed
            })
            return show({ ...before, visibility, updatedAt }, role)
          })
        )
      })

      const remove = traced("OpenApiSpecs.remove")(function* (organizationId: string, specSlug: string) {
        yield* access.organization(organizationId, "openapi.settings")
        return yield* transaction.run(
          Effect.gen(function* () {
            const spec = yield* store.find(organizationId, specSlug)
            if (spec === undefined || !(yield* store.remove(spec.id))) return false
            yield* audit.record({ organizationId, action: "openapi.delete", target: target(spec) })
            return true
          })
        )
      })

      const versions = traced("OpenApiSpecs.versions")(function* (
        organizationId: string,
        specSlug: string,
        params: ListParams
      ) {
        yield* access.organization(organizationId, "openapi.view")
        const spec = yield* require(organizationId, specSlug)
        const page = yield* paginate(
          ["openapi-versions", spec.id],
          params,
          (version: SpecVersionRecord) => [version.id],
          (slice) => store.listVersions(spec.id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* Effect.forEach(page.items, (version) => showVersion(spec, version)) }
      })

      const version = traced("OpenApiSpecs.version")(function* (
        organizationId: string,
        specSlug: string,
        versionId?: string
      ) {
        yield* access.organization(organizationId, "openapi.view")
        const found = yield* requireVersion(organizationId, specSlug, versionId)
        return yield* showVersion(found.spec, found.version)
      })

      /** Members read all of it; the reader of a site the latest version of what its pages show. */
      const readable = Effect.fnUntraced(function* (organizationId: string, specSlug: string, isLatest: boolean) {
        const actor = yield* CurrentActor
        if (actor.kind !== "site" || !isLatest) return yield* access.organization(organizationId, "openapi.view")
        yield* access.organization(organizationId, "organization.view")
        const { id, slug } = yield* require(organizationId, specSlug)
        if (!(yield* shown.shows([slug, id]))) return yield* NotFound.of("OpenAPI specification", specSlug)
      })

      const content = traced("OpenApiSpecs.content")(function* (
        organizationId: string,
        specSlug: string,
        versionId?: string
      ) {
        yield* readable(organizationId, specSlug, versionId === undefined)
        const { spec, version } = yield* requireVersion(organizationId, specSlug, versionId)
        const bytes = yield* blobBytes(blobs, version.content)
        const url = yield* addressOf(spec, version)
        return {
          url,
          filesystem: [
            {
              dir: "./",
              isEntrypoint: true,
              filename: "openapi.json",
              references: [],
              specification: JSON.parse(utf8.decode(bytes)) as unknown
            }
          ],
          urls: {
            source: url,
            public: spec.visibility === "public" ? publishedAt(instance, spec) : null
          }
        }
      })

      const raw = traced("OpenApiSpecs.raw")(function* (organizationId: string, specSlug: string) {
        yield* readable(organizationId, specSlug, true)
        const { version } = yield* requireVersion(organizationId, specSlug, undefined)
        return { text: utf8.decode(yield* blobBytes(blobs, version.raw)), format: version.format }
      })

      const download = traced("OpenApiSpecs.download")(function* (address: string) {
        const isSigned = address.includes(".")
        const signed = isSigned ? yield* readVersionAddress(key, address) : undefined
        const spec = isSigned && signed === undefined ? undefined : yield* store.get(signed?.spec ?? address)
        const id = signed?.version ?? spec?.lastVersion
        const hidden = spec === undefined || (!isSigned && spec.visibility !== "public")
        const version = hidden || id == null ? undefined : yield* store.version(spec.id, id)
        if (spec === undefined || version === undefined) {
          return yield* new NotFound({ message: "There is no such OpenAPI specification, or its address has expired" })
        }
        return {
          name: `${spec.slug}.${version.format}`,
          contentType: version.format === "json" ? "application/json" : "application/yaml",
          size: version.rawSize,
          hash: version.raw,
          isPublic: !isSigned,
          bytes: (range?: { readonly start: number; readonly end: number }) =>
            blobs.read(version.raw, range) as Stream.Stream<Uint8Array, StorageError>
        }
      })

      return OpenApiSpecs.of({ list, get, create, put, update, remove, versions, version, content, raw, download })
    })
  )
}
