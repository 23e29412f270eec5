/**
 * The pages of change requests for the people who write, as answers without a socket: who asks is found out from the
 * session, and everything is read as that person, so that nobody sees here what the API would not tell.
 */
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/comments/Comments"
import { Blobs } from "@octavo/core/content/Blobs"
import { SpaceContent } from "@octavo/core/content/SpaceContent"
import { CurrentActor } from "@octavo/core/shared/Actor"
import type { StorageError } from "@octavo/core/shared/errors"
import { app, Instance } from "@octavo/core/shared/Instance"
import { Authentication } from "@octavo/core/users/Authentication"
import { Context, Effect, Layer } from "effect"
import { contentSecurityPolicy, previewStyle } from "../assets/assets.ts"
import { type SiteAnswer, staticFile, staticFiles } from "../published/answers.ts"
import { makeDraftReader } from "./drafts.ts"
import { type Place, renderMessage, renderSignIn, signInPath, signOutPath } from "./pages.ts"

export interface PreviewRequest {
  /** Path of the request target, as it came, without the query. */
  readonly path: string
  /** What follows the `?`. */
  readonly query: string
  /** The session, as the cookie has it. */
  readonly session: string | undefined
}

export type PreviewAnswer =
  | {
      readonly kind: "page"
      readonly status: 200 | 401 | 403 | 404
      readonly html: string
    }
  /** After a form: `session` is what the cookie holds from now on, empty for nothing. */
  | { readonly kind: "went"; readonly location: string; readonly session: string }
  | { readonly kind: "asset"; readonly answer: SiteAnswer }
  | { readonly kind: "file"; readonly file: Extract<SiteAnswer, { readonly kind: "file" }> }

export class Previews extends Context.Service<
  Previews,
  {
    /** Path of the application, without a slash at its end: sessions are good below it. */
    readonly basePath: string
    /** Headers of every page. */
    readonly headers: Readonly<Record<string, string>>
    /** The answer to GET; `undefined` for what is no page of a change request. */
    readonly answer: (request: PreviewRequest) => Effect.Effect<PreviewAnswer | undefined, StorageError>
    /** The answer to a form, by the path that it was sent to. */
    readonly submit: (path: string, form: URLSearchParams) => Effect.Effect<PreviewAnswer | undefined, StorageError>
  }
>()("@octavo/site/Previews") {
  static readonly layer = ({ remoteImages = false }: { readonly remoteImages?: boolean | undefined } = {}) =>
    Layer.effect(
      Previews,
      Effect.gen(function* () {
        const authentication = yield* Authentication
        const instance = yield* Instance
        const basePath = new URL(app(instance, "")).pathname
        const place: Place = { basePath }
        const style = staticFile(previewStyle)
        const read = makeDraftReader({
          place,
          instance,
          remoteImages,
          blobs: yield* Blobs,
          changeRequests: yield* ChangeRequests,
          contents: yield* ChangeRequestContent,
          comments: yield* Comments,
          spaceContent: yield* SpaceContent
        })

        const message = (status: 200 | 403 | 404, title: string, text: string): PreviewAnswer => ({
          kind: "page",
          status,
          html: renderMessage(place, title, text)
        })
        const missing = message(404, "Nothing here", "There is no such page, or it is not for you to see.")
        const welcome = message(
          200,
          "You are signed in",
          "Open the page of a change request: its address is in its urls.app."
        )
        const signIn = (to: string, problem?: string): PreviewAnswer => ({
          kind: "page",
          status: 401,
          html: renderSignIn(place, to, problem)
        })

        const answer = Effect.fnUntraced(function* ({ path, query, session }: PreviewRequest) {
          if (!path.startsWith(`${basePath}/`)) return undefined
          const below = path.slice(basePath.length)
          const asset = below === previewStyle.path ? style : staticFiles.get(below.slice(1))
          if (asset !== undefined) return { kind: "asset", answer: asset } satisfies PreviewAnswer
          const at = addressOf(below)
          if (at === undefined) return undefined
          const actor =
            session === undefined
              ? undefined
              : yield* Effect.catchTag(authentication.resumeSession(session), "Unauthorized", () =>
                  Effect.succeed(undefined)
                )
          if (actor === undefined) return signIn(query === "" ? path : `${path}?${query}`)
          if (at === "sign-in") return welcome
          if (at.path === undefined) return missing
          return yield* read({ ...at, path: at.path }, new URLSearchParams(query)).pipe(
            Effect.provideService(CurrentActor, actor),
            Effect.map((found): PreviewAnswer => found ?? missing),
            Effect.catchTags({
              NotFound: () => Effect.succeed(missing),
              Invalid: () => Effect.succeed(missing),
              Forbidden: (error) => Effect.succeed(message(403, "Not with this token", error.message))
            })
          )
        })

        const submit = Effect.fnUntraced(function* (path: string, form: URLSearchParams) {
          const to = wayBack(basePath, form.get("to"))
          if (path === basePath + signOutPath) {
            return { kind: "went", location: to, session: "" } satisfies PreviewAnswer
          }
          if (path !== basePath + signInPath) return undefined
          return yield* authentication.startSession((form.get("token") ?? "").trim()).pipe(
            Effect.map((session): PreviewAnswer => ({ kind: "went", location: to, session })),
            Effect.catchTag("Unauthorized", () =>
              Effect.succeed(signIn(to, "This token is not valid. It may have been revoked, or have expired."))
            )
          )
        })

        return Previews.of({
          basePath,
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": contentSecurityPolicy(remoteImages),
            "x-content-type-options": "nosniff",
            // forms say where they come from, other sites learn nothing
            "referrer-policy": "same-origin",
            "cache-control": "private, no-store",
            "x-robots-tag": "noindex"
          },
          answer,
          submit
        })
      })
    )
}

/** What an address below the application names; `path` is undefined where it cannot be decoded. */
const addressOf = (below: string) => {
  if (below === signInPath) return "sign-in"
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

/** Where a reader goes after signing in: an address of the application, whatever the form says. */
const wayBack = (basePath: string, to: string | null): string =>
  to?.startsWith(`${basePath}/s/`) === true && /^[\x21-\x5b\x5d-\x7e]{1,4096}$/.test(to)
    ? to
    : `${basePath}${signInPath}`
