import { Api } from "@octavo/api/Api"
import { MaxFileBytes } from "@octavo/core/content/revisions/fileSize"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

export const systemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const { built, version } = yield* Instance
    const limits = { fileBytes: yield* MaxFileBytes }
    return handlers.handleAll({ getApiInformation: () => Effect.succeed({ version, build: built, limits }) })
  })
)
