/**
 * Octavo inside a program: no socket, no HTTP in between. Opens a store and calls the services directly; the whole
 * HTTP application is there as one function for programs that want it too.
 */

import { Conversations } from "@octavo/core/connections/conversations/Conversations"
import { Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Comments } from "@octavo/core/content/comments/Comments"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Links } from "@octavo/core/content/links/Links"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { Search } from "@octavo/core/content/search/Search"
import { History } from "@octavo/core/content/space-content/History"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Templates } from "@octavo/core/content/templates/Templates"
import { Translations } from "@octavo/core/content/translations/Translations"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { AdaptiveSchemas } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemas"
import { Fonts } from "@octavo/core/delivery/fonts/Fonts"
import { Hostnames } from "@octavo/core/delivery/hostnames/Hostnames"
import { Insights } from "@octavo/core/delivery/insights/Insights"
import { Pdfs } from "@octavo/core/delivery/pdf/Pdfs"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { ExternalLinks } from "@octavo/core/delivery/sites/ExternalLinks"
import { McpServers } from "@octavo/core/delivery/sites/McpServers"
import { SectionGroups } from "@octavo/core/delivery/sites/SectionGroups"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SitePreviews } from "@octavo/core/delivery/sites/SitePreviews"
import { SiteSearch } from "@octavo/core/delivery/sites/SiteSearch"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { SiteTemplates } from "@octavo/core/delivery/sites/SiteTemplates"
import { ContentUrls } from "@octavo/core/delivery/urls/ContentUrls"
import { Embeds } from "@octavo/core/delivery/urls/Embeds"
import { Urls } from "@octavo/core/delivery/urls/Urls"
import { PublishingAuths } from "@octavo/core/delivery/visitors/PublishingAuths"
import { ShareLinks } from "@octavo/core/delivery/visitors/ShareLinks"
import { type Actor, CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Users } from "@octavo/core/people/users/Users"
import { normalizeUrl } from "@octavo/http"
import type { OctavoConfig } from "@octavo/runtime/config"
import { logLayer } from "@octavo/runtime/process"
import { applicationLayer } from "@octavo/runtime/server"
import { Context, Effect, Layer, type LogLevel, ManagedRuntime, type Scope } from "effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type ContentArea, contentArea } from "./content.ts"
import { type GitArea, gitArea } from "./git.ts"
import { inputs } from "./inputs.ts"
import { type Promised, promised, type Run } from "./promised.ts"

export interface OctavoOptions extends OctavoConfig {
  /** JSON lines on stderr from this level on; `Warn` when left out. */
  readonly logLevel?: LogLevel.LogLevel | undefined
}

/** Everything that an Effect can ask of an open engine. */
export type OctavoServices = Layer.Success<ReturnType<typeof applicationLayer>>

/** What can be done, by area. Every method answers a Promise that rejects with a tagged error of core. */
export interface OctavoAreas {
  readonly users: Promised<Users["Service"]>
  readonly organizations: Promised<Organizations["Service"]>
  readonly members: Promised<Members["Service"]>
  readonly teams: Promised<Teams["Service"]>
  readonly saml: Promised<SamlProviders["Service"]>
  readonly uploads: Promised<Pick<Uploads["Service"], "create">>
  readonly fonts: Promised<Omit<Fonts["Service"], "definitions">>
  readonly invites: Promised<Invites["Service"]>
  readonly inviteLinks: Promised<InviteLinks["Service"]>
  readonly grants: Promised<Grants["Service"]>
  readonly audit: Promised<Pick<Audit["Service"], "list" | "get" | "actions">>
  readonly collections: Promised<Collections["Service"]>
  readonly spaces: Promised<Spaces["Service"] & SpaceLifecycle["Service"]>
  readonly content: ContentArea
  readonly search: Promised<
    Pick<Search["Service"], "space" | "organization"> & { readonly site: SiteSearch["Service"]["search"] }
  >
  readonly links: Promised<Links["Service"]>
  readonly changeRequests: Promised<ChangeRequests["Service"]>
  readonly changeRequestContent: Promised<ChangeRequestContent["Service"]>
  readonly reviews: Promised<Reviews["Service"]>
  readonly comments: Promised<Comments["Service"]>
  readonly templates: Promised<Pick<Templates["Service"], "list">>
  readonly history: Promised<History["Service"]>
  readonly insights: Promised<Pick<Insights["Service"], "track" | "aggregate">>
  readonly imports: Promised<ImportRuns["Service"]>
  readonly conversations: Promised<Conversations["Service"]>
  readonly pdf: Promised<Pick<Pdfs["Service"], "url">>
  readonly sites: Promised<Sites["Service"]>
  readonly siteStructure: Promised<SiteStructures["Service"]>
  readonly siteSections: Promised<Sections["Service"]>
  readonly siteSectionGroups: Promised<SectionGroups["Service"]>
  readonly siteExternalLinks: Promised<ExternalLinks["Service"]>
  readonly siteSpaces: Promised<SiteSpaces["Service"]>
  readonly siteTemplates: Promised<SiteTemplates["Service"]>
  readonly sitePreviews: Promised<SitePreviews["Service"]>
  readonly shareLinks: Promised<ShareLinks["Service"]>
  readonly publishingAuth: Promised<PublishingAuths["Service"]>
  readonly siteMcpServers: Promised<McpServers["Service"]>
  readonly translations: Promised<Translations["Service"]>
  readonly glossary: Promised<Glossaries["Service"]>
  readonly openapi: Promised<Omit<OpenApiSpecs["Service"], "download">>
  readonly siteCustomizations: Promised<Omit<SiteCustomizations["Service"], "looks">>
  readonly redirects: Promised<Redirects["Service"]>
  readonly adaptiveSchemas: Promised<AdaptiveSchemas["Service"]>
  readonly git: GitArea
  readonly urls: Promised<Urls["Service"] & { readonly content: ContentUrls["Service"]["resolve"] }>
  readonly embeds: Promised<Embeds["Service"]>
  readonly customHostnames: Promised<Pick<Hostnames["Service"], "get" | "revalidate" | "remove">>
  readonly webhooks: Promised<Webhooks["Service"]>
}

