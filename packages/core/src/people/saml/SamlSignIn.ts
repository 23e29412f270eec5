/**
 * Signing in with SAML: to the provider with a request, and back with its answer. A request carries who it was made
 * for, signed, so that nothing is kept for those who never come back; an answer is used up in the store, for all servers.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { domainOf, readEmail } from "../../kernel/shared/email.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { SignIns, signInSeconds } from "../sign-in/SignIns.ts"
import { SignInTrail } from "../sign-in/SignInTrail.ts"
import { SamlProtocol } from "./SamlProtocol.ts"
import { type SamlProviderRecord, samlService, samlStatus } from "./SamlProvider.ts"
import { SamlProviderStore } from "./SamlProviderStore.ts"

interface Request {
  readonly provider: string
  readonly browser: string
  readonly once: string
  readonly until: number
}

/** What becomes of an answer. */
export type SamlOutcome =
  | { readonly kind: "code"; readonly code: string }
  /** The provider began by itself: the same once more, begun here. */
  | { readonly kind: "unasked"; readonly startURL: string }

/** A provider that somebody can sign in with. */
export interface SamlOffer {
  readonly label: string
  /** Title of the organization. */
  readonly organization: string
  readonly startURL: string
}

export class SamlSignIn extends Context.Service<
  SamlSignIn,
  {
    /** Where a browser is sent, and the cookie that it keeps meanwhile. See `SignIns.begin`. */
    readonly start: (
      providerId: string,
      before: string | undefined,
      to: string
    ) => Effect.Effect<{ readonly location: string; readonly cookie: string }, NotFound | StorageError>
    /** Reads what a provider posted. `Invalid` for what is no answer at all, `Forbidden` for one that is not believed. */
    readonly accept: (
      providerId: string,
      response: string
    ) => Effect.Effect<SamlOutcome, NotFound | Invalid | Forbidden | StorageError>
    /**
     * What somebody of an address, or of an organization, can sign in with; for people who are nobody yet. A domain
     * counts where it is proven to be the organization's own.
     */
    readonly offers: (of: {
      readonly email: string | undefined
      readonly organization: string | undefined
    }) => Effect.Effect<ReadonlyArray<SamlOffer>, StorageError>
    /** What the provider needs to know of this service, as XML. */
    readonly metadata: (providerId: string) => Effect.Effect<string, NotFound | StorageError>
  }
>()("@octavo/core/people/saml/SamlSignIn") {
  static readonly layer = Layer.effect(
    SamlSignIn,
    Effect.gen(function* () {
      const store = yield* SamlProviderStore
      const protocol = yield* SamlProtocol
      const signIns = yield* SignIns
      const transaction = yield* Transaction
      const trail = yield* SignInTrail
      const instance = yield* Instance
      const key = yield* SigningKey

      const ready = Effect.fnUntraced(function* (providerId: string) {
        const provider = yield* store.find(providerId)
        if (provider === undefined || samlStatus(provider) !== "active") {
          return yield* NotFound.of("SAML provider", providerId)
        }
        return provider
      })

      const start = traced("SamlSignIn.start")(function* (providerId: string, before: string | undefined, to: string) {
        const provider = yield* ready(providerId)
        const { browser, cookie } = yield* signIns.begin(before, to)
        const until = (yield* Clock.currentTimeMillis) + signInSeconds * 1000
        const request: Request = { provider: providerId, browser, once: makeSecret(22), until }
        const location = yield* protocol.requestURL(provider, samlService(instance, providerId), {
          // an ID in XML begins with a letter or an underscore
          id: `_${signValue(key, "saml-request", request)}`,
          relayState: ""
        })
        return { location, cookie }
      })

      const read = Effect.fnUntraced(function* (provider: SamlProviderRecord, response: string) {
        const { id: providerId } = provider
        const service = samlService(instance, providerId)
        const now = yield* Clock.currentTimeMillis
        const assertion = yield* Effect.mapError(
          protocol.readResponse(provider, service, response, now),
          ({ malformed, message }) => (malformed ? new Invalid({ message }) : new Forbidden({ message }))
        )
        if (assertion.inResponseTo === undefined) {
          return { kind: "unasked", startURL: service.startURL } satisfies SamlOutcome
        }
        const request = assertion.inResponseTo.startsWith("_")
          ? (verifyValue(key, "saml-request", assertion.inResponseTo.slice(1)) as Request | undefined)
          : undefined
        if (request === undefined || request.provider !== providerId || request.until <= now) return yield* notOurs
        const { organizationId } = provider
        const code = yield* transaction.run(
          Effect.gen(function* () {
            yield* signIns.useOnce("saml-request", request.once, request.until)
            // longer than the request none of its answers is believed
            const until = Math.min(assertion.notOnOrAfter, request.until) + overlapMs
            yield* signIns.useOnce(`saml ${providerId}`, assertion.id, until)
            return yield* signIns.prove(
              {
                organizationId,
                providerId,
                subject: assertion.subject,
                email: assertion.email,
                name: assertion.name,
                newcomers: { role: provider.defaultRole, team: provider.defaultTeam }
              },
              request.browser
            )
          })
        )
        return { kind: "code", code } satisfies SamlOutcome
      })

      const accept = traced("SamlSignIn.accept")(function* (providerId: string, response: string) {
        const provider = yield* ready(providerId)
        const { label, organizationId } = provider
        return yield* read(provider, response).pipe(
          Effect.tapErrorTag("Forbidden", ({ message }) =>
            trail.refused({ with: "saml", reason: message, of: { organizationId, providerId, label } })
          )
        )
      })

      const metadata = traced("SamlSignIn.metadata")(function* (providerId: string) {
        // of one that is not set up yet too: it is what the provider is set up with
        const provider = yield* store.find(providerId)
        if (provider === undefined) return yield* NotFound.of("SAML provider", providerId)
        return yield* protocol.metadata(samlService(instance, providerId))
      })

      const offers = traced("SamlSignIn.offers")(function* ({
        email,
        organization
      }: {
        readonly email: string | undefined
        readonly organization: string | undefined
      }) {
        const address = email === undefined ? undefined : readEmail(email)
        if (address === undefined && organization === undefined) return []
        const found = yield* store.offered({
          ...ifDefined(address, (email) => ({ domain: domainOf(email) })),
          ...defined({ organization })
        })
        return found.map(({ id, label, organization }) => ({
          label,
          organization,
          startURL: samlService(instance, id).startURL
        }))
      })

      return SamlSignIn.of({ start, accept, offers, metadata })
    })
  )
}

/** Longer than clocks may differ: an answer is remembered until nobody believes it. */
const overlapMs = 10 * 60_000

const notOurs = Effect.fail(
  new Forbidden({ message: "This answers no request of ours, or one that is too old: begin to sign in once more" })
)
