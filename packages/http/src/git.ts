import type { GitOperation } from "@octavo/core/content/git/GitOperation"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply } from "./reply.ts"

export const gitHandlers = groupHandlers(
  "space-git",
  Effect.fn(function* (handlers) {
    const git = yield* GitSync
    return handlers.handleAll({
      importGitRepository: ({ params, payload }) => Effect.map(git.import(params.spaceId, payload), started),
      exportToGitRepository: ({ params, payload }) => Effect.map(git.export(params.spaceId, payload), started),
      getSpaceGitInfo: ({ params }) => git.info(params.spaceId),
      deleteLegacyGitInstallation: ({ params }) =>
        Effect.map(git.disconnect(params.spaceId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      listGitOperations: ({ params, query }) => git.operations(params.spaceId, query),
      getGitOperation: ({ params }) => git.operation(params.spaceId, params.operationId)
    })
  })
)

/** The contract has no body here; the operation can be followed at this address. */
const started = ({ id, space }: GitOperation) =>
  HttpServerResponse.empty({ status: 204, headers: { location: `/v1/spaces/${space}/git/operations/${id}` } })
