import { Translation } from "@octavo/core/content/translations/Translation"
import { Translations } from "@octavo/core/content/translations/Translations"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Translation)
const list = replyList(Translation)

export const translationsHandlers = groupHandlers(
  "translations",
  Effect.fn(function* (handlers) {
    const translations = yield* Translations
    return handlers.handleAll({
      listTranslations: ({ params, query }) => Effect.map(translations.list(params.organizationId, query), list),
      createTranslation: ({ params, payload }) =>
        Effect.map(translations.create(params.organizationId, payload), createdReply),
      getTranslation: ({ params }) =>
        Effect.map(translations.get(params.organizationId, params.translationId), (it) => one(it)),
      updateTranslation: ({ params, payload }) =>
        Effect.map(translations.update(params.organizationId, params.translationId, payload), (it) => one(it)),
      deleteTranslation: ({ params }) =>
        Effect.map(translations.remove(params.organizationId, params.translationId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      runTranslation: ({ params }) => translations.run(params.organizationId, params.translationId),
      listTranslationRuns: ({ params, query }) => translations.runs(params.organizationId, params.translationId, query)
    })
  })
)
