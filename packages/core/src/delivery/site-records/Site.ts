/** Docs sites: the published side of spaces. As the store keeps them, and as the API shows them. */
import { Schema } from "effect"
import { commonFields, type Stored, type Unset } from "../../kernel/shared/commonFields.ts"
import { defined, present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, isOnlySite, location, publishedUrl } from "../../kernel/shared/Instance.ts"
import { atLeast, DefaultLevel, type Role } from "../../kernel/shared/roles.ts"
import { Favicon } from "./customizationValues.ts"

export const SiteType = Schema.Literals(["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"])
export type SiteType = typeof SiteType.Type

export const SiteVisibility = Schema.Literals(["public", "unlisted", "share-link", "visitor-auth"])
export type SiteVisibility = typeof SiteVisibility.Type

export const AgentsContext = Schema.Literals(["excluded", "included"])
export type AgentsContext = typeof AgentsContext.Type

/** What the API shows of a site as it is kept. */
const common = commonFields(
  {
    id: Schema.String,
    type: SiteType,
    title: Schema.String,
    /** What stands for it in tabs and lists; set with its looks. */
    icon: Schema.NullOr(Favicon),
    visibility: SiteVisibility,
    published: Schema.Boolean,
    /** How many site spaces the caller can see. */
    siteSpaces: Schema.Number,
    createdAt: Schema.String,
    agentsContext: AgentsContext
  },
  {
    /** What the site is about, in a sentence or two. */
    description: Schema.String,
    /** Unique in the installation; names the site in its URL. */
    basename: Schema.String
  }
)

export interface SiteRecord extends Stored<typeof common> {
  readonly organizationId: string
  /** The custom hostname under which the site is served. */
  readonly hostname: string | null
  /** The custom hostname that it claims; the same once that is proven. */
  readonly customHostname: string | null
  /** Host and path of the customer's that forwards here, like `company.com/docs`. */
  readonly proxy: string | null
  readonly adaptiveContent: boolean
  readonly defaultLevel: Role | null
  /** The one at the root; while the site has sections, each of those has its own. */
  readonly defaultSiteSpace: string | null
  readonly defaultSiteSection: string | null
  readonly updatedAt: string
  /** Key of a share link that URLs of the site begin with, for who presented it; never stored. */
  readonly shareKey?: string
}

export type NewSite = Unset<Omit<SiteRecord, "customHostname" | "updatedAt" | "siteSpaces" | "shareKey">>

/** What of a site can change. */
export type SitePatch = Partial<
  Omit<
    SiteRecord,
    | "id"
    | "organizationId"
    | "type"
    | "hostname"
    | "customHostname"
    | "createdAt"
    | "updatedAt"
    | "siteSpaces"
    | "shareKey"
  >
>

/** What a list of sites is narrowed to. */
export interface SiteFilter {
  /** Sites that show this space. */
  readonly space?: string | undefined
  /** Text in the title, in any case. */
  readonly title?: string | undefined
  readonly published?: boolean | undefined
  readonly type?: ReadonlyArray<SiteType> | undefined
}

/** A site, as the API shows it: the specification's fields and the public client's required ones. */
export const Site = Schema.Struct({
  object: Schema.Literal("site"),
  ...common.fields,
  appliedType: SiteType,
  hostname: Schema.optionalKey(Schema.String),
  proxy: Schema.optionalKey(Schema.Struct({ origin: Schema.String, target: Schema.String })),
  adaptiveContent: Schema.Struct({ enabled: Schema.Boolean }),
  defaultLevel: DefaultLevel,
  features: Schema.Array(Schema.Struct({ id: Schema.String, plan: SiteType, frozen: Schema.Boolean })),
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    published: Schema.optionalKey(Schema.String),
    preview: Schema.String
  }),
  permissions: Schema.Struct({
    view: Schema.Boolean,
    access: Schema.Boolean,
    edit: Schema.Boolean,
    create: Schema.Boolean,
    admin: Schema.Boolean,
    installIntegration: Schema.Boolean,
    viewAdaptiveSchema: Schema.Boolean,
    editAdaptiveSchema: Schema.Boolean
  })
}).annotate({ identifier: "Site" })
export type Site = typeof Site.Type

/** Where the site is served by this installation, with a trailing slash; `path` is a site space's, empty at the root. */
export const siteUrl = (instance: InstanceConfig, site: SiteRecord, path = ""): string =>
  publishedUrl(instance, {
    siteId: site.id,
    basename: site.basename,
    hostname: site.hostname,
    path,
    ...defined({ shareKey: site.shareKey })
  })

/** The one address that visitors know, like `siteUrl`: behind the customer's proxy where the site has one. */
export const publicUrl = (instance: InstanceConfig, site: SiteRecord, path = ""): string =>
  site.proxy === null || isOnlySite(instance, { siteId: site.id, basename: site.basename })
    ? siteUrl(instance, site, path)
    : `https://${[site.proxy, site.shareKey ?? "", path].filter((part) => part !== "").join("/")}/`

/** @param role the caller's effective role on the site */
export const toSite = (instance: InstanceConfig, site: SiteRecord, role: Role): Site => {
  const create = atLeast(role, "create")
  const admin = role === "admin"
  const page = app(instance, `/o/${site.organizationId}/sites/${site.id}`)
  return {
    object: "site",
    ...common.of(site),
    appliedType: site.type,
    ...present({ hostname: site.customHostname }),
    ...(site.proxy === null
      ? {}
      : // by id, so that a new basename does not break the customer's proxy
        { proxy: { origin: site.proxy, target: `${instance.publicUrl}/sites/${site.id}/` } }),
    adaptiveContent: { enabled: site.adaptiveContent },
    defaultLevel: site.defaultLevel ?? "inherit",
    features: [],
    urls: {
      location: location(instance, `/orgs/${site.organizationId}/sites/${site.id}`),
      app: page,
      ...(site.published ? { published: publicUrl(instance, site) } : {}),
      preview: `${page}/preview`
    },
    permissions: {
      view: true,
      access: true,
      edit: create,
      create,
      admin,
      installIntegration: admin,
      viewAdaptiveSchema: true,
      editAdaptiveSchema: create
    }
  }
}
