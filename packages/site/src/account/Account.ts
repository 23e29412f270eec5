/**
 * Signing in and out of the application for the people who write, as answers without a socket: with a provider of the
 * organization, or with an API token in exchange for a session.
 */

import { unsubscribePath } from "@octavo/core/connections/notifications/NotificationMails"
import { setUpPath } from "@octavo/core/content/set-up/SetUp"
import { limitTries, type WayIn } from "@octavo/core/kernel/rate-limits/bruteForceGuard"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import type { Actor } from "@octavo/core/kernel/shared/Actor"
import type { StorageError, TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { app, Instance } from "@octavo/core/kernel/shared/Instance"
import { sameText } from "@octavo/core/kernel/shared/signature"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Mailer, unsentNote } from "@octavo/core/people/mail/Mailer"
import { Mails } from "@octavo/core/people/mail/Mails"
import type { OidcUnavailable } from "@octavo/core/people/oidc/OidcProvider"
import { SamlSignIn } from "@octavo/core/people/saml/SamlSignIn"
import { linkPath, MailLinks, mailLinkMinutes } from "@octavo/core/people/sign-in/MailLinks"
import { OidcSignIn, oidcCallbackPath } from "@octavo/core/people/sign-in/OidcSignIn"
import { Sessions, sessionSeconds } from "@octavo/core/people/sign-in/Sessions"
import { SignIns, signInSeconds } from "@octavo/core/people/sign-in/SignIns"
import { Context, Effect, Exit, Layer } from "effect"
import type { AppAnswer, AppCookie, AppRequest, PageAnswer } from "./answers.ts"
import { makeAuthorizePages } from "./authorizePages.ts"
import { type Place, type PlaceOf, signInPath, signOutPath } from "./frame.ts"
import { mailPath, oidcPath, renderLink, renderMessage, renderSignIn, type SignInView } from "./pages.ts"
import { makeSetUp } from "./setUp.ts"
import { isTokensForm, tokensPath } from "./tokenPages.ts"
import { makeTokens } from "./tokens.ts"
import { makeUnsubscribe } from "./unsubscribe.ts"
import { authorizePath, wayBack } from "./wayBack.ts"

export class Account extends Context.Service<
  Account,
  {
    /** Path of the application, without a slash at its end: its cookies are good below it. */
    readonly basePath: string
    /** For the pages of the session that a request is in. */
    readonly placeOf: PlaceOf
    /**
     * What scripts of a page must send to the API in the session of the request: for the meta element `octavo-session` of
     * pages that are shown to who is signed in, and nothing else.
     */
    readonly scriptKey: (request: AppRequest) => string | undefined
    /** Who asks, as the session says; `undefined` for nobody. */
    readonly actor: (request: AppRequest) => Effect.Effect<Actor | undefined, StorageError>
    /** The page that asks somebody to sign in. @param to path to go to then */
    readonly signIn: (to: string) => PageAnswer
    /** The answer to GET; `undefined` for what is no page of this. */
    readonly answer: (request: AppRequest) => Effect.Effect<AppAnswer | undefined, StorageError | TooManyRequests>
    /** The answer to a form of this installation; `undefined` for what is none. */
    readonly submit: (
      request: AppRequest,
      form: URLSearchParams
    ) => Effect.Effect<AppAnswer | undefined, StorageError | TooManyRequests>
    /** The answer to what a provider has a browser send, a program or a mail program; `undefined` for every other address. */
    readonly receive: (
      path: string,
      query: URLSearchParams,
      form: URLSearchParams
    ) => Effect.Effect<AppAnswer | undefined, StorageError | TooManyRequests>
  }
