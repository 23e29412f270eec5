/** Letting a program act as somebody, as answers without a socket: the page that asks, the yes, and the exchange. */

import { type Actor, CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import {
  type AuthorizationRequest,
  Authorizations,
  byHand,
  programTokenDays,
  readAuthorization
} from "@octavo/core/people/sign-in/Authorizations"
import { Users } from "@octavo/core/people/users/Users"
import { Effect } from "effect"
import type { AppAnswer, AppRequest, PageAnswer } from "./answers.ts"
import type { Place, PlaceOf } from "./frame.ts"
import { renderAuthorize, renderCode, renderMessage } from "./pages.ts"

/** What of a request the page sends on. */
const names = ["response_type", "client", "redirect_uri", "state", "code_challenge", "code_challenge_method"]

/** Back to the program, with what it waits for. */
const backTo = ({ redirectURI, state }: AuthorizationRequest, answer: Readonly<Record<string, string>>): string =>
  `${redirectURI}?${new URLSearchParams({ ...answer, state })}`

export const makeAuthorizePages = (placeOf: PlaceOf) =>
  Effect.gen(function* () {
    const authorizations = yield* Authorizations
    const organizations = yield* Organizations
    const users = yield* Users

    const message = (place: Place, status: PageAnswer["status"], text: string): PageAnswer => ({
      kind: "page",
      status,
      html: renderMessage(place, "Nothing was allowed", text)
    })
    const unreadable = (place: Place) =>
      message(place, 400, "This is no request of a program on your machine. Start it once more.")

    /** The page that asks. */
    const ask = Effect.fnUntraced(function* (asked: AppRequest, actor: Actor) {
      const place = placeOf(asked)
      const query = new URLSearchParams(asked.query)
      const request = readAuthorization(query)
      if (request === undefined || actor.kind !== "user") return unreadable(place)
      const shown = Effect.gen(function* () {
        const { displayName, email } = yield* users.me
        const { organizationId } = actor
        return {
          person: `${displayName} (${email})`,
          organization: organizationId === undefined ? undefined : (yield* organizations.get(organizationId)).title
        }
      })
      return yield* shown.pipe(
        Effect.provideService(CurrentActor, actor),
        Effect.map(
          (who): PageAnswer => ({
            kind: "page",
            status: 200,
            html: renderAuthorize(place, {
              ...who,
              client: request.client,
              fields: names.map((name) => [name, query.get(name) ?? ""] as const),
              denied:
                request.redirectURI === byHand
                  ? `${place.basePath}/~/sign-in`
                  : backTo(request, { error: "access_denied" }),
              days: programTokenDays
            }),
            ...(request.redirectURI === byHand ? {} : { formAction: new URL(request.redirectURI).origin })
          })
        ),
        Effect.catchTags({
          NotFound: () => Effect.succeed(message(place, 403, "You are no member any more.")),
          Forbidden: (error) => Effect.succeed(message(place, 403, error.message))
        })
      )
    })

    /** The yes. */
    const allow = Effect.fnUntraced(function* (asked: AppRequest, form: URLSearchParams, actor: Actor) {
      const place = placeOf(asked)
      const request = readAuthorization(form)
      if (request === undefined) return unreadable(place)
      return yield* authorizations.grant(request).pipe(
        Effect.provideService(CurrentActor, actor),
        Effect.map(
          (code): AppAnswer =>
            request.redirectURI === byHand
              ? { kind: "page", status: 200, html: renderCode(place, code) }
              : { kind: "went", location: backTo(request, { code }), cookies: [] }
        ),
        Effect.catchTag("Forbidden", (error) => Effect.succeed(message(place, 403, error.message)))
      )
    })

    /** A token for a code: for the program itself. */
    const exchange = Effect.fnUntraced(function* (form: URLSearchParams) {
      const refused = (text: string): AppAnswer => ({
        kind: "json",
        status: 400,
        body: { error: { code: 400, message: text } }
      })
      return yield* authorizations
        .exchange({
          code: form.get("code") ?? "",
          verifier: form.get("code_verifier") ?? "",
          redirectURI: form.get("redirect_uri") ?? ""
        })
        .pipe(
          Effect.map((body): AppAnswer => ({ kind: "json", status: 200, body })),
          Effect.catchTags({
            Invalid: (error) => Effect.succeed(refused(error.message)),
            Forbidden: (error) => Effect.succeed(refused(error.message)),
            NotFound: (error) => Effect.succeed(refused(error.message))
          })
        )
    })

    return { ask, allow, exchange }
  })
