import { Template, TemplateInput } from "@octavo/core/content/templates/Template"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

export const TemplatesGroup = HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("listTemplates", "/templates", {
      query: listQuery,
      success: ListOf(Template, "TemplateList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the templates of this installation (extension)" })),
    HttpApiEndpoint.post("applyTemplateToSpace", "/spaces/:spaceId/content/template", {
      params: { spaceId: Id },
      payload: TemplateInput,
      success: HttpApiSchema.Empty(201),
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Write the pages of a template",
        description:
          "Into the change request that is named, or into the primary content, last at the root. 412 when the change " +
          "request is merged or archived, or the space is locked."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Templates", description: "Content to begin with." }))
