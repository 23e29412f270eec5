/** Certificates of identity providers that there are none of, for tests. */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto"

const tlv = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: ReadonlyArray<Uint8Array>) => tlv(0x30, ...parts)
/** ASN.1 GeneralizedTime. */
const time = (at: Date) => tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+/g, "")}`))

const commonName = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03])
const rsaSha256 = Buffer.from("06092a864886f70d01010b0500", "hex")
const ecdsaSha256 = Buffer.from("06082a8648ce3d040302", "hex")

export interface MadeCertificate {
  /** PEM. */
  readonly certificate: string
  /** PEM (PKCS #8). */
  readonly key: string
}

/** A self-signed certificate (RFC 5280) with a new key. */
export const makeCertificate = ({
  bits = 2048,
  from = new Date(Date.now() - 3_600_000),
  kind = "rsa",
  name = "Identity provider",
  until = new Date(Date.now() + 86_400_000)
}: {
  readonly bits?: number
  readonly from?: Date
  readonly kind?: "rsa" | "ec"
  readonly name?: string
  readonly until?: Date
} = {}): MadeCertificate => {
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } =
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: bits })
      : generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(kind === "rsa" ? rsaSha256 : ecdsaSha256)
  const who = sequence(tlv(0x31, sequence(commonName, tlv(0x0c, Buffer.from(name)))))
  const body = sequence(
    tlv(0x02, Buffer.from([1])),
    algorithm,
    who,
    sequence(time(from), time(until)),
    who,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = createSign("sha256").update(body).sign(privateKey)
  const der = sequence(body, algorithm, tlv(0x03, Buffer.from([0]), signature))
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n")
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  }
}
