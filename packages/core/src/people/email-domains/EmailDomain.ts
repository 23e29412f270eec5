/** E-mail domains of an organization, and how they are proven to be its own. As the store keeps and the API shows them. */
import { Schema } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { deriveSecret } from "../../kernel/shared/signature.ts"

/** Who says that the domain is the organization's: its DNS, or whoever runs this installation. */
export const ProvenBy = Schema.Literals(["dns", "operator"])
export type ProvenBy = typeof ProvenBy.Type

/** That a domain is an organization's. Without such a record nobody has shown it. */
export interface DomainProof {
  readonly organizationId: string
  readonly domain: string
  readonly by: ProvenBy
  readonly provenAt: string
  /** Checks in a row that did not find the DNS record. */
  readonly failures: number
  /** When the DNS is asked again; `null` for what the operator says. */
  readonly nextCheckAt: string | null
}

/** A TXT record that the domain's owner makes. */
const DnsRecord = Schema.Struct({ type: Schema.Literal("TXT"), name: Schema.String, value: Schema.String })

/** One of `emailDomains` of an organization, as the API shows it. */
export const EmailDomain = Schema.Struct({
  object: Schema.Literal("email-domain"),
  domain: Schema.String,
  /** People with an address of it are offered the organization's sign-in providers. */
  proven: Schema.Boolean,
  provenBy: Schema.optionalKey(ProvenBy),
  provenAt: Schema.optionalKey(Schema.String),
  /** The DNS record that proves it. */
  record: DnsRecord
}).annotate({ identifier: "EmailDomain" })
export type EmailDomain = typeof EmailDomain.Type

/** Where the proof of a domain stands. */
export const proofName = (domain: string): string => `_octavo-sign-in.${domain}`

/** What stands there for this organization: nobody else can make it, and it proves nothing for another one. */
export const proofValue = (key: Uint8Array, organizationId: string, domain: string): string =>
  `octavo-sign-in=${deriveSecret(key, "sign-in domain", `${organizationId} ${domain}`)}`

export const toEmailDomain = (
  key: Uint8Array,
  organizationId: string,
  domain: string,
  proof: DomainProof | undefined
): EmailDomain => ({
  object: "email-domain",
  domain,
  proven: proof !== undefined,
  ...defined({ provenBy: proof?.by, provenAt: proof?.provenAt }),
  record: { type: "TXT", name: proofName(domain), value: proofValue(key, organizationId, domain) }
})
