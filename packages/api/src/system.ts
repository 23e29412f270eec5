import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common } from "./shared.ts"

const ApiInformation = Schema.Struct({
  version: Schema.String,
  build: Schema.String.annotate({ description: "When the program's files were written, ISO 8601." }),
  limits: Schema.Struct({
    fileBytes: Schema.Int.annotate({ description: "Most bytes of a file that is uploaded for content." })
  }).annotate({ description: "What this server allows, so that a client can tell before it sends." })
}).annotate({ identifier: "ApiInformation" })

/** What this server is. */
export const SystemGroup = HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("getApiInformation", "/", { success: ApiInformation, error: Common }).annotateMerge(
      OpenApi.annotations({ summary: "Get the version and limits of this server" })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "System", description: "The server itself." }))
