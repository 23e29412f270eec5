/**
 * The `OidcProvider` port on openid-client, which is certified by the OpenID Foundation. It is loaded, and the provider
 * asked about itself, when somebody signs in.
 */
import {
  type OidcProviderShape,
  OidcRefused,
  type OidcRequest,
  OidcUnavailable
} from "@octavo/core/people/oidc/OidcProvider"
import { Effect, Redacted } from "effect"
import { claimsProblem, isIncomplete, readClaims } from "./claims.ts"
import type { OidcConfig } from "./config.ts"
import { makeProviderFetch, Unreachable } from "./providerFetch.ts"

/** How far clocks may differ, in seconds. */
const clockSkewSeconds = 60
/** For one request to the provider, in seconds. */
const timeoutSeconds = 10
/** How long what a provider says of itself is believed, in milliseconds. */
const discoveryMs = 60 * 60_000

const discover = async ({ allowPrivateNetworks, clientId, clientSecret, issuer }: OidcConfig) => {
  const client = await import("openid-client")
  const configuration = await client.discovery(
    issuer,
    clientId,
    { [client.clockTolerance]: clockSkewSeconds },
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(Redacted.value(clientSecret)),
    {
      timeout: timeoutSeconds,
      [client.customFetch]: makeProviderFetch(allowPrivateNetworks ? undefined : issuer.host),
      // the signature of an ID token counts, not only the connection that it came by
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : [])
      ]
    }
  )
  return { client, configuration }
}

/** Whether a failure is of the way to the provider, or of the provider itself. */
const outageOf = (error: unknown): string | undefined => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unreachable) return at.message
    if ("code" in at && at.code === "OAUTH_TIMEOUT") return `did not answer within ${timeoutSeconds} seconds`
  }
  return undefined
}

/** What a refused answer is told, by the code that the library gives it. */
const refusals: Readonly<Record<string, string>> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "The ID token is for another service, another sign-in, or of another provider",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "The ID token is not valid now: it has expired, or the clocks differ"
}

export const make = (config: OidcConfig): OidcProviderShape => {
  const { groupsClaim, label, rules, scopes } = config
  let found: { readonly until: number; readonly made: ReturnType<typeof discover> } | undefined

  const provider = () => {
    if (found === undefined || found.until <= Date.now()) {
      const made = discover(config)
      found = { until: Date.now() + discoveryMs, made }
      // a provider that was away is asked again
      made.catch(() => {
        found = undefined
      })
    }
    return found.made
  }

  const away = (reason: string) =>
    new OidcUnavailable({ message: `${label} can't be used at the moment: try again in a while`, reason })
  const unavailable = (error: unknown): OidcUnavailable =>
    away(outageOf(error) ?? (error instanceof Error ? error.message : "does not answer as a provider does"))

  /** What became of an exchange that failed. */
  const verdict = ({ client }: Awaited<ReturnType<typeof discover>>, error: unknown): OidcRefused | OidcUnavailable => {
    if (error instanceof OidcRefused) return error
    if (outageOf(error) !== undefined) return unavailable(error)
    if (error instanceof client.ResponseBodyError) {
      return error.error === "invalid_grant"
        ? new OidcRefused({ message: `${label} does not take this code (any more): begin to sign in once more` })
        : away(`The provider does not accept this server (${error.error}): check client id and secret`)
    }
    const code = error instanceof client.ClientError ? (error.code ?? "") : ""
    return new OidcRefused({ message: refusals[code] ?? `The answer of ${label} can't be believed: begin once more` })
  }

  const read = async (
    ready: Awaited<ReturnType<typeof discover>>,
    answer: URLSearchParams,
    { nonce, redirectURI, state, verifier }: OidcRequest
  ) => {
    const { client, configuration } = ready
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectURI}?${answer}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true
    })
    const claims = tokens.claims()!
    const problem = claimsProblem(claims, Date.now() / 1000, clockSkewSeconds)
    if (problem !== undefined) throw new OidcRefused({ message: problem })
    const wanted = Object.keys(rules.groups).length === 0 ? undefined : groupsClaim
    const more =
      isIncomplete(claims, wanted) && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined
    // the library compares its sub; what is believed does not hang on that alone
    if (more !== undefined && more.sub !== claims.sub) {
      throw new OidcRefused({ message: `${label} tells of somebody else: begin once more` })
    }
    return readClaims(claims, more, groupsClaim)
  }

  return {
    issuer: config.issuer.href,
    label,
    rules,
    requestURL: ({ nonce, redirectURI, state, verifier }) =>
      Effect.tryPromise({
        try: async () => {
          const { client, configuration } = await provider()
          return client.buildAuthorizationUrl(configuration, {
            redirect_uri: redirectURI,
            scope: scopes,
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: "S256"
          }).href
        },
        catch: unavailable
      }),
    readAnswer: (answer, request) =>
      Effect.flatMap(Effect.tryPromise({ try: provider, catch: unavailable }), (ready) =>
        Effect.tryPromise({
          try: () => read(ready, answer, request),
          catch: (error) => verdict(ready, error)
        })
      ),
    endURL: (back) =>
      Effect.tryPromise({
        try: async () => {
          const { client, configuration } = await provider()
          if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
          return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href
        },
        catch: unavailable
      })
  }
}
