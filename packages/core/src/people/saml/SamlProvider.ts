/** SAML providers of an organization: who its members sign in with. As the store keeps them, and as the API shows them. */
import { storedId } from "@octavo/document"
import { Schema } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { Role } from "../../kernel/shared/roles.ts"
import { OneOf, Text } from "../../kernel/shared/text.ts"
import { Team } from "../teams/Team.ts"

export interface SamlProviderRecord {
  readonly id: string
  readonly organizationId: string
  readonly label: string
  /** What is not set yet is an empty text, as the API shows it. */
  readonly ssoURL: string
  readonly entityID: string
  readonly certificate: string
  /** The team that people who come in join; `null` for none. */
  readonly defaultTeam: string | null
  /** What people who come in may do; `null` for guests. */
  readonly defaultRole: Role | null
  readonly createdAt: string
}

export const SamlStatus = OneOf("SAMLProviderStatus", ["active", "pending"])
export type SamlStatus = typeof SamlStatus.Type

/** Where a provider finds this installation. */
export interface SamlService {
  /** Where it posts its answers to. */
  readonly acsURL: string
  /** Where signing in begins. */
  readonly startURL: string
  /** What it knows this installation as; the metadata are there too. */
  readonly entityID: string
}

/** A provider, as the API shows it. */
export const SamlProvider = Schema.Struct({
  object: Schema.Literal("saml-provider"),
  id: Schema.String,
  label: Schema.String,
  ssoURL: Schema.String,
  entityID: Schema.String,
  certificate: Schema.String,
  defaultTeam: Schema.optionalKey(Team),
  defaultRole: Schema.NullOr(Role),
  createdAt: Schema.String,
  status: SamlStatus,
  service: Schema.Struct({ acsURL: Schema.String, startURL: Schema.String, entityID: Schema.String }),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "OrganizationSAMLProvider" })
export type SamlProvider = typeof SamlProvider.Type

/** What somebody needs to know to sign in with a provider. */
export const SsoLogin = Schema.Struct({ id: Schema.String, label: Schema.String, startURL: Schema.String }).annotate({
  identifier: "OrganizationSSOProviderLogin"
})
export type SsoLogin = typeof SsoLogin.Type

export const SsoLogins = Schema.Struct({ items: Schema.Array(SsoLogin) }).annotate({
  identifier: "OrganizationSSOProviderLogins"
})
export type SsoLogins = typeof SsoLogins.Type

/** How many providers an organization may have. */
export const mostSamlProviders = 100

const Address = Text(0, 2048).check(
  Schema.makeFilter((url) => {
    if (url === "") return true
    const parsed = /^https?:\/\/[^\s\\#]+$/i.test(url) ? URL.parse(url) : null
    if (parsed === null) return "must be an http or https address without a #"
    return (parsed.username === "" && parsed.password === "") || "must not hold a password"
  })
)

const fields = {
  entityID: Schema.optionalKey(Text(0, 1024)),
  /** PEM, or what stands between its first and last line. Several, one after the other, while a provider changes them. */
  certificate: Schema.optionalKey(Text(0, 10_000)),
  ssoURL: Schema.optionalKey(Address),
  defaultTeam: Schema.optionalKey(Schema.NullOr(Schema.String)),
  defaultRole: Schema.optionalKey(Schema.NullOr(Role))
}

/** Body of `POST /v1/orgs/{organizationId}/saml`. */
export const NewSamlProvider = Schema.Struct({ label: Text(1, 30), ...fields })
export type NewSamlProvider = typeof NewSamlProvider.Type

/** Body of `PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}`; an empty text takes a value back. */
export const SamlProviderUpdate = Schema.Struct({ label: Schema.optionalKey(Text(1, 30)), ...fields })
export type SamlProviderUpdate = typeof SamlProviderUpdate.Type

/** A provider can be used once everything that signing in needs is there. */
export const samlStatus = ({ certificate, entityID, ssoURL }: SamlProviderRecord): SamlStatus =>
  certificate !== "" && entityID !== "" && ssoURL !== "" ? "active" : "pending"

export const samlService = (instance: InstanceConfig, id: string): SamlService => {
  // a name that the provider was told once: it stays in the form that ids have in what is kept
  const entityID = app(instance, `/~/saml/${storedId(id)}`)
  return { entityID, acsURL: `${entityID}/acs`, startURL: `${entityID}/start` }
}

export const toSamlProvider = (
  instance: InstanceConfig,
  provider: SamlProviderRecord,
  defaultTeam: Team | undefined
): SamlProvider => ({
  object: "saml-provider",
  id: provider.id,
  label: provider.label,
  ssoURL: provider.ssoURL,
  entityID: provider.entityID,
  certificate: provider.certificate,
  ...defined({ defaultTeam }),
  defaultRole: provider.defaultRole,
  createdAt: provider.createdAt,
  status: samlStatus(provider),
  service: samlService(instance, provider.id),
  urls: { location: location(instance, `/orgs/${provider.organizationId}/saml/${provider.id}`) }
})
