/** The port of SAML 2.0 itself: certificates, requests, and answers that are believed only where they are signed. */
import { Context, type Effect, Schema } from "effect"
import type { SamlProviderRecord, SamlService } from "./SamlProvider.ts"

/** What a provider says of somebody, from what it signed and nothing else. */
export interface SamlAssertion {
  /** Unique at its provider. */
  readonly id: string
  /** The request that it answers; absent when the provider began by itself. */
  readonly inResponseTo: string | undefined
  /** The provider's name for the person, which it gives to nobody else; absent when it is a new one each time. */
  readonly subject: string | undefined
  readonly email: string | undefined
  readonly name: string | undefined
  /** When it must not be believed any more: milliseconds since 1970. */
  readonly notOnOrAfter: number
}

/** Not a response that can be believed. `malformed`: it is not even one. The message says why, for the person. */
export class SamlRefused extends Schema.TaggedError<SamlRefused>()("SamlRefused", {
  message: Schema.String,
  malformed: Schema.Boolean
}) {}

type Provider = Pick<SamlProviderRecord, "ssoURL" | "entityID" | "certificate">

export class SamlProtocol extends Context.Service<
  SamlProtocol,
  {
    /** Why signatures cannot be checked with this text; `undefined` when they can. @param now ms since 1970 */
    readonly certificateProblem: (certificate: string, now: number) => string | undefined
    /** The address at the provider that a browser is sent to (HTTP-Redirect binding). */
    readonly requestURL: (
      provider: Provider,
      service: SamlService,
      request: { readonly id: string; readonly relayState: string }
    ) => Effect.Effect<string>
    /** Reads a `SAMLResponse` (HTTP-POST binding) for this service. @param now ms since 1970 */
    readonly readResponse: (
      provider: Provider,
      service: SamlService,
      response: string,
      now: number
    ) => Effect.Effect<SamlAssertion, SamlRefused>
    /** What a provider needs to know of this service, as XML. */
    readonly metadata: (service: SamlService) => Effect.Effect<string>
  }
>()("@octavo/core/people/saml/SamlProtocol") {}
