import { GlossaryEntry, GlossaryUpdate } from "@octavo/core/content/glossary/GlossaryEntry"
import { Language } from "@octavo/core/content/spaces/Space"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }
const path = "/orgs/:organizationId/translations-glossary"

/** Words that translations keep to. */
export const GlossaryGroup = HttpApiGroup.make("glossary")
  .add(
    HttpApiEndpoint.get("listGlossaryEntries", path, {
      params,
      query: {
        ...listQuery,
        orderBy: Schema.optionalKey(Language.annotate({ description: "By the terms of this language; else by age" }))
      },
      success: ListOf(GlossaryEntry, "GlossaryEntryList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the glossary of an organization" })),
    HttpApiEndpoint.put("updateGlossaryEntries", path, {
      params,
      payload: GlossaryUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change the glossary of an organization",
        description: "All operations are carried out, in their order, or none is."
      })
    ),
    HttpApiEndpoint.get("getGlossaryEntry", `${path}/:glossaryEntryId`, {
      params: { ...params, glossaryEntryId: Id },
      success: GlossaryEntry,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an entry of the glossary" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Glossary", description: "Words that translations keep to." }))
