/** Addresses below the application's path, and the screen of each. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { history } from "./history.ts"
import { base } from "./place.ts"
import {
  changeRequestQuery,
  meQuery,
  organizationsQuery,
  ownDraftQuery,
  pageQuery,
  pagesQuery,
  queryClient,
  spaceQuery
} from "./queries.ts"
import { CollectionScreen } from "./screens/CollectionScreen.tsx"
import { DraftScreen } from "./screens/DraftScreen.tsx"
import { HomeScreen } from "./screens/HomeScreen.tsx"
import { PageScreen } from "./screens/PageScreen.tsx"
import { MissingScreen, ProblemScreen } from "./screens/ProblemScreen.tsx"
import { SpaceScreen } from "./screens/SpaceScreen.tsx"
import { StartScreen } from "./screens/StartScreen.tsx"
import { Shell } from "./shell/Shell.tsx"

/**
 * Asks for content before it is drawn. Most spaces have no draft of one's own: the live content is asked for at once, and
 * that of a draft when there is one.
 */
const prefetchContent = (space: string, ask: (draft?: string) => Promise<void>): void => {
  if (!queryClient.getQueryData(ownDraftQuery(space).queryKey)) void ask()
  queryClient
    .fetchQuery(ownDraftQuery(space))
    .then((draft) => draft && ask(draft.id))
    .catch(() => undefined)
}

const rootRoute = createRootRoute({
  component: Shell,
  // what the shell and the screens ask for goes out at once, before anything is drawn; what goes wrong is said by them.
  // What the screen asks for comes first
  loader: () =>
    void setTimeout(() => {
      void queryClient.prefetchQuery(meQuery)
      void queryClient.prefetchQuery(organizationsQuery)
    }),
  notFoundComponent: MissingScreen,
  errorComponent: ({ error }) => <ProblemScreen error={error} />
})

