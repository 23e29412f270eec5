/** Organizations, as the store keeps them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { atLeast, Role } from "../../kernel/shared/roles.ts"
import { Text } from "../../kernel/shared/text.ts"

/** Rules that need users, and rules that do not (`docs/contributing/wire.md#merge-rules`). */
const withUsers = ["require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass"] as const
const plain = [
  "require_at_least_one_review",
  "require_at_least_one_approved_review",
  "require_all_reviews_approved",
  "require_agent_review",
  "require_up_to_date_change_request",
  "require_no_new_broken_links",
  "require_change_request_subject",
  "require_change_request_description",
  "require_author_to_merge"
] as const

/** An alternative for each rule, so that what is wrong is said of the rule that was meant. */
export const MergeRule = Schema.Union([
  ...withUsers.map((rule) => Schema.Struct({ rule: Schema.Literal(rule), users: Schema.Array(Schema.String) })),
  ...plain.map((rule) => Schema.Struct({ rule: Schema.Literal(rule) })),
  Schema.Struct({
    rule: Schema.Literal("custom"),
    expression: Text(1, 1024),
    message: Schema.optionalKey(Text(0, 1024))
  })
]).annotate({ message: `must have a rule that is one of ${[...withUsers, ...plain, "custom"].join(", ")}` })
export type MergeRule = typeof MergeRule.Type

const Rules = Schema.Struct({ type: Schema.Literal("rules"), rules: Schema.Array(MergeRule) })
const NoRules = Schema.Struct({ type: Schema.Literal("none") })

export const OrganizationMergeRules = Schema.Union([NoRules, Rules]).annotate({
  identifier: "OrganizationMergeRules",
  message: "must have a type that is one of none, rules"
})
export type OrganizationMergeRules = typeof OrganizationMergeRules.Type

export const SpaceMergeRules = Schema.Union([
  Schema.Struct({ type: Schema.Literal("inherit") }),
  NoRules,
  Rules
]).annotate({
  identifier: "SpaceMergeRules",
  message: "must have a type that is one of inherit, none, rules"
})
export type SpaceMergeRules = typeof SpaceMergeRules.Type

export interface OrganizationRecord {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly emailDomains: ReadonlyArray<string>
  readonly hostname: string | null
  /** Role of people who join by their e-mail domain; `null` for guests. */
  readonly defaultRole: Role | null
  readonly defaultSite: string | null
  readonly logo: string | null
  readonly sso: boolean
  readonly ai: boolean
  readonly inviteLinks: boolean
  readonly mergeRules: OrganizationMergeRules
}

/** What `PATCH /v1/orgs/{organizationId}` can set. */
export type OrganizationPatch = Partial<Omit<OrganizationRecord, "id" | "createdAt">>

/** An organization, as the API shows it: the specification's fields and the public client's required ones. */
export const Organization = Schema.Struct({
  object: Schema.Literal("organization"),
  id: Schema.String,
  title: Schema.String,
  createdAt: Schema.String,
  emailDomains: Schema.Array(Schema.String),
  hostname: Schema.optionalKey(Schema.String),
  type: Schema.Literals(["business", "community"]),
  defaultRole: Schema.NullOr(Role),
  defaultContent: Schema.optionalKey(Schema.Struct({ type: Schema.Literal("site"), site: Schema.String })),
  sso: Schema.Boolean,
  ai: Schema.Boolean,
  inviteLinks: Schema.Boolean,
  plan: Schema.String,
  mergeRules: OrganizationMergeRules,
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    logo: Schema.optionalKey(Schema.String)
  }),
  trial: Schema.Struct({ status: Schema.Literal("notapplicable"), count: Schema.Number }),
  permissions: Schema.Struct({
    view: Schema.Boolean,
    access: Schema.Boolean,
    admin: Schema.Boolean,
    ownTeam: Schema.Boolean,
    createContent: Schema.Boolean,
    createOpenAPISpec: Schema.Boolean,
    ingestConversations: Schema.Boolean,
    viewBilling: Schema.Boolean,
    listMembers: Schema.Boolean,
    listTeams: Schema.Boolean,
    listIntegrations: Schema.Boolean,
    listInstallations: Schema.Boolean,
    installIntegration: Schema.Boolean
  })
}).annotate({ identifier: "Organization" })
export type Organization = typeof Organization.Type

/**
 * @param role what the caller is in the organization; `null` for a guest
 * @param ownsTeam whether the caller is an owner of one of its teams
 */
export const toOrganization = (
  instance: InstanceConfig,
  organization: OrganizationRecord,
  role: Role | null,
  ownsTeam = false
): Organization => {
  const member = role !== null
  const create = atLeast(role, "create")
  const admin = role === "admin"
  return {
    object: "organization",
    id: organization.id,
    title: organization.title,
    createdAt: organization.createdAt,
    emailDomains: organization.emailDomains,
    ...present({ hostname: organization.hostname }),
    type: "business",
    defaultRole: organization.defaultRole,
    ...(organization.defaultSite === null
      ? {}
      : { defaultContent: { type: "site" as const, site: organization.defaultSite } }),
    sso: organization.sso,
    ai: organization.ai,
    inviteLinks: organization.inviteLinks,
    plan: "internal",
    mergeRules: organization.mergeRules,
    urls: {
      location: location(instance, `/orgs/${organization.id}`),
      app: app(instance, `/o/${organization.id}`),
      ...present({ logo: organization.logo })
    },
    trial: { status: "notapplicable", count: 0 },
    permissions: {
      view: true,
      access: true,
      admin,
      ownTeam: admin || ownsTeam,
      createContent: create,
      createOpenAPISpec: create,
      ingestConversations: create,
      viewBilling: false,
      listMembers: member,
      listTeams: member,
      listIntegrations: member,
      listInstallations: admin,
      installIntegration: admin
    }
  }
}

/** The short name of an organization, unique in the installation (its `hostname`). */
export const SubdomainName = Text(3, 32).check(
  Schema.isPattern(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/u, { expected: "lower-case letters, digits and hyphens between" })
)

/** What a short name stands for. */
export const Subdomain = Schema.Struct({
  object: Schema.Literal("subdomain"),
  subdomain: Schema.String,
  target: Schema.Struct({ type: Schema.Literal("organization"), organization: Schema.String }),
  isActive: Schema.Boolean
}).annotate({ identifier: "Subdomain" })
export type Subdomain = typeof Subdomain.Type
