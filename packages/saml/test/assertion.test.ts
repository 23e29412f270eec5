import { DOMParser } from "@xmldom/xmldom"
import { expect, it } from "vitest"
import { readAssertion } from "../src/assertion.ts"

const base = "https://docs.example.com/app/~/saml/x"
const service = { entityID: base, acsURL: `${base}/acs`, startURL: `${base}/start` }
const now = Date.parse("2026-05-01T12:00:00Z")
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

const read = ({
  authenticated = at(-10),
  id = "_a",
  issued = at(-1),
  nameId = "ada",
  until = at(300)
}: {
  readonly authenticated?: string
  readonly id?: string
  readonly issued?: string
  readonly nameId?: string
  readonly until?: string
}) => {
  const xml = `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${issued}">
    <Issuer>https://idp.test/</Issuer>
    <Subject><NameID>${nameId}</NameID><SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
      <SubjectConfirmationData Recipient="${service.acsURL}" NotOnOrAfter="${until}"/></SubjectConfirmation></Subject>
    <Conditions NotBefore="${at(-60)}" NotOnOrAfter="${until}"><AudienceRestriction><Audience>${base}</Audience></AudienceRestriction></Conditions>
    <AuthnStatement AuthnInstant="${authenticated}"/>
  </Assertion>`
  const { documentElement } = new DOMParser().parseFromString(xml, "text/xml")
  return readAssertion(documentElement!, { entityID: "https://idp.test/" }, service, now)
}

it("An assertion of now is read", () => {
  expect(read({})).toMatchObject({ id: "_a", subject: "ada" })
  expect(read({ issued: at(50), authenticated: at(50), nameId: "x".repeat(1024) }).subject).toHaveLength(1024)
})

it.each([
  ["made tomorrow", { issued: at(86_400) }],
  ["of somebody who signs in tomorrow", { authenticated: at(61) }],
  ["with a time that is none", { issued: "9999-99-99T00:00:00Z" }],
  ["that is over", { until: at(-61) }],
  ["with an endless name", { nameId: "x".repeat(1025) }],
  ["with a name that no store keeps", { nameId: "a&#0;b" }],
  ["with half of a character", { nameId: "a&#xD800;b" }],
  ["with an ID that no store keeps", { id: "a&#0;b" }],
  ["with an endless ID", { id: "x".repeat(257) }]
])("An assertion is refused: %s", (_, how) => {
  expect(() => read(how)).toThrow(/assertion/)
})
