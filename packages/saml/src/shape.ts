/**
 * The shape of a response, looked at before any signature is: a document that could be read in two ways is refused as a
 * whole. What remains has one assertion, in its place, and signatures of the usual form.
 */
import { isBase64 } from "./base64.ts"
import { xmlProblem } from "./xmlBounds.ts"

const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#"

/** Bytes of XML; those of large providers have 20,000. */
const mostBytes = 256 * 1024

/** Elements of a signature; those with a chain of certificates have 20. */
const mostSignatureElements = 50

/** What is wrong with a response. `malformed`: it is none. */
export class ShapeProblem extends Error {
  readonly malformed: boolean
  constructor(message: string, malformed = true) {
    super(message)
    this.malformed = malformed
  }
}

/** The text of a `SAMLResponse`: base64 of XML in UTF-8, and of the plainest kind. */
export const decodeResponse = (encoded: string): string => {
  if (encoded.length > mostBytes * 1.5) throw new ShapeProblem("The response is too large")
  if (!isBase64(encoded)) throw new ShapeProblem("The response is not base64")
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.length > mostBytes) throw new ShapeProblem("The response is too large")
  let xml: string
  try {
    xml = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new ShapeProblem("The response is not text in UTF-8")
  }
  const problem = xmlProblem(xml)
  if (problem !== undefined) throw new ShapeProblem(problem)
  return xml
}

/** All elements below one, itself first, in the order of the document. */
function* elementsOf(root: Element): Generator<Element> {
  yield root
  for (let child = root.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 1) yield* elementsOf(child as Element)
  }
}

export const childrenOf = (element: Element, name: string, namespace = assertionNamespace): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType !== 1) continue
    const inner = child as Element
    if (inner.localName === name && inner.namespaceURI === namespace) found.push(inner)
  }
  return found
}

export const textOf = (element: Element | undefined): string => (element?.textContent ?? "").trim()

const signatures: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
])
const digests: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512"
])
const canonical = "http://www.w3.org/2001/10/xml-exc-c14n#"
const transforms: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  canonical,
  `${canonical}WithComments`
])
const canonicals: ReadonlySet<string> = new Set([
  canonical,
  `${canonical}WithComments`,
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
])

/** By element of a signature: the algorithms that it may name. */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: signatures,
  DigestMethod: digests,
  Transform: transforms,
  CanonicalizationMethod: canonicals
}

const shortName = (algorithm: string): string => algorithm.slice(algorithm.lastIndexOf("#") + 1).slice(0, 60)

const checkSignature = (signature: Element, allowed: ReadonlyArray<Element>): void => {
  if (!allowed.some((parent) => parent === signature.parentNode)) {
    throw new ShapeProblem("The response has a signature where none belongs", false)
  }
  let elements = 0
  for (const element of elementsOf(signature)) {
    if (++elements > mostSignatureElements) {
      throw new ShapeProblem("The response has a signature that holds too much", false)
    }
    if (element.namespaceURI !== signatureNamespace) continue
    if (element.localName === "Object") throw new ShapeProblem("The response has something inside a signature", false)
    const known = algorithms[element.localName ?? ""]
    const algorithm = element.getAttribute("Algorithm") ?? ""
    if (known !== undefined && !known.has(algorithm)) {
      throw new ShapeProblem(
        `The response is signed with ${shortName(algorithm)}, which is not accepted: have the provider sign with RSA and SHA-256`,
        false
      )
    }
  }
}

/** Codes of a status that people can do something about. */
const statuses: Readonly<Record<string, string>> = {
  AuthnFailed: "it could not tell who you are",
  NoPassive: "it would have had to ask you something",
  RequestDenied: "it did not let you in",
  InvalidNameIDPolicy: "it cannot name you as asked",
  Requester: "it did not understand the request",
  Responder: "it could not answer"
}

const checkStatus = (response: Element): void => {
  const [status] = childrenOf(response, "Status", protocolNamespace)
  const codes =
    status === undefined
      ? []
      : [...elementsOf(status)]
          .filter(({ localName }) => localName === "StatusCode")
          .map((code) => code.getAttribute("Value") ?? "")
          .map((value) => value.slice(value.lastIndexOf(":") + 1))
  if (codes[0] === "Success") return
  const known = codes.reverse().find((code) => Object.hasOwn(statuses, code))
  throw new ShapeProblem(
    `The provider did not sign you in: ${known === undefined ? "it says no more" : statuses[known]}`,
    false
  )
}

/** Refuses a document that is not one response with one assertion for `acsURL`. */
export const checkShape = (document: Document, acsURL: string): void => {
  const response = document.documentElement
  if (response === null || response.localName !== "Response" || response.namespaceURI !== protocolNamespace) {
    throw new ShapeProblem("This is no SAML response")
  }
  const destination = response.getAttribute("Destination") ?? ""
  if (destination !== "" && destination !== acsURL) {
    throw new ShapeProblem("The response is for another address", false)
  }
  const ids = new Set<string>()
  const assertions: Array<Element> = []
  const found: Array<Element> = []
  for (const element of elementsOf(response)) {
    for (const name of ["ID", "Id", "id"]) {
      const id = element.getAttribute(name) ?? ""
      if (id === "") continue
      if (ids.has(id)) throw new ShapeProblem("Two elements of the response have one ID", false)
      ids.add(id)
    }
    if (element !== response && element.localName === "Response") {
      throw new ShapeProblem("There is a response inside the response", false)
    }
    if (element.localName === "Assertion" || element.localName === "EncryptedAssertion") assertions.push(element)
    if (element.localName === "Signature") found.push(element)
  }
  if (assertions.length === 0) {
    checkStatus(response)
    throw new ShapeProblem("The response says nothing of anybody: it has no assertion", false)
  }
  const [assertion] = assertions
  if (assertions.length > 1 || assertion?.parentNode !== response) {
    throw new ShapeProblem("The response must have one assertion, at its top", false)
  }
  if (assertion.localName === "EncryptedAssertion") {
    throw new ShapeProblem("The assertion is encrypted: have the provider sign it, and not encrypt it", false)
  }
  if (assertion.namespaceURI !== assertionNamespace) throw new ShapeProblem("The assertion is not one of SAML 2.0")
  // each is canonicalized before it is checked: one for the response, and one for the assertion
  if (new Set(found.map(({ parentNode }) => parentNode)).size < found.length) {
    throw new ShapeProblem("The response has several signatures in one place", false)
  }
  for (const signature of found) checkSignature(signature, [response, assertion])
  checkStatus(response)
}
