import { MaxFileBytes } from "@octavo/core/content/revisions/fileSize"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"

export const systemHandlers = groupHandlers(
  "system",
  Effect.fn(function* (handlers) {
    const { built, version } = yield* Instance
    const limits = { fileBytes: yield* MaxFileBytes }
    return handlers.handleAll({ getApiInformation: () => Effect.succeed({ version, build: built, limits }) })
  })
)
