/** Git synchronization: imports as durable jobs, their operations, and what a space is synchronized with. */
import { Context, Effect, Layer, Schema } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { ifDefined } from "../../kernel/shared/defined.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import {
  type Forbidden,
  Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { Text, WebAddress } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { checkEditable } from "../spaces/editing.ts"
import { toGitSyncState } from "../spaces/Space.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { Git } from "./Git.ts"
import {
  type GitInfo,
  type GitOperation,
  type GitOperationKind,
  type GitOperationRecord,
  type GitRequest,
  toGitOperation
} from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { formatCredentials, repositoryName, splitCredentials } from "./repository.ts"

const source = {
  /** May hold basic-auth credentials, which are sealed and shown nowhere. */
  url: Text(0, 2048),
  ref: Text(0, 512),
  repoCacheID: Schema.optionalKey(Schema.String),
  repoTreeURL: Schema.optionalKey(WebAddress),
  repoCommitURL: Schema.optionalKey(WebAddress),
  repoProjectDirectory: Schema.optionalKey(Text(0, 1024)),
  timestamp: Schema.optionalKey(Schema.String),
  force: Schema.optionalKey(Schema.Boolean),
  standalone: Schema.optionalKey(Schema.Boolean),
  gitInfo: Schema.optionalKey(
    Schema.Struct({
      provider: Schema.optionalKey(Schema.Literals(["github", "gitlab"])),
      url: Schema.optionalKey(WebAddress)
    })
  )
}

/** Body of `POST /v1/spaces/{spaceId}/git/import`. */
export const ImportInput = Schema.Struct(source)
export type ImportInput = typeof ImportInput.Type

/** Body of `POST /v1/spaces/{spaceId}/git/export`. */
export const ExportInput = Schema.Struct({
  ...source,
  commitMessage: Text(1, 10_000)
})
export type ExportInput = typeof ExportInput.Type

type Failure = Forbidden | NotFound | StorageError

/** What credentials are sealed for. */
export const credentialsPurpose = (operationId: string): string => `git-operation ${operationId}`

