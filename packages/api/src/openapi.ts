import {
  NewOpenApiSpec,
  OpenApiContent,
  OpenApiRawContent,
  OpenApiSpec,
  OpenApiSpecSource,
  OpenApiSpecUpdate,
  OpenApiVersion
} from "@octavo/core/content/openapi/OpenApiSpec"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }
const one = { ...params, specSlug: Id }
const version = { ...one, versionId: Id }
const path = "/orgs/:organizationId/openapi"

/** OpenAPI specifications and their versions. */
export const OpenApiGroup = HttpApiGroup.make("openapi")
  .add(
    HttpApiEndpoint.get("listOpenAPISpecs", path, {
      params,
      query: listQuery,
      success: ListOf(OpenApiSpec, "OpenAPISpecList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the OpenAPI specifications of an organization" })),
    HttpApiEndpoint.post("createOpenAPISpec", path, {
      params,
      payload: NewOpenApiSpec,
      success: created(OpenApiSpec),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add an OpenAPI specification",
        description:
          "It is fetched and read afterwards: `processingState` and `lastProcessErrorCode` tell what came of it."
      })
    ),
    HttpApiEndpoint.get("getOpenAPISpecBySlug", `${path}/:specSlug`, {
      params: one,
      success: OpenApiSpec,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an OpenAPI specification" })),
    HttpApiEndpoint.put("createOrUpdateOpenAPISpecBySlug", `${path}/:specSlug`, {
      params: one,
      payload: OpenApiSpecSource,
      success: [OpenApiSpec, created(OpenApiSpec)],
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Give an OpenAPI specification a source, or add it",
        description: "The same source again has it fetched now."
      })
    ),
    HttpApiEndpoint.patch("updateOpenAPISpecBySlug", `${path}/:specSlug`, {
      params: one,
      payload: OpenApiSpecUpdate,
      success: OpenApiSpec,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change who may read an OpenAPI specification" })),
    HttpApiEndpoint.delete("deleteOpenAPISpecBySlug", `${path}/:specSlug`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete an OpenAPI specification" })),
    HttpApiEndpoint.get("listOpenAPISpecVersions", `${path}/:specSlug/versions`, {
      params: one,
      query: listQuery,
      success: ListOf(OpenApiVersion, "OpenAPISpecVersionList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the versions of an OpenAPI specification" })),
    HttpApiEndpoint.get("getLatestOpenAPISpecVersion", `${path}/:specSlug/versions/latest`, {
      params: one,
      success: OpenApiVersion,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get the latest version of an OpenAPI specification" })),
    HttpApiEndpoint.get("getLatestOpenAPISpecVersionContent", `${path}/:specSlug/versions/latest/content`, {
      params: one,
      success: OpenApiContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get what the latest version describes" })),
    HttpApiEndpoint.get("getLatestOpenAPISpecVersionContentRaw", `${path}/:specSlug/versions/latest/content/raw`, {
      params: one,
      success: OpenApiRawContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get the text of the latest version" })),
    HttpApiEndpoint.get("getOpenAPISpecVersionById", `${path}/:specSlug/versions/:versionId`, {
      params: version,
      success: OpenApiVersion,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a version of an OpenAPI specification" })),
    HttpApiEndpoint.get("getOpenAPISpecVersionContentById", `${path}/:specSlug/versions/:versionId/content`, {
      params: version,
      success: OpenApiContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get what a version describes" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "OpenAPI", description: "Descriptions of APIs, their versions and their texts." })
  )
