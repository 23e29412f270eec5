import { Fonts } from "@octavo/core/delivery/fonts/Fonts"
import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdAtReply, deletedReply } from "./reply.ts"

export const fontsHandlers = groupHandlers(
  "custom-fonts",
  Effect.fn(function* (handlers) {
    const fonts = yield* Fonts
    const instance = yield* Instance
    const made = (organizationId: string, font: { readonly id: string }) =>
      createdAtReply(location(instance, `/orgs/${organizationId}/fonts/${font.id}`), font)
    return handlers.handleAll({
      listCustomFonts: ({ params }) => fonts.list(params.organizationId),
      createCustomFont: ({ params, payload }) =>
        Effect.map(fonts.create(params.organizationId, payload), (font) => made(params.organizationId, font)),
      getCustomFont: ({ params }) => fonts.get(params.organizationId, params.fontId),
      updateCustomFont: ({ params, payload }) =>
        Effect.map(fonts.update(params.organizationId, params.fontId, payload), (font) =>
          made(params.organizationId, font)
        ),
      deleteCustomFont: ({ params }) =>
        Effect.map(fonts.remove(params.organizationId, params.fontId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