/** An open engine; its own areas act as the operator, who may do everything. */
export interface Octavo extends OctavoAreas {
  /** The same areas as the user of an API token. The token is looked at on every call. */
  readonly as: (token: string) => OctavoAreas
  /** Answers a request like the server: the API, published sites, files. Mount it in any framework. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The services of this engine for programs in Effect: the same store, the same caches. */
  readonly layer: Layer.Layer<OctavoServices>
  /** Runs an effect on the engine, as the operator unless it provides another actor. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, OctavoServices | CurrentActor>) => Promise<A>
  /** Ends background work and closes the store. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export const Octavo = {
  /**
   * Opens a store, which is made or migrated where need be. Rejects with a `ConfigError` for a setting that cannot be
   * used, a `StoreTooNew` for a store of a newer version, an `SqlError` for a database that can't be reached.
   */
  open: async (options: OctavoOptions): Promise<Octavo> => {
    const { logLevel = "Warn", ...config } = options
    const runtime = ManagedRuntime.make(Layer.provideMerge(applicationLayer(config), logLayer(logLevel)))
    try {
      return make(runtime, await runtime.context())
    } catch (error) {
      await runtime.dispose()
      throw error
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------

type Runtime = ManagedRuntime.ManagedRuntime<OctavoServices, unknown>

const make = (runtime: Runtime, context: Context.Context<OctavoServices>): Octavo => {
  let closed = false
  const whileOpen = <A>(work: () => Promise<A>): Promise<A> =>
    closed ? Promise.reject(new Error("This Octavo is closed; open the store again to go on")) : work()
  const runAs =
    (actor: Effect.Effect<Actor, unknown, OctavoServices>): Run =>
    (effect) =>
      whileOpen(() =>
        runtime.runPromise(Effect.flatMap(actor, (actor) => Effect.provideService(effect, CurrentActor, actor)))
      )
  const authenticate = (token: string) => Effect.flatMap(Authentication, (service) => service.authenticate(token))
  const asOperator = runAs(Effect.succeed(operator))
  const answer = fetchOf(context)
  const close = () => {
    closed = true
    return runtime.dispose()
  }
  return {
    ...areas(context, asOperator),
    as: (token) => areas(context, runAs(authenticate(token))),
    fetch: (request) => whileOpen(() => answer(request)),
    layer: Layer.succeedContext(context),
    run: asOperator,
    close,
    [Symbol.asyncDispose]: close
  }
}

const areas = (context: Context.Context<OctavoServices>, run: Run): OctavoAreas => ({
  users: promised(Context.get(context, Users), run, inputs.users),
  organizations: promised(Context.get(context, Organizations), run, inputs.organizations),
  members: promised(Context.get(context, Members), run, inputs.members),
  teams: promised(Context.get(context, Teams), run, inputs.teams),
  saml: promised(Context.get(context, SamlProviders), run, inputs.saml),
  uploads: promised({ create: Context.get(context, Uploads).create }, run, inputs.uploads),
  fonts: promised(editable(Context.get(context, Fonts)), run, inputs.fonts),
  invites: promised(Context.get(context, Invites), run, inputs.invites),
  inviteLinks: promised(Context.get(context, InviteLinks), run, inputs.inviteLinks),
  grants: promised(Context.get(context, Grants), run, inputs.grants),
  audit: promised(readable(Context.get(context, Audit)), run),
  collections: promised(Context.get(context, Collections), run, inputs.collections),
  spaces: promised({ ...Context.get(context, Spaces), ...Context.get(context, SpaceLifecycle) }, run, inputs.spaces),
  content: contentArea(run),
  search: promised(
    { ...searchable(Context.get(context, Search)), site: Context.get(context, SiteSearch).search },
    run,
    inputs.search
  ),
  links: promised(Context.get(context, Links), run, inputs.links),
  changeRequests: promised(Context.get(context, ChangeRequests), run, inputs.changeRequests),
  changeRequestContent: promised(Context.get(context, ChangeRequestContent), run, inputs.changeRequestContent),
  reviews: promised(Context.get(context, Reviews), run, inputs.reviews),
  comments: promised(Context.get(context, Comments), run, inputs.comments),
  templates: promised({ list: Context.get(context, Templates).list }, run),
  history: promised(Context.get(context, History), run),
  insights: promised(counted(Context.get(context, Insights)), run, inputs.insights),
  imports: promised(Context.get(context, ImportRuns), run, inputs.imports),
  conversations: promised(Context.get(context, Conversations), run, inputs.conversations),
  pdf: promised({ url: Context.get(context, Pdfs).url }, run, inputs.pdf),
  sites: promised(Context.get(context, Sites), run, inputs.sites),
  siteStructure: promised(Context.get(context, SiteStructures), run, inputs.siteStructure),
  siteSections: promised(Context.get(context, Sections), run, inputs.siteSections),
  siteSectionGroups: promised(Context.get(context, SectionGroups), run, inputs.siteSectionGroups),
  siteExternalLinks: promised(Context.get(context, ExternalLinks), run, inputs.siteExternalLinks),
  siteSpaces: promised(Context.get(context, SiteSpaces), run, inputs.siteSpaces),
  siteTemplates: promised(Context.get(context, SiteTemplates), run),
  sitePreviews: promised(Context.get(context, SitePreviews), run, inputs.sitePreviews),
  shareLinks: promised(Context.get(context, ShareLinks), run, inputs.shareLinks),
  publishingAuth: promised(Context.get(context, PublishingAuths), run, inputs.publishingAuth),
  siteMcpServers: promised(Context.get(context, McpServers), run, inputs.siteMcpServers),
  translations: promised(Context.get(context, Translations), run, inputs.translations),
  glossary: promised(Context.get(context, Glossaries), run, inputs.glossary),
  openapi: promised(described(Context.get(context, OpenApiSpecs)), run, inputs.openapi),
  siteCustomizations: promised(customizable(Context.get(context, SiteCustomizations)), run, inputs.siteCustomizations),
  redirects: promised(Context.get(context, Redirects), run, inputs.redirects),
  adaptiveSchemas: promised(Context.get(context, AdaptiveSchemas), run, inputs.adaptiveSchemas),
  git: gitArea(Context.get(context, GitSync), run),
  urls: promised({ ...Context.get(context, Urls), content: Context.get(context, ContentUrls).resolve }, run),
  embeds: promised(Context.get(context, Embeds), run),
  customHostnames: promised(named(Context.get(context, Hostnames)), run),
  webhooks: promised(Context.get(context, Webhooks), run, inputs.webhooks)
})

/** The trail is written by what is done, not by programs. */
const readable = ({ actions, get, list }: Audit["Service"]) => ({ actions, get, list })

/** What sites are drawn with is for who draws the pages. */
const editable = ({ definitions: _, ...operations }: Fonts["Service"]) => operations

/** Visitors' looks are for who draws the pages. */
const customizable = ({ looks: _, ...operations }: SiteCustomizations["Service"]) => operations

/** An address is for who has it, without a token. */
const described = ({ download: _, ...operations }: OpenApiSpecs["Service"]) => operations

const counted = ({ aggregate, track }: Insights["Service"]) => ({ aggregate, track })

/** Hostnames are claimed with their sites. */
const named = ({ get, remove, revalidate }: Hostnames["Service"]) => ({ get, remove, revalidate })

/** What asks who may; the rest is for who has decided that. */
const searchable = ({ organization, space }: Search["Service"]) => ({ organization, space })

const fetchOf = (context: Context.Context<OctavoServices>): Octavo["fetch"] => {
  const router = Context.get(context, HttpRouter.HttpRouter)
  const handle = HttpEffect.toWebHandlerWith<OctavoServices, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    context
  )(router.asHttpEffect())
  return (request) => {
    const { host, origin } = new URL(request.url)
    const copy = new Request(origin + normalizeUrl(request.url.slice(origin.length)), request)
    // a request that was made and not received has no such header; sites are found by it
    if (!copy.headers.has("host")) copy.headers.set("host", host)
    return handle(copy)
  }
}
