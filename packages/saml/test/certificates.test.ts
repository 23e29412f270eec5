import { describe, expect, it } from "vitest"
import { certificateProblem, currentCertificates } from "../src/certificates.ts"
import { makeCertificate } from "../src/testing.ts"

const now = Date.now()
const days = (n: number) => new Date(now + n * 86_400_000)
const good = makeCertificate()
const other = makeCertificate()
const old = makeCertificate({ from: days(-30), until: days(-2) })
const bare = good.certificate.replace(/-----[^-]+-----/g, "").trim()

describe("A certificate", () => {
  it.each([
    ["PEM", good.certificate],
    ["PEM with text around it", `Bag Attributes\n  friendlyName: x\n${good.certificate}\n`],
    ["PEM on lines that end as on Windows", good.certificate.replaceAll("\n", "\r\n")],
    ["the bare base64 of metadata", bare],
    ["several, while a provider changes them", good.certificate + other.certificate]
  ])("is taken: %s", (_, text) => {
    expect(certificateProblem(text, now)).toBeUndefined()
  })

  it.each([
    ["no PEM", "not a certificate!", /^is no PEM/],
    ["base64 of something else", "aGVsbG8gd29ybGQ=", /can't be read$/],
    ["PEM that is cut", good.certificate.slice(0, 300), /^is no PEM/],
    ["PEM of something else", good.certificate.replaceAll("CERTIFICATE", "PUBLIC KEY"), /^is a public key in PEM/],
    ["a private key", good.key, /^holds a private key/],
    ["a certificate with its private key", good.certificate + good.key, /^holds a private key/],
    ["one that expired", old.certificate, /^expired on \d{4}-\d\d-\d\d$/],
    [
      "one of tomorrow",
      makeCertificate({ from: days(1), until: days(9) }).certificate,
      /^is not valid before \d{4}-\d\d-\d\d$/
    ],
    ["a small key", makeCertificate({ bits: 1024 }).certificate, /^has a key that is too small: 1024 bits/],
    ["a key of another kind", makeCertificate({ kind: "ec" }).certificate, /^has a key of the kind ec/],
    ["one of several", good.certificate + old.certificate, /^number 2 expired/],
    ["too many", good.certificate.repeat(11), /at most 10/]
  ])("is refused, with the reason: %s", (_, text, problem) => {
    expect(certificateProblem(text, now)).toMatch(problem)
  })

  it("is believed only while it is valid", () => {
    expect(currentCertificates(old.certificate + good.certificate, now)).toHaveLength(1)
    expect(currentCertificates(old.certificate, now)).toHaveLength(0)
  })
})
