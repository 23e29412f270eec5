import { Api } from "@octavo/api/Api"
import { GitSync } from "@octavo/core/git/GitSync"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { deletedReply } from "./reply.ts"

export const gitHandlers = HttpApiBuilder.group(
  Api,
  "space-git",
  Effect.fn(function* (handlers) {
    const git = yield* GitSync
    return handlers.handleAll({
      importGitRepository: ({ params, payload }) =>
        Effect.map(git.import(params.spaceId, payload), (operation) =>
          // the contract has no body here; the operation can be followed at this address
          HttpServerResponse.empty({
            status: 204,
            headers: { location: `/v1/spaces/${params.spaceId}/git/operations/${operation.id}` }
          })
        ),
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
