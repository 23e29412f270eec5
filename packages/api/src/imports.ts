import { ImportRun, ImportStatus, NewImportRun } from "@octavo/core/content/imports/ImportRun"
import { Text } from "@octavo/core/kernel/shared/text"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Id, ListOf, listQuery } from "./shared.ts"

const organization = { organizationId: Id }
const one = { ...organization, importRunId: Id }
// `org`, not `orgs`: so the public client has it
const root = "/org/:organizationId/imports"
const Filter = Schema.optionalKey(Text(1, 128))

/** Imports of websites and files into spaces. */
export const ImportsGroup = HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("listImportRuns", root, {
      params: organization,
      query: {
        ...listQuery,
        space: Filter,
        changeRequest: Filter,
        site: Filter,
        status: Schema.optionalKey(
          Schema.Union([ImportStatus, Schema.Literal("active")]).annotate({
            description: "One status; active stands for pending and in-progress"
          })
        )
      },
      success: ListOf(ImportRun, "ImportRunList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List imports" })),
    HttpApiEndpoint.post("startImportRun", root, {
      params: organization,
      payload: NewImportRun,
      success: created(ImportRun),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Import a website or files",
        description: "Its pages are read in the background and written in one revision, or not at all."
      })
    ),
    HttpApiEndpoint.get("getImportRun", `${root}/:importRunId`, {
      params: one,
      success: ImportRun,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an import" })),
    HttpApiEndpoint.post("cancelImportRun", `${root}/:importRunId/cancel`, {
      params: one,
      success: ImportRun,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Cancel an import" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Imports",
      description: "Websites and uploaded files that become pages, in the background."
    })
  )
