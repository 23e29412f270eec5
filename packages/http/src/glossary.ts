import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { GlossaryEntry } from "@octavo/core/content/glossary/GlossaryEntry"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

export const glossaryHandlers = groupHandlers(
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