const start = createRoute({ getParentRoute: () => rootRoute, path: "/", component: StartScreen })
const home = createRoute({ getParentRoute: () => rootRoute, path: "/o/$organization", component: HomeScreen })
const site = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/sites/$site",
  component: lazyRouteComponent(() => import("./sites/SiteFrame.tsx"), "SiteFrame")
})
const siteContent = createRoute({
  getParentRoute: () => site,
  path: "/",
  component: lazyRouteComponent(() => import("./sites/SiteScreen.tsx"), "SiteScreen")
})
const siteStructure = createRoute({
  getParentRoute: () => site,
  path: "/structure",
  component: lazyRouteComponent(() => import("./sites/structure/StructureScreen.tsx"), "StructureScreen")
})
const siteLook = createRoute({
  getParentRoute: () => site,
  path: "/look",
  component: lazyRouteComponent(() => import("./sites/look/LookScreen.tsx"), "LookScreen")
})
const siteAudience = createRoute({
  getParentRoute: () => site,
  path: "/audience",
  component: lazyRouteComponent(() => import("./sites/audience/AudienceScreen.tsx"), "AudienceScreen")
})
const siteDomain = createRoute({
  getParentRoute: () => site,
  path: "/domain",
  component: lazyRouteComponent(() => import("./sites/domain/DomainScreen.tsx"), "DomainScreen")
})
const siteRedirects = createRoute({
  getParentRoute: () => site,
  path: "/redirects",
  component: lazyRouteComponent(() => import("./sites/redirects/RedirectsScreen.tsx"), "RedirectsScreen")
})
const siteInsights = createRoute({
  getParentRoute: () => site,
  path: "/insights",
  component: lazyRouteComponent(() => import("./sites/insights/InsightsScreen.tsx"), "InsightsScreen")
})
const siteSettings = createRoute({
  getParentRoute: () => site,
  path: "/settings",
  component: lazyRouteComponent(() => import("./sites/SiteSettingsScreen.tsx"), "SiteSettingsScreen")
})
const people = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/people",
  component: lazyRouteComponent(() => import("./organization/people/PeopleScreen.tsx"), "PeopleScreen")
})
const teams = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/teams",
  component: lazyRouteComponent(() => import("./organization/teams/TeamsScreen.tsx"), "TeamsScreen")
})
const team = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/teams/$team",
  component: lazyRouteComponent(() => import("./organization/teams/TeamScreen.tsx"), "TeamScreen")
})
const openApi = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/openapi",
  component: lazyRouteComponent(() => import("./organization/openapi/OpenApiScreen.tsx"), "OpenApiScreen")
})
const specification = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/openapi/$spec",
  component: lazyRouteComponent(() => import("./organization/openapi/SpecScreen.tsx"), "SpecScreen")
})
const translations = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/translations",
  component: lazyRouteComponent(
    () => import("./organization/translations/TranslationsScreen.tsx"),
    "TranslationsScreen"
  )
})
const fonts = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/fonts",
  component: lazyRouteComponent(() => import("./organization/fonts/FontsScreen.tsx"), "FontsScreen")
})
const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/audit",
  component: lazyRouteComponent(() => import("./organization/audit/AuditScreen.tsx"), "AuditScreen")
})
const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/webhooks",
  component: lazyRouteComponent(() => import("./organization/webhooks/WebhooksScreen.tsx"), "WebhooksScreen")
})
const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/webhooks/$webhook",
  component: lazyRouteComponent(() => import("./organization/webhooks/WebhookScreen.tsx"), "WebhookScreen")
})
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/sign-in",
  component: lazyRouteComponent(() => import("./organization/signIn/SignInScreen.tsx"), "SignInScreen")
})
const organizationSettings = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/settings",
  component: lazyRouteComponent(
    () => import("./organization/settings/OrganizationSettingsScreen.tsx"),
    "OrganizationSettingsScreen"
  )
})
// whoever joins is in another organization until then
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$inviting/join/$invite",
  component: lazyRouteComponent(() => import("./organization/JoinScreen.tsx"), "JoinScreen")
})
const collection = createRoute({ getParentRoute: () => rootRoute, path: "/c/$collection", component: CollectionScreen })
const account = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./screens/AccountScreen.tsx"), "AccountScreen")
})
const notifications = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account/notifications",
  component: lazyRouteComponent(() => import("./notifications/NotificationsScreen.tsx"), "NotificationsScreen")
})
const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account/tokens",
  component: lazyRouteComponent(() => import("./account/TokensScreen.tsx"), "TokensScreen")
})
const space = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$space",
  component: SpaceScreen,
  loader: ({ params }) => {
    void queryClient.prefetchQuery(spaceQuery(params.space))
    prefetchContent(params.space, (draft) => queryClient.prefetchQuery(pagesQuery(params.space, draft)))
  }
})
const firstPage = createRoute({ getParentRoute: () => space, path: "/", component: PageScreen })
const anyPage = createRoute({
  getParentRoute: () => space,
  path: "/$",
  component: PageScreen,
  loader: ({ params }) =>
    prefetchContent(params.space, (draft) =>
      queryClient.prefetchQuery(pageQuery(params.space, params._splat ?? "", draft))
    )
})
const draftPage = createRoute({
  getParentRoute: () => space,
  path: "/~/changes/$number/$",
  component: DraftScreen,
  loader: ({ params }) => {
    void queryClient.prefetchQuery(changeRequestQuery(params.space, params.number))
  }
})
const changes = createRoute({
  getParentRoute: () => space,
  path: "/~/changes",
  component: lazyRouteComponent(() => import("./screens/ChangesScreen.tsx"), "ChangesScreen")
})
const revisions = createRoute({
  getParentRoute: () => space,
  path: "/~/revisions",
  component: lazyRouteComponent(() => import("./review/HistoryScreen.tsx"), "HistoryScreen")
})
const revision = createRoute({
  getParentRoute: () => space,
  path: "/~/revisions/$revision",
  component: lazyRouteComponent(() => import("./review/HistoryScreen.tsx"), "HistoryScreen")
})
const imports = createRoute({
  getParentRoute: () => space,
  path: "/~/import",
  component: lazyRouteComponent(() => import("./screens/ImportScreen.tsx"), "ImportScreen")
})
const files = createRoute({
  getParentRoute: () => space,
  path: "/~/files",
  component: lazyRouteComponent(() => import("./files/FilesScreen.tsx"), "FilesScreen")
})
const links = createRoute({
  getParentRoute: () => space,
  path: "/~/links",
  component: lazyRouteComponent(() => import("./links/LinksScreen.tsx"), "LinksScreen")
})
const comments = createRoute({
  getParentRoute: () => space,
  path: "/~/comments",
  component: lazyRouteComponent(() => import("./comments/CommentsScreen.tsx"), "CommentsScreen")
})
const git = createRoute({
  getParentRoute: () => space,
  path: "/~/git",
  component: lazyRouteComponent(() => import("./spaces/git/GitScreen.tsx"), "GitScreen")
})
const spacePeople = createRoute({
  getParentRoute: () => space,
  path: "/~/people",
  component: lazyRouteComponent(() => import("./spaces/people/PeopleScreen.tsx"), "PeopleScreen")
})
const spaceSettings = createRoute({
  getParentRoute: () => space,
  path: "/~/settings",
  component: lazyRouteComponent(() => import("./spaces/settings/SettingsScreen.tsx"), "SettingsScreen")
})
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    start,
    home,
    site.addChildren([
      siteContent,
      siteStructure,
      siteLook,
      siteAudience,
      siteDomain,
      siteRedirects,
      siteInsights,
      siteSettings
    ]),
    people,
    teams,
    team,
    openApi,
    specification,
    translations,
    fonts,
    audit,
    webhooks,
    webhook,
    signIn,
    organizationSettings,
    join,
    collection,
    account,
    notifications,
    tokens,
    space.addChildren([
      firstPage,
      changes,
      revisions,
      revision,
      draftPage,
      imports,
      files,
      links,
      comments,
      git,
      spacePeople,
      spaceSettings,
      anyPage
    ])
  ]),
  history,
  basepath: base,
  defaultPendingMs: 300,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
