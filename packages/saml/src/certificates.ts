/** Certificates of providers: what is in the text, and whether signatures can be checked with it. */
import { X509Certificate } from "node:crypto"
import { isBase64 } from "./base64.ts"

/** RSA keys below this are within reach of attackers (NIST SP 800-131A). */
const smallestKey = 2048
const mostCertificates = 10

class Unreadable extends Error {}

/** What stands between lines of PEM that belong together. The lines are found in one pass, and each is looked at once. */
export const blocksOf = (text: string): ReadonlyArray<{ readonly label: string; readonly body: string }> => {
  const lines = [...text.matchAll(/-----(BEGIN|END) ([A-Z0-9 ]{1,64})(?=-----)/g)].map(
    ({ 0: line, 1: which, 2: label = "", index }) => ({
      begins: which === "BEGIN",
      label,
      at: index,
      length: line.length
    })
  )
  /** Where blocks end that begin at a place. */
  const ends = new Map<number, { readonly body: string; readonly after: number }>()
  const ahead = new Map<string, ReadonlyArray<number>>()
  for (const { at, begins, label, length } of lines.toReversed()) {
    const [first, second] = ahead.get(label) ?? []
    if (begins) {
      const from = at + length + 5
      // the dashes of one line are not those of the next
      const end = first !== undefined && first < from ? second : first
      if (end !== undefined) ends.set(at, { body: text.slice(from, end), after: end + length + 3 })
    } else ahead.set(label, [at, ...(first === undefined ? [] : [first])])
  }
  const blocks: Array<{ readonly label: string; readonly body: string }> = []
  let done = 0
  for (const { at, label } of lines) {
    const found = at < done ? undefined : ends.get(at)
    if (found === undefined) continue
    blocks.push({ label, body: found.body })
    done = found.after
  }
  return blocks
}

/** The certificates of a text: PEM, or the bare base64 that stands in metadata. Throws `Unreadable` with the reason. */
const parse = (text: string): ReadonlyArray<X509Certificate> => {
  if (text.includes("PRIVATE KEY-----")) {
    throw new Unreadable("holds a private key: replace that key, and send the certificate alone")
  }
  const blocks = blocksOf(text)
  const found = blocks.length > 0 ? blocks : isBase64(text) ? [{ label: "CERTIFICATE", body: text }] : []
  if (found.length === 0) throw new Unreadable("is no PEM: it must begin with -----BEGIN CERTIFICATE-----")
  if (found.length > mostCertificates) throw new Unreadable(`must be at most ${mostCertificates} certificates`)
  return found.map(({ body, label }) => {
    if (!/^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label)) {
      throw new Unreadable(`is a ${label.toLowerCase()} in PEM: a certificate is needed`)
    }
    try {
      return new X509Certificate(Buffer.from(body.replace(/\s+/g, ""), "base64"))
    } catch {
      throw new Unreadable("is no PEM certificate: what it holds can't be read")
    }
  })
}

const keyProblem = ({ publicKey }: X509Certificate): string | undefined => {
  if (publicKey.asymmetricKeyType !== "rsa") {
    return `has a key of the kind ${publicKey.asymmetricKeyType ?? "unknown"}: signatures are checked with RSA keys`
  }
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < smallestKey
    ? `has a key that is too small: ${bits} bits, at least ${smallestKey} are needed`
    : undefined
}

const timeProblem = ({ validFromDate, validToDate }: X509Certificate, now: number): string | undefined =>
  validToDate.getTime() < now
    ? `expired on ${validToDate.toISOString().slice(0, 10)}`
    : validFromDate.getTime() > now
      ? `is not valid before ${validFromDate.toISOString().slice(0, 10)}`
      : undefined

/** Why signatures cannot be checked with this text; `undefined` when they can. @param now ms since 1970 */
export const certificateProblem = (text: string, now: number): string | undefined => {
  try {
    const certificates = parse(text)
    const problems = certificates.map((certificate) => keyProblem(certificate) ?? timeProblem(certificate, now))
    const at = problems.findIndex((problem) => problem !== undefined)
    if (at < 0) return undefined
    return certificates.length === 1 ? problems[at] : `number ${at + 1} ${problems[at]}`
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
}

/** Those that can be believed now, as PEM. */
export const currentCertificates = (text: string, now: number): ReadonlyArray<string> =>
  parse(text)
    .filter((certificate) => keyProblem(certificate) === undefined && timeProblem(certificate, now) === undefined)
    .map((certificate) => certificate.toString())
