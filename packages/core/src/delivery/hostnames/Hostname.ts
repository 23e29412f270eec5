/** Custom hostnames: names of others' domains under which sites are served. As the store keeps and the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { Text } from "../../kernel/shared/text.ts"

/** What the contract can say of a hostname. TLS ends in front of Octavo: the `ssl_` ones are not used here. */
export const HostnameStatus = Schema.Literals([
  "live",
  "dns_passed",
  "dns_wrong_cname",
  "dns_no_cname",
  "dns_cloudflare_proxied",
  "dns_wrong_caa",
  "ssl_unknown",
  "ssl_pending",
  "ssl_failed",
  "ssl_retry_expired",
  "invalid_domain",
  "internal_error"
])
export type HostnameStatus = typeof HostnameStatus.Type

/** A custom hostname in a body: at least three labels, in lower-case ASCII. */
export const HostnameText = Text(0, 512).check(
  Schema.isPattern(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/u, {
    expected: "a host name of at least three parts in lower-case ASCII letters (xn-- for others), like docs.example.com"
  })
)

export interface HostnameRecord {
  readonly hostname: string
  readonly organizationId: string
  /** The site that is served there; `null` once it was given up. */
  readonly siteId: string | null
  /** What the domain's owner puts into its DNS records: 26 letters of 36, new for every organization. */
  readonly token: string
  /** `null` before the first check. */
  readonly status: HostnameStatus | null
  /** What the last check found wrong. */
  readonly problem: string | null
  /** The site is served there. */
  readonly isActive: boolean
  /** Checks in a row that found the records wrong. */
  readonly failures: number
  /** Grows with every change: what was decided on an older state is not written. */
  readonly sequence: number
  readonly createdAt: string
  /** When its records were last found right. */
  readonly provenAt: string | null
  readonly checkedAt: string | null
  /** `null` once it was given up. */
  readonly nextCheckAt: string | null
  readonly releasedAt: string | null
}

/** A DNS record that the domain's owner makes. */
const DnsRecord = Schema.Struct({ type: Schema.Literal("CNAME"), name: Schema.String, value: Schema.String })

/** A custom hostname, as the API shows it. */
export const CustomHostname = Schema.Struct({
  object: Schema.Literal("custom-hostname"),
  hostname: Schema.String,
  target: Schema.Struct({ type: Schema.Literal("site"), site: Schema.String }),
  isActive: Schema.Boolean,
  status: Schema.optionalKey(HostnameStatus),
  problem: Schema.optionalKey(Schema.String),
  checkedAt: Schema.optionalKey(Schema.String),
  nextCheckAt: Schema.optionalKey(Schema.String),
  /** One of them proves whose the domain is; the second one also leads visitors here. */
  records: Schema.Struct({ proof: DnsRecord, address: DnsRecord }),
  urls: Schema.Struct({ location: Schema.String, published: Schema.optionalKey(Schema.String) })
}).annotate({ identifier: "CustomHostname" })
export type CustomHostname = typeof CustomHostname.Type

/** The host that custom hostnames are pointed to, without a port. */
export const targetHost = (instance: InstanceConfig): string =>
  instance.hostnameTarget ??
  (instance.siteHost === undefined ? new URL(instance.publicUrl).hostname : instance.siteHost.replace(/:\d+$/, ""))

/** Where the proof stands that is not the address itself. */
export const proofName = (hostname: string): string => `_octavo.${hostname}`

/** What a CNAME record of the domain must lead to for this organization. */
export const proofValue = (instance: InstanceConfig, token: string): string => `${token}.${targetHost(instance)}`

export const toCustomHostname = (
  instance: InstanceConfig,
  record: HostnameRecord & { readonly siteId: string }
): CustomHostname => ({
  object: "custom-hostname",
  hostname: record.hostname,
  target: { type: "site", site: record.siteId },
  isActive: record.isActive,
  ...present({
    status: record.status,
    problem: record.problem,
    checkedAt: record.checkedAt,
    nextCheckAt: record.nextCheckAt
  }),
  records: {
    proof: { type: "CNAME", name: proofName(record.hostname), value: proofValue(instance, record.token) },
    address: { type: "CNAME", name: record.hostname, value: targetHost(instance) }
  },
  urls: { location: location(instance, `/custom-hostnames/${record.hostname}`) }
})
