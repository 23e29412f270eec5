/**
 * The pages of change requests for the people who write, as answers without a socket: who asks is found out from the
 * session, and everything is read as that person, so that nobody sees here what the API would not tell.
 */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import { ApiReference } from "@octavo/core/content/openapi/ApiReference"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { SigningKey } from "@octavo/core/kernel/shared/signature"
import { Context, Effect, Layer } from "effect"
import { Account } from "../account/Account.ts"
import type { AppAnswer, AppRequest } from "../account/answers.ts"
import { personOf } from "../account/frame.ts"
import { refusals } from "../account/pages.ts"
import { WebApplication } from "../application/WebApplication.ts"
import { previewStyle } from "../assets/assets.ts"
import { staticFile, staticFiles } from "../published/answers.ts"
import { diagramAnswer } from "../published/diagrams.ts"
import { makeEmojiFonts } from "../published/emojiFonts.ts"
import { makeDraftReader } from "./drafts.ts"

export class Previews extends Context.Service<
  Previews,
  {
    /** The answer to GET; `undefined` for what is no page of a change request. */
    readonly answer: (request: AppRequest) => Effect.Effect<AppAnswer | undefined, StorageError>
  }
>()("@octavo/site/Previews") {
  static readonly layer = ({ remoteImages = false }: { readonly remoteImages?: boolean | undefined } = {}) =>
    Layer.effect(
      Previews,
      Effect.gen(function* () {
        const account = yield* Account
        const instance = yield* Instance
        const built = yield* WebApplication
        const { basePath } = account
        const style = staticFile(previewStyle)
        const emojiFont = makeEmojiFonts()
        const read = makeDraftReader({
          instance,
          key: yield* SigningKey,
          remoteImages,
          changeRequests: yield* ChangeRequests,
          contents: yield* ChangeRequestContent,
          comments: yield* Comments,
          spaceContent: yield* SpaceContent,
          remotePictures: yield* RemotePictures,
          apiReference: yield* ApiReference
        })

        const answer = Effect.fnUntraced(function* (request: AppRequest) {
          const { path, query } = request
          if (!path.startsWith(`${basePath}/`)) return undefined
          const below = path.slice(basePath.length)
          const asset =
            below === previewStyle.path
              ? style
              : (staticFiles.get(below.slice(1)) ??
                (yield* diagramAnswer(below)) ??
                (yield* emojiFont(below.replace("/_octavo/", ""))))
          if (asset !== undefined) return { kind: "asset", answer: asset } satisfies AppAnswer
          const at = addressOf(below)
          if (at === undefined) return undefined
          const actor = yield* account.actor(request)
          if (actor === undefined) return account.signIn(query === "" ? path : `${path}?${query}`)
          // the address alone is a screen of the application; what is asked for besides is drawn here
          const isScreen = at.path !== undefined && query === ""
          const application = isScreen ? built() : undefined
          const place = {
            ...account.placeOf(request),
            ...(application === undefined
              ? {}
              : { scriptKey: account.scriptKey(request), person: personOf(actor), application })
          }
          const { missing, narrow } = refusals(place)
          if (at.path === undefined) return missing
          return yield* read(place, { ...at, path: at.path }, new URLSearchParams(query)).pipe(
            Effect.provideService(CurrentActor, actor),
            Effect.map((found): AppAnswer => found ?? missing),
            Effect.catchTags({
              NotFound: () => Effect.succeed(missing),
              Invalid: () => Effect.succeed(missing),
              Forbidden: (error) => Effect.succeed(narrow(error.message))
            })
          )
        })

        return Previews.of({ answer })
      })
    )
}

/** What an address below the application names; `path` is undefined where it cannot be decoded. */
const addressOf = (below: string) => {
  const match = /^\/s\/([\w-]{1,128})\/~\/changes\/([\w-]{1,128})(?:\/(.*))?$/.exec(below)
  if (match === null) return undefined
  const [, spaceId = "", changeRequest = "", rest = ""] = match
  try {
    const path = rest
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent)
    return { spaceId, changeRequest, path: path.some((segment) => segment.includes("\0")) ? undefined : path }
  } catch {
    return { spaceId, changeRequest, path: undefined }
  }
}
