import {
  NewTranslation,
  Translation,
  TranslationRun,
  TranslationUpdate
} from "@octavo/core/content/translations/Translation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }
const one = { ...params, translationId: Id }
const path = "/orgs/:organizationId/translations"

/** Translations of spaces into other languages. */
export const TranslationsGroup = HttpApiGroup.make("translations")
  .add(
    HttpApiEndpoint.get("listTranslations", path, {
      params,
      query: listQuery,
      success: ListOf(Translation, "TranslationList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the translations of an organization" })),
    HttpApiEndpoint.post("createTranslation", path, {
      params,
      payload: NewTranslation,
      success: created(Translation),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a translation of a space",
        description: "Nothing is translated before it is run."
      })
    ),
    HttpApiEndpoint.get("getTranslation", `${path}/:translationId`, {
      params: one,
      success: Translation,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a translation" })),
    HttpApiEndpoint.put("updateTranslation", `${path}/:translationId`, {
      params: one,
      payload: TranslationUpdate,
      success: Translation,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({ summary: "Change how a space is translated", description: "Counts from the next run on." })
    ),
    HttpApiEndpoint.delete("deleteTranslation", `${path}/:translationId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({ summary: "Delete a translation", description: "The space of its result stays." })
    ),
    HttpApiEndpoint.post("runTranslation", `${path}/:translationId/run`, {
      params: one,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Run a translation",
        description: "Only what changed since the last run is translated. One run of a translation waits at a time."
      })
    ),
    HttpApiEndpoint.get("listTranslationRuns", `${path}/:translationId/runs`, {
      params: one,
      query: listQuery,
      success: ListOf(TranslationRun, "TranslationRunList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the runs of a translation, the latest first" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Translations", description: "Translations of spaces into other languages." })
  )
