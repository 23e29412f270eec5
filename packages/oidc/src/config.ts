/** What an operator says of a provider, and what of it cannot be used. */

import { Role } from "@octavo/core/kernel/shared/roles"
import { GroupMapping, type OidcRules } from "@octavo/core/people/oidc/rules"
import { Redacted, Schema } from "effect"

export interface OidcConfig {
  readonly issuer: URL
  readonly clientId: string
  /** Without one the service is a public client, which PKCE alone protects. */
  readonly clientSecret: Redacted.Redacted | undefined
  readonly scopes: string
  readonly label: string
  /** Name of the claim that holds the names of groups, or a path to it with dots. */
  readonly groupsClaim: string
  readonly rules: OidcRules
  /** Lets requests reach private networks on other hosts than the issuer's, which is the operator's own word. */
  readonly allowPrivateNetworks: boolean
}

/** The settings of an installation that are about its provider, as texts. */
export interface OidcSettings {
  /** The OpenID Connect provider that people sign in with; without the issuer there is none. */
  readonly oidcIssuer?: string | undefined
  readonly oidcClientId?: string | undefined
  readonly oidcClientSecret?: string | Redacted.Redacted | undefined
  readonly oidcScopes?: string | undefined
  readonly oidcLabel?: string | undefined
  /** `example.com,example.org`; all when left out. */
  readonly oidcDomains?: string | undefined
  readonly oidcTrustEmails?: boolean | undefined
  /** Id of the organization that people join. */
  readonly oidcOrganization?: string | undefined
  /** A role, or `guest`; `read` when left out. */
  readonly oidcRole?: string | undefined
  readonly oidcGroupsClaim?: string | undefined
  /** What groups give, as JSON. */
  readonly oidcGroups?: string | undefined
  readonly allowPrivateNetworks?: boolean | undefined
}

/** What is asked for, unless told otherwise. */
const defaultScopes = "openid email profile"

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)

/** Is told the name of a setting that cannot be used, and why. */
type Refuse = (setting: keyof OidcSettings, problem: string) => void

/**
 * The provider of the settings; `undefined` without one, and where some of them cannot be used.
 * @param refuse is told of each that cannot
 */
export const readOidcConfig = (given: OidcSettings, refuse: Refuse): OidcConfig | undefined => {
  const { oidcIssuer, oidcOrganization } = given
  if (oidcIssuer === undefined) {
    if (given.oidcClientId !== undefined) {
      refuse("oidcIssuer", "is needed with a client id: where the provider is, like https://login.example.com")
    }
    return undefined
  }
  const issuer = readIssuer(oidcIssuer, refuse)
  const { oidcClientId, oidcClientSecret } = given
  if (oidcClientId === undefined) {
    refuse("oidcClientId", "is needed: the id that the provider has given to this server")
  }
  const scopes = (given.oidcScopes ?? defaultScopes).trim().split(/\s+/)
  if (!scopes.includes("openid")) refuse("oidcScopes", "must hold openid")
  const groups = readGroups(given.oidcGroups, refuse)
  if (groups !== undefined && Object.keys(groups).length > 0 && oidcOrganization === undefined) {
    refuse("oidcOrganization", "is needed with groups: they say what people are in it")
  }
  const domains = (given.oidcDomains ?? "")
    .split(",")
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== "")
  if (!domains.every((domain) => /^[^\s@,][^\s@,.]*\.[^\s@,]+$/.test(domain))) {
    refuse("oidcDomains", "must be domains with commas between them, like example.com,example.org")
  }
  const role = readRole(given.oidcRole ?? "read", refuse)
  if (issuer === undefined || oidcClientId === undefined || groups === undefined || role === undefined) return undefined
  return {
    issuer,
    clientId: oidcClientId,
    clientSecret: typeof oidcClientSecret === "string" ? Redacted.make(oidcClientSecret) : oidcClientSecret,
    scopes: scopes.join(" "),
    label: given.oidcLabel ?? issuer.hostname,
    groupsClaim: given.oidcGroupsClaim ?? "groups",
    allowPrivateNetworks: given.allowPrivateNetworks ?? false,
    rules: {
      organization: oidcOrganization,
      role,
      domains,
      trustsEmails: given.oidcTrustEmails ?? false,
      groups
    }
  }
}

const readIssuer = (text: string, refuse: Refuse): URL | undefined => {
  const issuer = URL.parse(text)
  const problem =
    issuer === null || issuer.search !== "" || issuer.hash !== "" || issuer.username !== "" || issuer.password !== ""
      ? "must be like https://login.example.com/realm, without a name, a password and a query"
      : issuer.protocol !== "https:" && !(issuer.protocol === "http:" && isLoopback(issuer.hostname))
        ? "must begin with https://, unless it is on this machine"
        : issuer.hostname === "login.microsoftonline.com" &&
            /^\/(?:common|organizations|consumers)\//.test(issuer.pathname)
          ? "must name your own tenant: anybody can make another, and say anything about addresses"
          : undefined
  if (problem === undefined) return issuer!
  refuse("oidcIssuer", problem)
  return undefined
}

/** `null` is a guest. */
const readRole = (text: string, refuse: Refuse): Role | null | undefined => {
  if (text === "guest") return null
  if (Schema.is(Role)(text)) return text
  refuse("oidcRole", `must be guest, ${roles}`)
  return undefined
}

const roles = "read, comment, edit, review, create or admin"

const readGroups = (text: string | undefined, refuse: Refuse): GroupMapping | undefined => {
  if (text === undefined) return {}
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    refuse("oidcGroups", 'must be JSON, like {"writers":{"role":"edit","team":"TEAM_ID"}}')
    return undefined
  }
  if (isMapping(json)) return json
  refuse("oidcGroups", `must say of each group its "team" (an id), its "role" (${roles}), or both, and nothing else`)
  return undefined
}

const decode = Schema.decodeUnknownOption(GroupMapping, { onExcessProperty: "error" })

const isMapping = (json: unknown): json is GroupMapping => decode(json)._tag === "Some"
