/**
 * Signing in with the OpenID Connect provider of the installation: an authorization code with PKCE. Nothing is kept for
 * those who never come back: `state` is signed, and the nonce and the verifier are made of a secret of the browser that
 * began, with a key of this server.
 *
 * The operator chose the provider, so what it says counts on the whole installation: a session is that of the account.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import { SigningKey, sameText, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { Members } from "../members/Members.ts"
import { type OidcClaims, OidcProvider, type OidcProviderShape, type OidcUnavailable } from "../oidc/OidcProvider.ts"
import { isAllowed, placesOf, verifiedEmail } from "../oidc/rules.ts"
import { Teams } from "../teams/Teams.ts"
import { IdentityStore } from "../users/IdentityStore.ts"
import { UserStore } from "../users/UserStore.ts"
import { SignIns, signInSeconds } from "./SignIns.ts"
import { SignInTrail } from "./SignInTrail.ts"
import { nameOf } from "./subjects.ts"

interface State {
  readonly browser: string
  readonly once: string
  readonly until: number
}

/** Where the provider sends browsers back to: what it is told of this service. */
export const oidcCallbackPath = "/~/oidc/callback"

export class OidcSignIn extends Context.Service<
  OidcSignIn,
  {
    /** What people call the provider; `undefined` without one. */
    readonly label: string | undefined
    /** Where a browser is sent, and the cookie that it keeps meanwhile. See `SignIns.begin`. */
    readonly start: (
      before: string | undefined,
      to: string
    ) => Effect.Effect<{ readonly location: string; readonly cookie: string }, NotFound | OidcUnavailable>
    /**
     * Reads what a browser came back with: a session, and where the person wanted to go. `Invalid` for what is no answer
     * at all, `Forbidden`, with the reason, for one that is not believed and for who may not come in.
     */
    readonly accept: (
      answer: URLSearchParams,
      cookie: string | undefined
    ) => Effect.Effect<
      { readonly session: string; readonly to: string },
      NotFound | Invalid | Forbidden | OidcUnavailable | StorageError
    >
    /** Where a session that began with the provider can be ended there too. @param providerId of the session here */
    readonly endURL: (providerId: string | null, back: string) => Effect.Effect<string | undefined>
  }
