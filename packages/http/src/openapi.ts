/** OpenAPI specifications in the API, and the addresses of their texts. */
import {
  OpenApiContent,
  OpenApiRawContent,
  OpenApiSpec,
  OpenApiVersion
} from "@octavo/core/content/openapi/OpenApiSpec"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { sendFile } from "./files.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, notKept, reply, replyList } from "./reply.ts"
import { errorResponse, storageFailed } from "./requests.ts"

const one = reply(OpenApiSpec)
const version = reply(OpenApiVersion)
const versions = replyList(OpenApiVersion)
const content = reply(OpenApiContent)
const raw = reply(OpenApiRawContent)

export const openApiHandlers = groupHandlers(
  "openapi",
  Effect.fn(function* (handlers) {
    const specs = yield* OpenApiSpecs
    return handlers.handleAll({
      listOpenAPISpecs: ({ params, query }) => specs.list(params.organizationId, query),
      createOpenAPISpec: ({ params, payload }) =>
        Effect.map(specs.create(params.organizationId, payload), createdReply),
      getOpenAPISpecBySlug: ({ params }) =>
        Effect.map(specs.get(params.organizationId, params.specSlug), (it) => one(it)),
      createOrUpdateOpenAPISpecBySlug: ({ params, payload }) =>
        Effect.map(specs.put(params.organizationId, params.specSlug, payload), ({ created, spec }) =>
          created ? createdReply(spec) : one(spec)
        ),
      updateOpenAPISpecBySlug: ({ params, payload }) =>
        Effect.map(specs.update(params.organizationId, params.specSlug, payload), (it) => one(it)),
      deleteOpenAPISpecBySlug: ({ params }) =>
        Effect.map(specs.remove(params.organizationId, params.specSlug), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      listOpenAPISpecVersions: ({ params, query }) =>
        Effect.map(specs.versions(params.organizationId, params.specSlug, query), (it) => notKept(versions(it))),
      getLatestOpenAPISpecVersion: ({ params }) =>
        Effect.map(specs.version(params.organizationId, params.specSlug), (it) => notKept(version(it))),
      getLatestOpenAPISpecVersionContent: ({ params }) =>
        Effect.map(specs.content(params.organizationId, params.specSlug), (it) => notKept(content(it))),
      getLatestOpenAPISpecVersionContentRaw: ({ params }) =>
        Effect.map(specs.raw(params.organizationId, params.specSlug), (it) => raw(it)),
      getOpenAPISpecVersionById: ({ params }) =>
        Effect.map(specs.version(params.organizationId, params.specSlug, params.versionId), (it) =>
          notKept(version(it))
        ),
      getOpenAPISpecVersionContentById: ({ params }) =>
        Effect.map(specs.content(params.organizationId, params.specSlug, params.versionId), (it) =>
          notKept(content(it))
        )
    })
  })
)

export const openApiRoutes = Layer.unwrap(
  Effect.map(OpenApiSpecs, (specs) => HttpRouter.add("GET", "/~openapi/:key/:name", download(specs)))
)

const download = (specs: OpenApiSpecs["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { key } = yield* HttpRouter.params
    const file = yield* specs.download(key ?? "")
    // a public address tells of each new version at once; the others end
    const sent = sendFile(request, file, file.isPublic ? "public, no-cache" : "private, no-store")
    return HttpServerResponse.setHeaders(sent, {
      "access-control-allow-origin": "*",
      ...(file.isPublic ? {} : { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" })
    })
  }).pipe(
    Effect.catchTags({
      NotFound: (error: NotFound) => Effect.succeed(errorResponse(404, error.message)),
      StorageError: (error: StorageError) => Effect.succeed(storageFailed(error))
    })
  )