>()("@octavo/site/Account") {
  static readonly layer = Layer.effect(
    Account,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const signIns = yield* SignIns
      const saml = yield* SamlSignIn
      const oidc = yield* OidcSignIn
      const links = yield* MailLinks
      const mails = yield* Mails
      const unsent = unsentNote(yield* Mailer)
      const transaction = yield* Transaction
      const instance = yield* Instance
      const basePath = new URL(app(instance, "")).pathname
      const place: Place = { basePath }
      const placeOf: PlaceOf = ({ cookies: { session } }) =>
        session === undefined ? place : { ...place, formToken: sessions.formToken(session) }
      const scriptKey = ({ cookies: { session } }: AppRequest) =>
        session === undefined ? undefined : sessions.scriptKey(session)
      const limits = yield* RateLimiting
      const authorizing = yield* makeAuthorizePages(placeOf)
      const tokens = yield* makeTokens({ basePath, placeOf })
      const unsubscribing = yield* makeUnsubscribe(place)
      const setUp = yield* makeSetUp({ basePath, placeOf })
      const home = basePath + signInPath

      const signInPage = (view: SignInView, status: PageAnswer["status"] = 401, at = place): PageAnswer => ({
        kind: "page",
        status,
        html: renderSignIn(at, { ...view, provider: oidc.label, unsent })
      })
      const signIn = (to: string) => signInPage({ to })

      const refused = (status: PageAnswer["status"], text: string): PageAnswer => ({
        kind: "page",
        status,
        html: renderMessage(place, "You are not signed in", text, {
          signedIn: false,
          link: { href: home, text: "Sign in" }
        })
      })
      const noProvider: PageAnswer = {
        kind: "page",
        status: 404,
        html: renderMessage(
          place,
          "No such provider",
          "It was removed, or is not set up yet. Ask an admin of the organization.",
          { signedIn: false, link: { href: home, text: "Sign in another way" } }
        )
      }
      const sent: PageAnswer = {
        kind: "page",
        status: 200,
        html: renderMessage(
          place,
          unsent === undefined ? "Look into your mail" : "Your link is ready",
          `If there is an account with this address, ${
            unsent === undefined ? "a link is on its way" : "a link was made"
          }. It works once and for ${mailLinkMinutes} minutes.`,
          { signedIn: false, note: unsent }
        )
      }

      const otherSession = (request: AppRequest): PageAnswer => ({
        kind: "page",
        status: 403,
        html: renderMessage(
          placeOf(request),
          "Nothing was changed",
          "This form is of another session: open its page once more, or start the program once more that led to it.",
          { link: { href: home, text: "To my account" } }
        )
      })

      /** The session here is over; the one at the provider of the installation can be ended too. */
      const signedOut = (endURL: string): PageAnswer => ({
        kind: "page",
        status: 200,
        html: renderMessage(
          place,
          "You are signed out",
          `${oidc.label} may still know you in this browser: whoever opens this page next could sign in as you.`,
          { signedIn: false, link: { href: endURL, text: `Sign out of ${oidc.label} too` } }
        )
      })

      const actor = ({ cookies: { session } }: AppRequest) =>
        session === undefined
          ? Effect.succeed(undefined)
          : Effect.catchTag(sessions.resume(session), "Unauthorized", () => Effect.succeed(undefined))

      const went = (location: string, ...cookies: ReadonlyArray<AppCookie>): AppAnswer => ({
        kind: "went",
        location,
        cookies
      })

      /** Where somebody goes who has a session now. */
      const arrived = ({ session, to }: { readonly session: string; readonly to: string }): AppAnswer =>
        went(
          wayBack(basePath, to),
          { name: "session", value: session, maxAge: sessionSeconds },
          { name: "sign-in", value: "", maxAge: 0 }
        )

      /** The provider of the installation is away: said to the person, and why to the operator. */
      const unavailable = ({ message, reason }: OidcUnavailable) =>
        Effect.as(Effect.logWarning("OpenID Connect", reason), refused(503, message))

      /** A way in: who fails too often is let try no more. */
      const guard =
        (way: WayIn, isFailed: (answer: AppAnswer) => boolean = isRefusal) =>
        <E, R>(attempt: Effect.Effect<AppAnswer, E, R>) =>
          limitTries<AppAnswer, E>(
            limits,
            way,
            (outcome) => Exit.isSuccess(outcome) && isFailed(outcome.value)
          )(attempt)

      /** The page to sign in on, with what there is for an address or an organization. */
      const asked = Effect.fnUntraced(function* (request: AppRequest, query: URLSearchParams) {
        const to = wayBack(basePath, query.get("to"))
        const email = query.get("email")?.trim()
        const organization = query.get("organization") ?? undefined
        if (query.has("sent")) return sent
        if (email === undefined && organization === undefined) {
          if ((yield* actor(request)) === undefined) return signIn(to)
          return {
            kind: "page",
            status: 200,
            html: renderMessage(
              placeOf(request),
              "You are signed in",
              "Your sites are listed on the page of the application.",
              { link: { href: basePath, text: "To my sites" } }
            )
          } satisfies PageAnswer
        }
        const offers = yield* saml.offers({ email, organization })
        const problem =
          offers.length > 0 || email !== undefined ? undefined : "There is no single sign-on for this organization."
        return signInPage({ to, email, offers, problem }, 200, placeOf(request))
      })

      const answer = Effect.fnUntraced(function* (request: AppRequest) {
        const below = request.path.startsWith(`${basePath}/`) ? request.path.slice(basePath.length) : undefined
        if (below === undefined) return undefined
        const query = new URLSearchParams(request.query)
        if (below === signInPath) return yield* asked(request, query)
        if (below === linkPath) {
          const secret = query.get("token") ?? ""
          return yield* links.read(secret).pipe(
            Effect.map(
              (user): PageAnswer =>
                user === undefined
                  ? refused(403, deadLink)
                  : { kind: "page", status: 200, html: renderLink(placeOf(request), user.email, secret) }
            ),
            guard("link")
          )
        }
        if (below === setUpPath) {
          return yield* setUp.show(request, query.get("key") ?? "").pipe(guard("setup", isForbidden))
        }
        if (below === authorizePath) {
          const who = yield* actor(request)
          return who === undefined ? signIn(`${request.path}?${request.query}`) : yield* authorizing.ask(request, who)
        }
        if (below === tokensPath) {
          const who = yield* actor(request)
          return who === undefined ? signIn(request.path) : yield* tokens.show(request, who)
        }
        if (below === `${oidcPath}/start`) {
          return yield* oidc.start(request.cookies["sign-in"], wayBack(basePath, query.get("to"))).pipe(
            Effect.map(({ cookie, location }) =>
              went(location, { name: "sign-in", value: cookie, maxAge: signInSeconds })
            ),
            Effect.catchTags({
              NotFound: () => Effect.succeed(noProvider),
              OidcUnavailable: (error) => unavailable(error)
            })
          )
        }
        if (below === oidcCallbackPath) {
          return yield* oidc.accept(query, request.cookies["sign-in"]).pipe(
            Effect.map(arrived),
            Effect.catchTags({
              NotFound: () => Effect.succeed(noProvider),
              Invalid: ({ message }) => Effect.succeed(refused(400, message)),
              Forbidden: ({ message }) => Effect.succeed(refused(403, message)),
              OidcUnavailable: (error) => unavailable(error)
            }),
            guard("oidc")
          )
        }
        if (below === `${signInPath}/finish`) {
          return yield* signIns.finish(query.get("code") ?? "", request.cookies["sign-in"]).pipe(
            Effect.map(arrived),
            Effect.catchTags({
              Invalid: ({ message }) => Effect.succeed(refused(400, message)),
              Forbidden: ({ message }) => Effect.succeed(refused(403, message))
            }),
            guard("finish")
          )
        }
        if (below === unsubscribePath) {
          return unsubscribing.show(query.get("token") ?? "")
        }
        const [, provider, step] = samlPath.exec(below) ?? []
        if (provider === undefined) return undefined
        if (step === undefined) {
          return yield* saml.metadata(provider).pipe(
            Effect.map((body): AppAnswer => ({ kind: "xml", body })),
            Effect.catchTag("NotFound", () => Effect.succeed(noProvider))
          )
        }
        if (step !== "start") return undefined
        return yield* saml.start(provider, request.cookies["sign-in"], wayBack(basePath, query.get("to"))).pipe(
          Effect.map(({ cookie, location }) =>
            went(location, { name: "sign-in", value: cookie, maxAge: signInSeconds })
          ),
          Effect.catchTag("NotFound", () => Effect.succeed(noProvider))
        )
      })

      const submit = Effect.fnUntraced(function* (request: AppRequest, form: URLSearchParams) {
        const { cookies, path } = request
        const below = path.slice(basePath.length)
        const who = yield* actor(request)
        // where somebody is signed in, a form is of a page that was shown to them: scripts of sites on the same origin
        // send forms, too, and read no such page (threats: requests across sites, sites and application on one origin)
        const { formToken } = placeOf(request)
        if (who !== undefined && formToken !== undefined && !sameText(form.get("form") ?? "", formToken)) {
          return otherSession(request)
        }
        if (path === basePath + authorizePath) {
          return who === undefined ? signIn(home) : yield* authorizing.allow(request, form, who)
        }
        if (isTokensForm(below)) {
          return who === undefined ? signIn(basePath + tokensPath) : yield* tokens.submit(below, request, who, form)
        }
        const to = wayBack(basePath, form.get("to"))
        if (path === basePath + signOutPath) {
          const provider = cookies.session === undefined ? null : yield* sessions.end(cookies.session)
          const endURL = yield* oidc.endURL(provider, app(instance, signInPath))
          const forget: AppCookie = { name: "session", value: "", maxAge: 0 }
          return endURL === undefined ? went(to, forget) : { ...signedOut(endURL), cookies: [forget] }
        }
        if (path === basePath + mailPath) {
          const email = form.get("email") ?? ""
          return yield* Effect.gen(function* () {
            // the answer does not wait for it: it is the same, and as soon, whether there is such a person
            yield* Effect.forkDetach(
              transaction
                .run(
                  Effect.gen(function* () {
                    const userId = yield* links.admit(email)
                    if (userId === undefined) return
                    yield* mails.queue([{ kind: "sign-in", userId, organizationId: null, senderId: null }])
                  })
                )
                .pipe(Effect.catch((error) => Effect.logWarning("A link to sign in was not mailed", error)))
            )
            const { cookie } = yield* signIns.begin(cookies["sign-in"], to)
            return went(`${home}?sent`, { name: "sign-in", value: cookie, maxAge: signInSeconds })
            // which is why each mail that is asked for counts
          }).pipe(guard("mail", () => true))
        }
        if (path === basePath + linkPath) {
          return yield* links.use(form.get("token") ?? "").pipe(
            Effect.flatMap((session) =>
              Effect.map(signIns.wanted(cookies["sign-in"]), (wanted) =>
                went(
                  wayBack(basePath, wanted ?? null),
                  { name: "session", value: session, maxAge: sessionSeconds },
                  { name: "sign-in", value: "", maxAge: 0 }
                )
              )
            ),
            Effect.catchTag("Forbidden", ({ message }) => Effect.succeed(refused(403, message))),
            guard("link")
          )
        }
        if (path === basePath + setUpPath) return yield* setUp.submit(request, form).pipe(guard("setup", isForbidden))
        if (path !== home) return undefined
        return yield* sessions.startWithToken((form.get("token") ?? "").trim()).pipe(
          Effect.map((session) => went(to, { name: "session", value: session, maxAge: sessionSeconds })),
          Effect.catchTag("Unauthorized", () =>
            Effect.succeed(
              signInPage({ to, problem: "This token is not valid. It may have been revoked, or have expired." })
            )
          ),
          guard("token")
        )
      })

      const receive = Effect.fnUntraced(function* (path: string, query: URLSearchParams, form: URLSearchParams) {
        const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : ""
        if (below === tokenPath) return yield* guard("program")(authorizing.exchange(form))
        // mail programs send it (RFC 8058): the address is signed, and all that it does is to have less sent
        if (below === unsubscribePath) {
          return yield* unsubscribing.submit(query.get("token") ?? form.get("token") ?? "")
        }
        const [, provider, step] = samlPath.exec(below) ?? []
        if (provider === undefined || step !== "acs") return undefined
        return yield* saml.accept(provider, form.get("SAMLResponse") ?? "").pipe(
          Effect.map((outcome) =>
            outcome.kind === "code"
              ? went(`${home}/finish?code=${outcome.code}`)
              : went(`${outcome.startURL}?${new URLSearchParams({ to: wayBack(basePath, form.get("RelayState")) })}`)
          ),
          Effect.catchTags({
            NotFound: () => Effect.succeed(noProvider),
            Invalid: ({ message }) => Effect.succeed(refused(400, message)),
            Forbidden: ({ message }) => Effect.succeed(refused(403, message))
          }),
          guard("saml")
        )
      })

      return Account.of({ basePath, placeOf, scriptKey, actor, signIn, answer, submit, receive })
    })
  )
}

const isRefusal = (answer: AppAnswer): boolean =>
  (answer.kind === "page" || answer.kind === "json") && answer.status >= 400 && answer.status < 500

const isForbidden = (answer: AppAnswer): boolean => answer.kind === "page" && answer.status === 403

const deadLink = "This link was used already, or is too old: ask for another one on the page to sign in"
const tokenPath = "/~/token"
const samlPath = /^\/~\/saml\/([\w-]{1,128})(?:\/(start|acs))?$/
