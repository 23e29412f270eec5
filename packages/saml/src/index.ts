/**
 * The `SamlProtocol` port on node-saml, which checks the signatures. Around it: one shape of response is let through to
 * it (`shape.ts`), and what was signed is read once more for whom and when it is for (`assertion.ts`). The libraries
 * are loaded when somebody signs in.
 */
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { SamlProtocol, SamlRefused } from "@octavo/core/people/saml/SamlProtocol"
import type { SamlProviderRecord, SamlService } from "@octavo/core/people/saml/SamlProvider"
import { Effect, Layer } from "effect"
import { clockSkewMs, readAssertion } from "./assertion.ts"
import { certificateProblem, currentCertificates } from "./certificates.ts"
import { checkShape, decodeResponse, ShapeProblem } from "./shape.ts"

type Provider = Pick<SamlProviderRecord, "ssoURL" | "entityID" | "certificate">

const libraries = async () => {
  const [{ SAML, ValidateInResponseTo }, { DOMParser }] = await Promise.all([
    import("@node-saml/node-saml"),
    import("@xmldom/xmldom")
  ])
  const parse = (xml: string) => {
    const wrong = () => {
      throw new ShapeProblem("The response is not well-formed XML")
    }
    const document = new DOMParser({ errorHandler: { warning: wrong, error: wrong, fatalError: wrong } })
    return document.parseFromString(xml, "text/xml")
  }
  const samlOf = (
    service: SamlService,
    provider: { readonly ssoURL: string; readonly certificates: ReadonlyArray<string> },
    id?: string
  ) =>
    new SAML({
      callbackUrl: service.acsURL,
      issuer: service.entityID,
      audience: service.entityID,
      entryPoint: provider.ssoURL,
      idpCert: [...provider.certificates],
      // whichever of the two is signed holds the assertion; an answer without either is refused
      wantAuthnResponseSigned: false,
      wantAssertionsSigned: false,
      acceptedClockSkewMs: clockSkewMs,
      signatureAlgorithm: "sha256",
      // requests are told apart by the store, for all servers
      validateInResponseTo: ValidateInResponseTo.never,
      // the provider decides how it names people, and how it asks them
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      ...ifDefined(id, (known) => ({ generateUniqueId: () => known }))
    })
  return { parse, samlOf }
}

const certificateOutdated = "The certificate of the provider has expired: an admin of the organization must replace it"

const read = async (provider: Provider, service: SamlService, response: string, now: number) => {
  const xml = decodeResponse(response)
  const { parse, samlOf } = await libraries()
  checkShape(parse(xml), service.acsURL)
  const certificates = currentCertificates(provider.certificate, now)
  if (certificates.length === 0) throw new ShapeProblem(certificateOutdated, false)
  const { profile } = await samlOf(service, { ssoURL: provider.ssoURL, certificates }).validatePostResponseAsync({
    SAMLResponse: response
  })
  const signed = profile?.getAssertionXml?.()
  const assertion = signed === undefined ? null : parse(signed).documentElement
  if (assertion === null) throw new ShapeProblem("The response is not signed", false)
  return readAssertion(assertion, provider, service, now)
}

/** What is said of a refusal of the library. */
const wordsOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  return /signature/i.test(message)
    ? "The response is not signed with the certificate of the provider, or was changed on the way"
    : /audience/i.test(message)
      ? "The assertion is for another service: its Audience is not this one"
      : /expired|not yet valid|confirmation/i.test(message)
        ? "The assertion is not valid now: it has expired, or the clocks differ"
        : "The response can't be believed"
}

export const layer: Layer.Layer<SamlProtocol> = Layer.succeed(
  SamlProtocol,
  SamlProtocol.of({
    certificateProblem,
    requestURL: (provider, service, { id, relayState }) =>
      Effect.promise(async () => {
        const { samlOf } = await libraries()
        const saml = samlOf(service, { ssoURL: provider.ssoURL, certificates: [provider.certificate] }, id)
        return saml.getAuthorizeUrlAsync(relayState, undefined, {})
      }),
    readResponse: (provider, service, response, now) =>
      Effect.tryPromise({
        try: () => read(provider, service, response, now),
        catch: (error) =>
          error instanceof ShapeProblem
            ? new SamlRefused({ message: error.message, malformed: error.malformed })
            : new SamlRefused({ message: wordsOf(error), malformed: false })
      }),
    metadata: (service) =>
      Effect.promise(async () => {
        const { samlOf } = await libraries()
        // the library wants a certificate to be made, and none to tell the metadata
        return samlOf(service, { ssoURL: service.entityID, certificates: ["-"] }).generateServiceProviderMetadata(
          null,
          null
        )
      })
  })
)
