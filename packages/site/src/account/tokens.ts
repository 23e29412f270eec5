/** Somebody's own API tokens and sessions, as answers without a socket: the page, and what its forms do. */

import { type Actor, CurrentActor, type UserActor } from "@octavo/core/kernel/shared/Actor"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "@octavo/core/kernel/shared/errors"
import { isStorable } from "@octavo/core/kernel/shared/text"
import { OidcProvider } from "@octavo/core/people/oidc/OidcProvider"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { type OwnSession, Sessions } from "@octavo/core/people/sign-in/Sessions"
import type { Token } from "@octavo/core/people/users/User"
import { NewToken, Users } from "@octavo/core/people/users/Users"
import { Clock, Effect, Schema } from "effect"
import type { AppAnswer, AppRequest, PageAnswer } from "./answers.ts"
import type { Place, PlaceOf } from "./frame.ts"
import { renderMessage } from "./pages.ts"
import { deleteTokenPath, lifetimes, renderTokens, type TokensView, tokensPath } from "./tokenPages.ts"

const dayMs = 86_400_000
/** Most tokens on the page. */
const mostTokens = 1000

const readNewToken = Schema.decodeUnknownEffect(NewToken)

type Shown = Pick<TokensView, "made" | "problem" | "label">

export const makeTokens = ({ basePath, placeOf }: { readonly basePath: string; readonly placeOf: PlaceOf }) =>
  Effect.gen(function* () {
    const users = yield* Users
    const sessions = yield* Sessions
    const organizations = yield* Organizations
    const provider = yield* OidcProvider

    const message = (place: Place, status: PageAnswer["status"], text: string): PageAnswer => ({
      kind: "page",
      status,
      html: renderMessage(place, "Nothing was changed", text, {
        link: { href: basePath + tokensPath, text: "API tokens" }
      })
    })
    const back = (fragment = ""): AppAnswer => ({
      kind: "went",
      location: basePath + tokensPath + fragment,
      cookies: []
    })

    const began = ({ providerId, tokenId }: OwnSession, tokens: ReadonlyArray<Token>): string => {
      if (tokenId !== null) return `API token ${tokens.find(({ id }) => id === tokenId)?.label ?? ""}`.trim()
      if (providerId === null) return "Sign-in link"
      return providerId === provider?.issuer ? provider.label : "Single sign-on"
    }

    const page = Effect.fnUntraced(function* (
      request: AppRequest,
      { organizationId, userId }: UserActor,
      shown: Shown = {}
    ) {
      const { displayName, email } = yield* users.me
      const { items: tokens, next } = yield* users.listTokens(userId, { limit: mostTokens })
      const current = sessions.idOf(request.cookies.session ?? "")
      const own = yield* sessions.list
      const view: TokensView = {
        ...shown,
        person: `${displayName} (${email})`,
        organization: organizationId === undefined ? undefined : (yield* organizations.get(organizationId)).title,
        tokens: tokens.toReversed(),
        more: next !== undefined,
        sessions: own.map((session) => ({
          ...session,
          began: began(session, tokens),
          current: session.id === current
        })),
        now: yield* Clock.currentTimeMillis
      }
      const status = shown.problem === undefined ? 200 : 400
      return { kind: "page", status, html: renderTokens(placeOf(request), view) } satisfies PageAnswer
    })

    const create = Effect.fnUntraced(function* (request: AppRequest, actor: UserActor, form: URLSearchParams) {
      const label = (form.get("label") ?? "").trim()
      const given = form.get("days") ?? ""
      const days = lifetimes.find((one) => String(one ?? "") === given)
      const made = Effect.gen(function* () {
        if (!isStorable(label)) return yield* new Invalid({ message: "The label holds characters that are no text" })
        if (days === undefined && given !== "") {
          return yield* new Invalid({ message: "A token ends after one of the times of the list" })
        }
        const end = (yield* Clock.currentTimeMillis) + (days ?? 0) * dayMs
        const input = yield* Effect.mapError(
          readNewToken({ label, ...ifDefined(days, () => ({ expiresAt: new Date(end).toISOString() })) }),
          () => new Invalid({ message: "Say what the token is for, in 1 to 50 characters" })
        )
        return yield* users.createToken(actor.userId, input)
      })
      return yield* made.pipe(
        Effect.flatMap(({ token }) => page(request, actor, { made: { label, secret: token } })),
        Effect.catchTag("Invalid", (error) => page(request, actor, { problem: error.message, label }))
      )
    })

    const endSession = Effect.fnUntraced(function* ({ cookies }: AppRequest, id: string) {
      yield* sessions.endOwn(id)
      if (id !== sessions.idOf(cookies.session ?? "")) return back("#sessions")
      const away: AppAnswer = {
        kind: "went",
        location: basePath,
        cookies: [{ name: "session", value: "", maxAge: 0 }]
      }
      return away
    })

    /** As the person of the session; what they may not do, in words. */
    const forPerson = <R>(
      place: Place,
      actor: Actor,
      answer: (who: UserActor) => Effect.Effect<AppAnswer, Forbidden | NotFound | Invalid | StorageError, R>
    ) =>
      (actor.kind === "user" ? answer(actor) : Effect.succeed(message(place, 403, "This is for people."))).pipe(
        Effect.provideService(CurrentActor, actor),
        Effect.catchTags({
          Forbidden: (error) => Effect.succeed(message(place, 403, error.message)),
          Invalid: (error) => Effect.succeed(message(place, 400, error.message)),
          NotFound: () => Effect.succeed(message(place, 403, "You are no member any more."))
        })
      )

    /** The page. */
    const show = (request: AppRequest, actor: Actor) => forPerson(placeOf(request), actor, (who) => page(request, who))

    /** What a form of the page does. @param below its path below the application's, of `isTokensForm` */
    const submit = (below: string, request: AppRequest, actor: Actor, form: URLSearchParams) => {
      const id = form.get("id") ?? ""
      return forPerson(placeOf(request), actor, (who) =>
        below === tokensPath
          ? create(request, who, form)
          : below === deleteTokenPath
            ? Effect.as(users.revokeToken(who.userId, id), back())
            : endSession(request, id)
      )
    }

    return { show, submit }
  })
