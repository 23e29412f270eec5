/** Addresses below the application's path, and the screen of each. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { history } from "./history.ts"
import { base } from "./place.ts"
import { pagesQuery, queryClient, spaceQuery } from "./queries.ts"
import { CollectionScreen } from "./screens/CollectionScreen.tsx"
import { HomeScreen } from "./screens/HomeScreen.tsx"
import { MissingScreen, ProblemScreen } from "./screens/ProblemScreen.tsx"
import { StartScreen } from "./screens/StartScreen.tsx"
import { Shell } from "./shell/Shell.tsx"

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: MissingScreen,
  errorComponent: ({ error }) => <ProblemScreen error={error} />
})

const start = createRoute({ getParentRoute: () => rootRoute, path: "/", component: StartScreen })
const home = createRoute({ getParentRoute: () => rootRoute, path: "/o/$organization", component: HomeScreen })
const collection = createRoute({ getParentRoute: () => rootRoute, path: "/c/$collection", component: CollectionScreen })
const account = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./screens/AccountScreen.tsx"), "AccountScreen")
})
const space = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$space",
  component: lazyRouteComponent(() => import("./screens/SpaceScreen.tsx"), "SpaceScreen"),
  // asked for while the screen's code comes; what goes wrong is said by the screen
  loader: ({ params }) => {
    void queryClient.prefetchQuery(spaceQuery(params.space))
    void queryClient.prefetchQuery(pagesQuery(params.space))
  }
})
const page = lazyRouteComponent(() => import("./screens/PageScreen.tsx"), "PageScreen")
const firstPage = createRoute({ getParentRoute: () => space, path: "/", component: page })
const anyPage = createRoute({ getParentRoute: () => space, path: "/$", component: page })
const changes = createRoute({
  getParentRoute: () => space,
  path: "/~/changes",
  component: lazyRouteComponent(() => import("./screens/ChangesScreen.tsx"), "ChangesScreen")
})
const room = createRoute({
  getParentRoute: () => space,
  path: "/~/$room",
  component: lazyRouteComponent(() => import("./screens/RoomScreen.tsx"), "RoomScreen")
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    start,
    home,
    collection,
    account,
    space.addChildren([firstPage, changes, room, anyPage])
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
