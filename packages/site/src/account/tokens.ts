/** Somebody's own API tokens and sessions, as answers without a socket: the page, and what its forms do. */
import { OidcProvider } from "@octavo/core/oidc/OidcProvider"
import { Organizations } from "@octavo/core/organizations/Organizations"
import { type Actor, CurrentActor, type UserActor } from "@octavo/core/shared/Actor"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "@octavo/core/shared/errors"
import { sameText } from "@octavo/core/shared/signature"
import { isStorable } from "@octavo/core/shared/text"
import { type OwnSession, Sessions } from "@octavo/core/sign-in/Sessions"
import type { Token } from "@octavo/core/users/User"
import { NewToken, Users } from "@octavo/core/users/Users"
import { Clock, Effect, Schema } from "effect"
import type { AppAnswer, AppRequest, PageAnswer } from "./answers.ts"
import { type Place, signInPath } from "./frame.ts"
import { renderMessage } from "./pages.ts"
import { deleteTokenPath, lifetimes, renderTokens, type TokensView, tokensPath } from "./tokenPages.ts"

const dayMs = 86_400_000
/** Most tokens on the page. */
const mostTokens = 1000

const readNewToken = Schema.decodeUnknownEffect(NewToken)

type Shown = Pick<TokensView, "made" | "problem" | "label">

export const makeTokens = (place: Place) =>
  Effect.gen(function* () {
    const users = yield* Users
    const sessions = yield* Sessions
    const organizations = yield* Organizations
    const provider = yield* OidcProvider

    const message = (status: PageAnswer["status"], text: string): PageAnswer => ({
      kind: "page",
      status,
      html: renderMessage(place, "Nothing was changed", text, {
        link: { href: place.basePath + tokensPath, text: "API tokens" }
      })
    })
    const back = (fragment = ""): AppAnswer => ({
      kind: "went",
      location: place.basePath + tokensPath + fragment,
      cookies: []
    })

    const began = ({ providerId, tokenId }: OwnSession, tokens: ReadonlyArray<Token>): string => {
      if (tokenId !== null) return `API token ${tokens.find(({ id }) => id === tokenId)?.label ?? ""}`.trim()
      if (providerId === null) return "Mailed link"
      return providerId === provider?.issuer ? provider.label : "Single sign-on"
    }

    const page = Effect.fnUntraced(function* (
      cookie: string,
      { organizationId, userId }: UserActor,
      shown: Shown = {}
    ) {
      const { displayName, email } = yield* users.me
      const { items: tokens, next } = yield* users.listTokens(userId, { limit: mostTokens })
      const current = sessions.idOf(cookie)
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
        formToken: sessions.formToken(cookie),
        now: yield* Clock.currentTimeMillis
      }
      const status = shown.problem === undefined ? 200 : 400
      return { kind: "page", status, html: renderTokens(place, view) } satisfies PageAnswer
    })

    const create = Effect.fnUntraced(function* (cookie: string, actor: UserActor, form: URLSearchParams) {
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
          readNewToken({ label, ...(days === undefined ? {} : { expiresAt: new Date(end).toISOString() }) }),
          () => new Invalid({ message: "Say what the token is for, in 1 to 50 characters" })
        )
        return yield* users.createToken(actor.userId, input)
      })
      return yield* made.pipe(
        Effect.flatMap(({ token }) => page(cookie, actor, { made: { label, secret: token } })),
        Effect.catchTag("Invalid", (error) => page(cookie, actor, { problem: error.message, label }))
      )
    })

    const endSession = Effect.fnUntraced(function* (cookie: string, id: string) {
      yield* sessions.endOwn(id)
      if (id !== sessions.idOf(cookie)) return back("#sessions")
      const away: AppAnswer = {
        kind: "went",
        location: place.basePath + signInPath,
        cookies: [{ name: "session", value: "", maxAge: 0 }]
      }
      return away
    })

    /** As the person of the session; what they may not do, in words. */
    const forPerson = <R>(
      actor: Actor,
      answer: (who: UserActor) => Effect.Effect<AppAnswer, Forbidden | NotFound | Invalid | StorageError, R>
    ) =>
      (actor.kind === "user" ? answer(actor) : Effect.succeed(message(403, "This is for people."))).pipe(
        Effect.provideService(CurrentActor, actor),
        Effect.catchTags({
          Forbidden: (error) => Effect.succeed(message(403, error.message)),
          Invalid: (error) => Effect.succeed(message(400, error.message)),
          NotFound: () => Effect.succeed(message(403, "You are no member any more."))
        })
      )

    /** The page. */
    const show = ({ cookies: { session = "" } }: AppRequest, actor: Actor) =>
      forPerson(actor, (who) => page(session, who))

    /** What a form of the page does. @param below its path below the application's, of `isTokensForm` */
    const submit = (below: string, { cookies: { session = "" } }: AppRequest, actor: Actor, form: URLSearchParams) => {
      if (!sameText(form.get("form") ?? "", sessions.formToken(session))) {
        return Effect.succeed<AppAnswer>(message(403, "This form is of another session: open the page once more."))
      }
      const id = form.get("id") ?? ""
      return forPerson(actor, (who) =>
        below === tokensPath
          ? create(session, who, form)
          : below === deleteTokenPath
            ? Effect.as(users.revokeToken(who.userId, id), back())
            : endSession(session, id)
      )
    }

    return { show, submit }
  })
