/**
 * The port of OpenID Connect: the one provider that the operator of an installation has set up for everybody on it.
 * Adapter: `@octavo/oidc`.
 */
import { Data, type Effect } from "effect"
import { reference } from "../../kernel/shared/reference.ts"
import type { OidcRules } from "./rules.ts"

/** What a provider says of somebody, in an ID token that it signed for this service. */
export interface OidcClaims {
  /** The issuer's name for the person, which it gives to nobody else. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the address was shown to be theirs; `undefined` when the provider does not say. */
  readonly emailVerified: boolean | undefined
  readonly name: string | undefined
  /** Names of their groups, none when the provider names none; `undefined` when it has more than it tells. */
  readonly groups: ReadonlyArray<string> | undefined
}

/** The provider was not reached, or did not do what a provider does: in words for the person, and for the operator. */
export class OidcUnavailable extends Data.TaggedError("OidcUnavailable")<{
  readonly message: string
  readonly reason: string
}> {}

/** An answer that can't be believed. The message says why, for the person. */
export class OidcRefused extends Data.TaggedError("OidcRefused")<{ readonly message: string }> {}

/** What an answer is bound to: this request, this browser, this server. */
export interface OidcRequest {
  /** Where the provider sends the browser back to. */
  readonly redirectURI: string
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE (RFC 7636): 43 characters that only this server knows. */
  readonly verifier: string
}

export interface OidcProviderShape {
  /** The issuer: people are known by it together with `OidcClaims.subject`. */
  readonly issuer: string
  /** What people call it. */
  readonly label: string
  readonly rules: OidcRules
  /** The address at the provider that a browser is sent to. */
  readonly requestURL: (request: OidcRequest) => Effect.Effect<string, OidcUnavailable>
  /** Exchanges the code of an answer. @param answer the parameters that the browser came back with */
  readonly readAnswer: (
    answer: URLSearchParams,
    request: OidcRequest
  ) => Effect.Effect<OidcClaims, OidcRefused | OidcUnavailable>
  /** Where the session at the provider can be ended; `undefined` when it offers nothing. @param back where it leads then */
  readonly endURL: (back: string) => Effect.Effect<string | undefined, OidcUnavailable>
}

/** The provider of this installation; without one nobody signs in with OpenID Connect. */
export const OidcProvider = reference<OidcProviderShape | undefined>(
  "@octavo/core/people/oidc/OidcProvider",
  () => undefined
)
