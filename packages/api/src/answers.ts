import { AnswerFormat, SearchAIAnswerStream, SiteQuestion } from "@octavo/core/delivery/sites/SiteQuestion"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, Id } from "./shared.ts"

/** Answers to questions. */
export const AnswersGroup = HttpApiGroup.make("answers")
  .add(
    HttpApiEndpoint.post("streamAskInSite", "/orgs/:organizationId/sites/:siteId/ask", {
      params: { organizationId: Id, siteId: Id },
      query: {
        format: Schema.optionalKey(
          AnswerFormat.annotate({
            description: "The answer as a structured document, which is the default, or as Markdown."
          })
        )
      },
      payload: SiteQuestion,
      success: SearchAIAnswerStream,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask a question about a site",
        description:
          "Answered by the server's language model (412 without one) from sections of pages that the caller may see, each " +
          "sentence with its sources; neither the question nor the answer is kept. With `Accept: application/json` the " +
          "whole answer, else server-sent events (`text/event-stream`): the first has the sections that are given to the " +
          "model as sources, each further one the answer as far as it has come, and an event `done` ends it, or an event " +
          "`error` that says why there is no more."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Answers", description: "Questions that are answered from the pages of a site." })
  )
