/** What an assertion says, read from the bytes that were signed, and whether it was said to us, now. */

import { readEmail } from "@octavo/core/kernel/shared/email"
import type { SamlAssertion } from "@octavo/core/people/saml/SamlProtocol"
import type { SamlService } from "@octavo/core/people/saml/SamlProvider"
import { isSubject } from "@octavo/core/people/sign-in/subjects"
import { childrenOf, ShapeProblem, textOf } from "./shape.ts"

/** How far clocks may differ, in milliseconds. */
export const clockSkewMs = 60_000

const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

/** Names of attributes that hold an e-mail address: of Okta, Google, LDAP, eduPerson, and Microsoft. */
const emailNames = [
  "email",
  "mail",
  "emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
]
const nameNames = [
  "displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "name",
  "cn",
  "urn:oid:2.5.4.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"
]
const firstNames = [
  "givenname",
  "firstname",
  "urn:oid:2.5.4.42",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname"
]
const lastNames = [
  "sn",
  "surname",
  "lastname",
  "urn:oid:2.5.4.4",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname"
]

/** Characters of a provider's name for a person: 256 for lasting ones (SAML 2.0 Core, 8.3.7), more for those of directories. */
const longestSubject = 1024

const refuse = (message: string): never => {
  throw new ShapeProblem(message, false)
}

/** A time of an assertion, in milliseconds; `undefined` when it names none. */
const timeOf = (element: Element, name: string): number | undefined => {
  const text = element.getAttribute(name) ?? ""
  if (text === "") return undefined
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? refuse(`The assertion has a ${name} that is no time in UTC`) : at
}

const isNow = (element: Element, now: number): boolean => {
  const from = timeOf(element, "NotBefore")
  const end = timeOf(element, "NotOnOrAfter")
  return (from === undefined || from <= now + clockSkewMs) && (end === undefined || now < end + clockSkewMs)
}

const notOfTheFuture = (element: Element, name: string, now: number): void => {
  const at = timeOf(element, name)
  if (at !== undefined && at > now + clockSkewMs)
    refuse(`The assertion is of a time to come: the clocks differ (${name})`)
}

/** First values by name, in lower case. */
const attributesOf = (assertion: Element): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (const statement of childrenOf(assertion, "AttributeStatement")) {
    for (const attribute of childrenOf(statement, "Attribute")) {
      const value = textOf(childrenOf(attribute, "AttributeValue")[0])
      const name = (attribute.getAttribute("Name") ?? "").toLowerCase()
      if (value !== "" && !values.has(name)) values.set(name, value)
    }
  }
  return values
}

const pick = (attributes: ReadonlyMap<string, string>, names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => attributes.get(name.toLowerCase())).find((value) => value !== undefined)

/** @param assertion the root of what was signed */
export const readAssertion = (
  assertion: Element,
  { entityID }: { readonly entityID: string },
  service: SamlService,
  now: number
): SamlAssertion => {
  const id = assertion.getAttribute("ID") ?? ""
  if (!isSubject(id, 256)) refuse("The assertion has no ID")
  if (textOf(childrenOf(assertion, "Issuer")[0]) !== entityID) {
    refuse("The assertion comes from another provider: its Issuer is not the entityID that is set")
  }
  notOfTheFuture(assertion, "IssueInstant", now)
  const [conditions, ...others] = childrenOf(assertion, "Conditions")
  if (conditions === undefined || others.length > 0) return refuse("The assertion must have its Conditions once")
  if (!isNow(conditions, now)) refuse("The assertion is not valid now: it has expired, or the clocks differ")
  const restrictions = childrenOf(conditions, "AudienceRestriction")
  const forUs = (restriction: Element) =>
    childrenOf(restriction, "Audience").some((audience) => textOf(audience) === service.entityID)
  if (restrictions.length === 0 || !restrictions.every(forUs)) {
    refuse("The assertion is for another service: its Audience is not this one")
  }
  const [subject] = childrenOf(assertion, "Subject")
  if (subject === undefined) return refuse("The assertion names nobody")
  const confirmed = childrenOf(subject, "SubjectConfirmation")
    .filter((confirmation) => confirmation.getAttribute("Method") === bearer)
    .flatMap((confirmation) => childrenOf(confirmation, "SubjectConfirmationData"))
    .find(
      (data) =>
        data.getAttribute("Recipient") === service.acsURL &&
        timeOf(data, "NotOnOrAfter") !== undefined &&
        isNow(data, now)
    )
  if (confirmed === undefined) {
    return refuse("The assertion is not for this address and this time: Recipient or NotOnOrAfter do not fit")
  }
  for (const statement of childrenOf(assertion, "AuthnStatement")) {
    notOfTheFuture(statement, "AuthnInstant", now)
    const end = timeOf(statement, "SessionNotOnOrAfter")
    if (end !== undefined && end + clockSkewMs <= now) refuse("The session at the provider is over")
  }
  const nameId = childrenOf(subject, "NameID")[0]
  const named = textOf(nameId)
  const subjectName = named === "" || nameId?.getAttribute("Format") === transient ? undefined : named
  if (subjectName !== undefined && !isSubject(subjectName, longestSubject)) {
    return refuse(`The assertion names nobody: its NameID must be 1 to ${longestSubject} characters`)
  }
  const attributes = attributesOf(assertion)
  const given = [pick(attributes, firstNames), pick(attributes, lastNames)].filter((part) => part !== undefined)
  const inResponseTo = confirmed.getAttribute("InResponseTo") ?? ""
  return {
    id,
    inResponseTo: inResponseTo === "" ? undefined : inResponseTo,
    subject: subjectName,
    email: readEmail(pick(attributes, emailNames) ?? named),
    name: pick(attributes, nameNames) ?? (given.length === 0 ? undefined : given.join(" ")),
    notOnOrAfter: timeOf(confirmed, "NotOnOrAfter") ?? now
  }
}
