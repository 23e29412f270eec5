import { PdfUrl } from "@octavo/core/delivery/pdf/Pdfs"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, QueryBoolean } from "./shared.ts"

const query = {
  page: Schema.optionalKey(
    Id.annotate({ description: "Id of the page or group to print with what is below it; all pages without it." })
  ),
  only: Schema.optionalKey(QueryBoolean.annotate({ description: "Prints the page alone; default false." }))
}

const summary = (text: string) =>
  OpenApi.annotations({
    summary: text,
    description: "The URL is good for one hour, without a token, and shows the content of now."
  })

/** PDFs of content. */
export const PdfGroup = HttpApiGroup.make("pdf")
  .add(
    HttpApiEndpoint.get("getSpacePDF", "/spaces/:spaceId/pdf", {
      params: { spaceId: Id },
      query,
      success: PdfUrl,
      error: Common
    }).annotateMerge(summary("Get the URL of a PDF of a space")),
    HttpApiEndpoint.get("getChangeRequestPDF", "/spaces/:spaceId/change-requests/:changeRequestId/pdf", {
      params: { spaceId: Id, changeRequestId: Id },
      query,
      success: PdfUrl,
      error: Common
    }).annotateMerge(summary("Get the URL of a PDF of a change request"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "PDF", description: "Spaces and drafts as a file to print." }))
