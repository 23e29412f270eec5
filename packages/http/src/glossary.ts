import { Api } from "@octavo/api/Api"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { GlossaryEntry } from "@octavo/core/content/glossary/GlossaryEntry"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { reply } from "./reply.ts"

export const glossaryHandlers = HttpApiBuilder.group(
  Api,
  "glossary",
  Effect.fn(function* (handlers) {
    const glossaries = yield* Glossaries
    return handlers.handleAll({
      listGlossaryEntries: ({ params, query: { orderBy, ...page } }) =>
        glossaries.list(params.organizationId, { orderBy }, page),
      updateGlossaryEntries: ({ params, payload }) => glossaries.update(params.organizationId, payload),
      getGlossaryEntry: ({ params }) =>
        Effect.map(glossaries.get(params.organizationId, params.glossaryEntryId), reply(GlossaryEntry))
    })
  })
)