>()("@octavo/core/people/sign-in/OidcSignIn") {
  static readonly layer = Layer.effect(
    OidcSignIn,
    Effect.gen(function* () {
      const provider = yield* OidcProvider
      const signIns = yield* SignIns
      const identities = yield* IdentityStore
      const users = yield* UserStore
      const members = yield* Members
      const teams = yield* Teams
      const audit = yield* Audit
      const transaction = yield* Transaction
      const trail = yield* SignInTrail
      const key = yield* SigningKey
      const redirectURI = app(yield* Instance, oidcCallbackPath)

      const ready = provider === undefined ? Effect.fail(noProvider) : Effect.succeed(provider)

      /** The request of a browser: the same values when it is made and when it is answered. */
      const requestOf = (state: string, once: string, cookie: string) =>
        Effect.map(
          Effect.all([signIns.secretOf(cookie, `oidc-nonce ${once}`), signIns.secretOf(cookie, `oidc-pkce ${once}`)]),
          ([nonce = "", verifier = ""]) => ({ redirectURI, state, nonce, verifier })
        )

      const start = traced("OidcSignIn.start")(function* (before: string | undefined, to: string) {
        const { requestURL } = yield* ready
        const { browser, cookie } = yield* signIns.begin(before, to)
        const until = (yield* Clock.currentTimeMillis) + signInSeconds * 1000
        const once = makeSecret(22)
        const state = signValue(key, "oidc-state", { browser, once, until } satisfies State)
        return { location: yield* requestURL(yield* requestOf(state, once, cookie)), cookie }
      })

      /** What a person's groups at the provider make of a member. Who is no member, or disabled, stays that. */
      const place = Effect.fnUntraced(
        function* (
          { rules }: OidcProviderShape,
          organization: string,
          userId: string,
          groups: ReadonlyArray<string> | undefined
        ) {
          if (Object.keys(rules.groups).length === 0) return
          if (groups === undefined) return yield* Effect.logWarning(tooManyGroups, { user: userId })
          const { join, leave, role } = placesOf(rules, groups)
          const noted = (what: string) => (error: { readonly message: string }) =>
            Effect.logWarning(`Groups of the OpenID Connect provider: ${what}`, { user: userId, reason: error.message })
          if (role !== undefined) {
            yield* transaction
              .attempt(members.setRole(organization, userId, role))
              .pipe(Effect.catchTags({ Forbidden: noted("the role stays"), NotFound: noted("the role stays") }))
          }
          for (const [change, ids] of [
            ["add", join],
            ["remove", leave]
          ] as const) {
            for (const team of ids) {
              yield* transaction.attempt(teams.updateMembers(organization, team, { [change]: [userId] })).pipe(
                Effect.catchTags({
                  Forbidden: noted(`the team ${team} stays as it is`),
                  Invalid: noted(`the team ${team} stays as it is`),
                  NotFound: noted(`there is no team ${team}`)
                })
              )
            }
          }
        },
        Effect.provideService(CurrentActor, operator)
      )

      /** The account that an identity stands for: one that is known, one with the address, or a new one. */
      const admit = Effect.fnUntraced(function* (from: OidcProviderShape, claims: OidcClaims) {
        const { issuer, label, rules } = from
        const { organization } = rules
        const { subject } = claims
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        const email = verifiedEmail(claims, rules)
        if (!isAllowed(email, rules)) return yield* notOfDomain
        if (organization !== undefined) yield* identities.hold(organization)
        const known = yield* identities.find(issuer, subject)

        const recognise = Effect.fnUntraced(function* () {
          if (email === undefined) return yield* unverified(label)
          const found = yield* identities.accountOf(email)
          if (found !== undefined && (yield* identities.isKnown(issuer, found.id))) return yield* somebodyElse(label)
          if (found === undefined && organization === undefined) return yield* noAccount
          const userId = found?.id ?? makeId()
          // taken by another request in between
          if (
            found === undefined &&
            !(yield* identities.insertAccount({
              id: userId,
              email,
              name: nameOf(claims.name, email),
              namedBy: null,
              at
            }))
          ) {
            return yield* onceMore
          }
          // the first who shows that the address is theirs has a name of their own
          if (claims.name !== undefined) yield* identities.name(userId, nameOf(claims.name, email))
          yield* users.verify(userId, at)
          yield* identities.insert({ providerId: issuer, subject, userId, createdAt: at })
          return userId
        })

        const userId = known ?? (yield* recognise())
        if (organization === undefined) return userId
        const recorded = (action: "member.sso" | "member.sign-in", payload: object) =>
          audit
            .record({
              organizationId: organization,
              action,
              target: { type: "user", id: userId, label: email },
              payload: { ...payload, provider: issuer }
            })
            .pipe(Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null }))
        const standing = yield* identities.standing(organization, userId)
        if (standing === undefined) {
          // who was known and is no member was removed, as who was a member without it: an admin invites them again
          if (known !== undefined || (yield* identities.wasMember(organization, userId))) return userId
          yield* identities.addMember({ organizationId: organization, userId, role: rules.role, team: null, at })
          yield* recorded("member.sign-in", { role: rules.role })
        } else {
          if (standing.disabled) return userId
          yield* identities.seen(organization, userId, at)
          if (!standing.sso) yield* recorded("member.sso", {})
        }
        yield* place(from, organization, userId, claims.groups)
        return userId
      })

      /** Whose try it was: who is known to the provider by this name, or has the address. */
      const noteRefused = Effect.fnUntraced(function* (from: OidcProviderShape, claims: OidcClaims, reason: string) {
        const email = verifiedEmail(claims, from.rules)
        const known = yield* identities.find(from.issuer, claims.subject)
        const userId = known ?? (email === undefined ? undefined : (yield* identities.accountOf(email))?.id)
        if (userId !== undefined) yield* trail.refused({ with: "oidc", reason, of: { userId } })
      })

      const accept = traced("OidcSignIn.accept")(function* (answer: URLSearchParams, cookie: string | undefined) {
        const from = yield* ready
        const text = answer.get("state") ?? ""
        const state = verifyValue(key, "oidc-state", text) as State | undefined
        if (state === undefined) return yield* noState
        const now = yield* Clock.currentTimeMillis
        const browser = yield* signIns.browserOf(cookie)
        if (cookie === undefined || browser === undefined || !sameText(browser, state.browser)) {
          return yield* otherBrowser
        }
        if (state.until <= now) return yield* tooLate
        yield* signIns.useOnce("oidc-state", state.once, state.until)
        if (answer.has("error")) return yield* denied(from.label, answer.get("error"))
        const claims = yield* Effect.catchTag(
          from.readAnswer(answer, yield* requestOf(text, state.once, cookie)),
          "OidcRefused",
          ({ message }) => Effect.fail(new Forbidden({ message }))
        )
        const userId = yield* transaction
          .run(admit(from, claims))
          .pipe(Effect.tapErrorTag("Forbidden", ({ message }) => noteRefused(from, claims, message)))
        const code = yield* signIns.vouch({ userId, organizationId: null, providerId: from.issuer }, browser)
        return yield* signIns.finish(code, cookie)
      })

      const endURL = (providerId: string | null, back: string) =>
        provider === undefined || providerId !== provider.issuer
          ? Effect.succeed(undefined)
          : Effect.catch(provider.endURL(back), (error) =>
              Effect.as(Effect.logWarning("Nobody can sign out at the OpenID Connect provider", error), undefined)
            )

      return OidcSignIn.of({ label: provider?.label, start, accept, endURL })
    })
  )
}

const tooManyGroups =
  "The OpenID Connect provider does not name all groups of a person in its tokens: teams and role stay as they are"

const noProvider = new NotFound({ message: "Nobody signs in with OpenID Connect here" })

const noState = Effect.fail(new Invalid({ message: "This address is not complete: begin to sign in once more" }))

const otherBrowser = Effect.fail(
  new Forbidden({ message: "This sign-in was begun in another browser, or too long ago: begin once more" })
)

const tooLate = Effect.fail(new Forbidden({ message: "This answer is too old: begin to sign in once more" }))

const onceMore = Effect.fail(
  new Forbidden({ message: "Somebody with this address signs in at the same time: begin once more" })
)

const notOfDomain = Effect.fail(
  new Forbidden({ message: "Only verified e-mail addresses of certain domains may sign in here, and yours is none" })
)

const noAccount = Effect.fail(
  new Forbidden({ message: "There is no account with your e-mail address: ask to be invited at it" })
)

const unverified = (label: string) =>
  Effect.fail(
    new Forbidden({
      message: `${label} does not tell an e-mail address of yours that is verified: verify it there, then sign in once more`
    })
  )

const somebodyElse = (label: string) =>
  Effect.fail(
    new Forbidden({ message: `Your address belongs to somebody else of ${label}: ask whoever runs this server` })
  )

/** @param error a code of OAuth 2 (RFC 6749, 4.1.2.1), or whatever stands in its place */
const denied = (label: string, error: string | null) =>
  Effect.fail(
    new Forbidden({
      message:
        error === "access_denied"
          ? `It was not allowed at ${label}`
          : `${label} did not sign you in${/^\w{1,40}$/.test(error ?? "") ? ` (${error})` : ""}: begin once more`
    })
  )
