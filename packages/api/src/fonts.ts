import { NewUpload, StorageUploadUrl } from "@octavo/core/content/uploads/Upload"
import { CustomFont, FontUpdate, NewFont } from "@octavo/core/delivery/fonts/Font"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf } from "./shared.ts"

const params = { organizationId: Id }
const one = { ...params, fontId: Id }
const path = "/orgs/:organizationId/fonts"

/** Custom fonts of an organization. */
export const FontsGroup = HttpApiGroup.make("custom-fonts")
  .add(
    HttpApiEndpoint.get("listCustomFonts", path, {
      params,
      success: ListOf(CustomFont, "CustomFonts"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({ summary: "List the custom fonts of an organization", description: "All of them at once." })
    ),
    HttpApiEndpoint.put("createCustomFont", path, {
      params,
      payload: NewFont,
      success: created(CustomFont),
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a custom font of uploaded files",
        description:
          "412 when the weight 400 is missing, a weight is given twice, or a storageKey names no uploaded WOFF2 or WOFF font of the organization; the message says which."
      })
    ),
    HttpApiEndpoint.get("getCustomFont", `${path}/:fontId`, {
      params: one,
      success: CustomFont,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a custom font" })),
    HttpApiEndpoint.post("updateCustomFont", `${path}/:fontId`, {
      params: one,
      payload: FontUpdate,
      success: created(CustomFont),
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a custom font",
        description: "Weights that are not named stay; a storageKey of null removes one. 412 as on creation."
      })
    ),
    HttpApiEndpoint.delete("deleteCustomFont", `${path}/:fontId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a custom font",
        description: "Sites that are drawn with it are drawn with their default font from then on."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Custom fonts",
      description: "Fonts of an organization that its sites are drawn with."
    })
  )

/** Uploads of files that other operations take. */
export const StorageGroup = HttpApiGroup.make("storage")
  .add(
    HttpApiEndpoint.post("generateStorageUploadURL", "/orgs/:organizationId/storage/upload", {
      params,
      payload: NewUpload,
      success: created(StorageUploadUrl),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a URL to upload a file to",
        description:
          "The URL takes the announced bytes with one PUT, within an hour and without a token. Fonts: WOFF2 or WOFF, at most 5 MB; files of imports at most 100 MB; pictures of the organization at most 10 MB. Files of content (content_file, for the space that is named and by who may edit it) are of any type and as large as the server allows: 413 when they are larger, with the limit, and when there is no room for them."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Storage",
      description: "URLs that files are uploaded to, for other operations to take."
    })
  )