export class GitSync extends Context.Service<
  GitSync,
  {
    /**
     * Asks for an import. The answer comes at once; the operation tells how it goes. A locked space takes only
     * standalone ones, which leave its content as it is.
     */
    readonly import: (
      spaceId: string,
      input: ImportInput
    ) => Effect.Effect<GitOperation, Failure | Invalid | PreconditionFailed, CurrentActor>
    /**
     * Asks for an export: one commit that makes the repository say what the space says. The answer comes at once; the
     * operation tells how it goes.
     */
    readonly export: (
      spaceId: string,
      input: ExportInput
    ) => Effect.Effect<GitOperation, Failure | Invalid | PreconditionFailed, CurrentActor>
    readonly operation: (spaceId: string, id: string) => Effect.Effect<GitOperation, Failure, CurrentActor>
    /** A space's operations, newest first. */
    readonly operations: (
      spaceId: string,
      params: ListParams
    ) => Effect.Effect<Page<GitOperation>, Failure | Invalid, CurrentActor>
    /** What the space is synchronized with and how the last operation went; when it failed, why and how to go on. */
    readonly info: (spaceId: string) => Effect.Effect<GitInfo, Failure, CurrentActor>
    /** Forgets what the space is synchronized with; its content stays. `false` when it was with nothing. */
    readonly disconnect: (spaceId: string) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/content/git/GitSync") {
  static readonly layer = Layer.effect(
    GitSync,
    Effect.gen(function* () {
      const store = yield* GitStore
      const spaces = yield* SpaceStore
      const git = yield* Git
      const jobs = yield* Jobs
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const encryption = yield* EncryptionAtRest
      const key = yield* SigningKey

      const read = Effect.fnUntraced(function* (input: ImportInput | ExportInput) {
        const source = splitCredentials(input.url)
        const directory = (input.repoProjectDirectory ?? "").replace(/^(?:\.\/)+|(?<!\/)\/+$/g, "").replace(/^\.$/, "")
        yield* git
          .validate({ url: source.url, ref: input.ref, directory })
          .pipe(Effect.catch((error) => new Invalid({ message: error.message })))
        const request: GitRequest = {
          url: source.url,
          ref: input.ref,
          directory,
          repoTreeURL: input.repoTreeURL ?? null,
          repoCommitURL: input.repoCommitURL ?? null,
          force: input.force ?? false,
          standalone: input.standalone ?? false,
          provider:
            input.gitInfo?.provider ?? (/(?:^|\.)gitlab\./.test(new URL(source.url).hostname) ? "gitlab" : "github"),
          infoURL: input.gitInfo?.url ?? source.url,
          repoName: repositoryName(source.url),
          ...("commitMessage" in input ? { commitMessage: input.commitMessage } : {})
        }
        return { request, credentials: source.credentials }
      })

      const start = Effect.fnUntraced(function* (
        kind: GitOperationKind,
        spaceId: string,
        input: ImportInput | ExportInput
      ) {
        const actor = yield* CurrentActor
        const { organizationId } = yield* access.space(spaceId, "space.git")
        if (kind === "import" && input.standalone !== true) yield* checkEditable(spaces, spaceId)
        const { credentials, request } = yield* read(input)
        const createdAt = yield* now
        const orderedAt = input.timestamp === undefined ? createdAt : orderOf(input.timestamp, createdAt)
        if (orderedAt === undefined) {
          return yield* new Invalid({ message: "timestamp must be an ISO 8601 date-time" })
        }
        const id = makeId()
        const operation: GitOperationRecord = {
          id,
          spaceId,
          kind,
          state: "pending",
          request,
          credentials:
            credentials === undefined
              ? null
              : yield* encryption.encrypt(credentialsPurpose(id), formatCredentials(credentials)),
          actorId: actor.kind === "user" ? actor.userId : null,
          orderedAt,
          attempts: 0,
          progress: null,
          counts: null,
          error: null,
          revisionId: null,
          commit: null,
          prepared: null,
          changeRequest: null,
          createdAt,
          startedAt: null,
          finishedAt: null
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insertOperation(operation)
            yield* jobs.offer("git", id)
            yield* audit.record({
              organizationId,
              action: `git.${kind}`,
              target: { type: "space", id: spaceId },
              // the URL without credentials
              payload: { operation: id, url: request.url, ref: request.ref, directory: request.directory }
            })
          })
        )
        return toGitOperation(operation)
      })

      const operation = traced("GitSync.operation")(function* (spaceId: string, id: string) {
        yield* access.space(spaceId, "space.view")
        const found = yield* store.operation(id)
        if (found === undefined || found.spaceId !== spaceId) return yield* NotFound.of("Git operation", id)
        return toGitOperation(found)
      })

      const operations = traced("GitSync.operations")(function* (spaceId: string, params: ListParams) {
        yield* access.space(spaceId, "space.view")
        const page = yield* paginate(
          ["git-operations", spaceId],
          params,
          (item: GitOperationRecord) => [item.id],
          (slice) => store.listOperations(spaceId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, toGitOperation)
      })

      const info = traced("GitSync.info")(function* (spaceId: string) {
        yield* access.space(spaceId, "space.view")
        const sync = yield* store.sync(spaceId)
        const { items } = yield* store.listOperations(spaceId, { limit: 1, after: undefined })
        const last = items[0]
        if (sync === undefined) {
          const failed = last?.error == null ? "" : `. The last ${last.kind} did not succeed: ${last.error.message}`
          return yield* new NotFound({ message: `This space is not synchronized with Git${failed}` })
        }
        const state = toGitSyncState(spaceId, {
          repoName: sync.repoName,
          installationProvider: sync.provider,
          integration: sync.integration,
          url: sync.infoURL,
          updatedAt: sync.updatedAt,
          treeURL: sync.repoTreeURL,
          directory: sync.directory
        })
        return { ...state, ...ifDefined(last, (operation) => ({ lastOperation: toGitOperation(operation) })) }
      })

      const disconnect = traced("GitSync.disconnect")(function* (spaceId: string) {
        const { organizationId } = yield* access.space(spaceId, "space.git")
        return yield* transaction.run(
          Effect.tap(store.deleteSync(spaceId), (done) =>
            done
              ? audit.record({ organizationId, action: "git.disconnect", target: { type: "space", id: spaceId } })
              : Effect.void
          )
        )
      })

      return GitSync.of({
        import: traced("GitSync.import")(function* (spaceId: string, input: ImportInput) {
          return yield* start("import", spaceId, input)
        }),
        export: traced("GitSync.export")(function* (spaceId: string, input: ExportInput) {
          return yield* start("export", spaceId, input)
        }),
        operation,
        operations,
        info,
        disconnect
      })
    })
  )
}

/**
 * The place of an event among the others: its own time, but never later than now, so that a clock that runs ahead
 * cannot shut out everything that comes after it (threat: order of imports).
 */
export const orderOf = (timestamp: string, nowIso: string): string | undefined => {
  const at = Date.parse(timestamp)
  if (Number.isNaN(at) || !/^\d{4}-\d\d-\d\d/.test(timestamp)) return undefined
  return new Date(Math.min(at, Date.parse(nowIso))).toISOString()
}
