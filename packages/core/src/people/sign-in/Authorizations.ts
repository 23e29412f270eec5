/**
 * API tokens for programs on somebody's own machine (`octavo login`): OAuth 2 with an authorization code and PKCE
 * (RFC 7636), for a loopback address or a code that is copied by hand (RFC 8252). Whoever has a session says yes in the
 * browser; the program exchanges the code that it gets for a token.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Forbidden, Invalid, type NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { SigningKey, sameText, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../permissions/Access.ts"
import type { Token } from "../users/User.ts"
import { Users } from "../users/Users.ts"
import { Sessions } from "./Sessions.ts"
import { SignIns } from "./SignIns.ts"

/** How long a program's token lives, in days. */
export const programTokenDays = 90
const codeSeconds = 120

/** In the place of an address: the code is shown, to be copied. */
export const byHand = "urn:ietf:wg:oauth:2.0:oob"

/** What a program asks for. */
export interface AuthorizationRequest {
  /** A loopback address, or `byHand`. */
  readonly redirectURI: string
  /** SHA-256 of the program's verifier, in base64url. */
  readonly challenge: string
  readonly state: string
  /** What the program says that it is: shown, and the label of the token. */
  readonly client: string
}

interface Code {
  /** The session that said yes, as the store names it. */
  readonly session: string
  readonly redirect: string
  readonly challenge: string
  readonly client: string
  readonly once: string
  readonly until: number
}

/** Where a program listens; the port is looked at besides. */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/[\w/-]{0,100}$/

/** The request in the parameters of an address or a form; `undefined` for what is none. */
export const readAuthorization = (parameters: URLSearchParams): AuthorizationRequest | undefined => {
  const of = (name: string) => parameters.get(name) ?? ""
  const [redirectURI, challenge, state] = [of("redirect_uri"), of("code_challenge"), of("state")]
  const client = [
    ...of("client")
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim()
  ]
    .slice(0, 50)
    .join("")
  const asked =
    of("response_type") === "code" &&
    of("code_challenge_method") === "S256" &&
    /^[\w-]{43}$/.test(challenge) &&
    /^[\w-]{0,128}$/.test(state) &&
    (redirectURI === byHand || (loopback.test(redirectURI) && URL.canParse(redirectURI)))
  return asked ? { redirectURI, challenge, state, client: client === "" ? "A program" : client } : undefined
}

export class Authorizations extends Context.Service<
  Authorizations,
  {
    /** The caller says yes: a code for the program, good once and for two minutes. Not for narrowed tokens' sessions. */
    readonly grant: (request: AuthorizationRequest) => Effect.Effect<string, Forbidden, CurrentActor>
    /**
     * A token in exchange for a code, for who has the verifier, while the session is there that said yes; it ends after
     * `programTokenDays`, and with the token or the provider that the session began with.
     */
    readonly exchange: (given: {
      readonly code: string
      readonly verifier: string
      readonly redirectURI: string
    }) => Effect.Effect<Token & { readonly token: string }, Forbidden | Invalid | NotFound | StorageError>
  }
>()("@octavo/core/people/sign-in/Authorizations") {
  static readonly layer = Layer.effect(
    Authorizations,
    Effect.gen(function* () {
      const access = yield* Access
      const users = yield* Users
      const signIns = yield* SignIns
      const sessions = yield* Sessions
      const transaction = yield* Transaction
      const key = yield* SigningKey

      const grant = traced("Authorizations.grant")(function* (request: AuthorizationRequest) {
        yield* access.scope("user.tokens")
        const actor = yield* CurrentActor
        if (actor.kind !== "user" || actor.session === undefined) {
          return yield* new Forbidden({ message: "This needs a session of a person" })
        }
        const now = yield* Clock.currentTimeMillis
        return signValue(key, "program-code", {
          session: actor.session,
          redirect: request.redirectURI,
          challenge: request.challenge,
          client: request.client,
          once: makeSecret(22),
          until: now + codeSeconds * 1000
        } satisfies Code)
      })

      const exchange = traced("Authorizations.exchange")(function* ({
        code: signed,
        redirectURI,
        verifier
      }: {
        readonly code: string
        readonly verifier: string
        readonly redirectURI: string
      }) {
        const now = yield* Clock.currentTimeMillis
        const code = verifyValue(key, "program-code", signed) as Code | undefined
        if (code === undefined || code.until <= now || code.redirect !== redirectURI) return yield* notThisCode
        if (!/^[\w.~-]{43,128}$/.test(verifier) || !sameText(challengeOf(verifier), code.challenge)) {
          return yield* notThisCode
        }
        // who said yes still may: the session is not over, nor is what it began with
        const actor = yield* Effect.catchTag(sessions.resumeByHash(code.session), "Unauthorized", () => signedOut)
        if (actor.kind !== "user") return yield* notThisCode
        const end = Math.min(
          now + programTokenDays * 86_400_000,
          actor.endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(actor.endsAt)
        )
        return yield* transaction.run(
          Effect.andThen(
            signIns.useOnce("program-code", code.once, code.until),
            users
              .createToken(actor.userId, { label: code.client, expiresAt: new Date(end).toISOString() })
              .pipe(Effect.provideService(CurrentActor, actor))
          )
        )
      })

      return Authorizations.of({ grant, exchange })
    })
  )
}

/** What of a verifier travels ahead (RFC 7636, S256). */
const challengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(verifier))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

const signedOut = Effect.fail(
  new Invalid({ message: "The session that allowed this is over: sign in, and begin once more" })
)

const notThisCode = Effect.fail(
  new Invalid({ message: "This code is not complete, is too old, or is another program's: begin to sign in once more" })
)
