/**
 * The first page of the installation, for whoever opens it, and that of the application, for who is signed in: as
 * answers without a socket. The first one knows of no session: a site's script can read what lies beside its own pages
 * (threat: sites and application on one origin).
 */

import { SetUp } from "@octavo/core/content/set-up/SetUp"
import { SiteDirectory } from "@octavo/core/delivery/sites/SiteDirectory"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { Context, Effect, Layer } from "effect"
import { Account } from "../account/Account.ts"
import type { AppAnswer, AppRequest } from "../account/answers.ts"
import { type Place, pageIn, personOf } from "../account/frame.ts"
import { refusals } from "../account/pages.ts"
import { renderWithoutKey } from "../account/setUpPages.ts"
import { WebApplication } from "../application/WebApplication.ts"
import { type HomeView, renderFront, renderHome } from "./pages.ts"

/** Most organizations that are named although nothing of theirs is listed. */
const mostOrganizations = 50

export class HomePages extends Context.Service<
  HomePages,
  {
    /** Whether a path is that of the installation's first page. */
    readonly isFront: (path: string) => boolean
    /** The answer to GET; `undefined` for what is neither page. */
    readonly answer: (request: AppRequest) => Effect.Effect<AppAnswer | undefined, StorageError>
  }
>()("@octavo/site/HomePages") {
  static readonly layer = Layer.effect(
    HomePages,
    Effect.gen(function* () {
      const account = yield* Account
      const directory = yield* SiteDirectory
      const organizations = yield* Organizations
      const users = yield* Users
      const setUp = yield* SetUp
      const instance = yield* Instance
      const { basePath } = account
      const frontPath = new URL(`${instance.publicUrl}/`).pathname
      const api: HomeView["api"] = { base: location(instance, ""), reference: `${instance.publicUrl}/docs` }

      const searched = ({ query }: AppRequest) => (new URLSearchParams(query).get("title") ?? "").trim()

      const front = Effect.fnUntraced(function* (request: AppRequest) {
        const title = searched(request)
        const sites = yield* directory.open(title)
        const isPending = yield* setUp.isPending
        return pageIn({ basePath }, renderFront({ basePath }, { path: frontPath, title, sites, api, isPending }))
      })

      const built = yield* WebApplication

      const home = Effect.fnUntraced(function* (request: AppRequest) {
        const actor = yield* account.actor(request)
        if (actor === undefined) {
          const place = account.placeOf(request)
          return (yield* setUp.isPending) ? pageIn(place, renderWithoutKey(place, false)) : account.signIn(request.path)
        }
        const place: Place = {
          ...account.placeOf(request),
          scriptKey: account.scriptKey(request),
          person: personOf(actor),
          application: built()
        }
        const title = searched(request)
        return yield* Effect.gen(function* () {
          const sites = yield* directory.seen(title)
          const own = yield* organizations.list({ limit: mostOrganizations })
          const { displayName, email } = yield* users.me
          const person = {
            name: `${displayName} (${email})`,
            organizations: own.items.map(({ id, title, urls }) => ({ id, title, app: urls.app })),
            others: own.count - own.items.length
          }
          return pageIn(place, renderHome(place, { path: basePath, title, sites, api, person }))
        }).pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.catchTags({
            Forbidden: (error) => Effect.succeed(refusals(place).narrow(error.message)),
            NotFound: () => Effect.succeed(refusals(place).missing),
            Invalid: () => Effect.succeed(refusals(place).missing)
          })
        )
      })

      const isFront = (path: string): boolean => path === frontPath || `${path}/` === frontPath

      const answer = (request: AppRequest): Effect.Effect<AppAnswer | undefined, StorageError> => {
        const { path } = request
        if (path === basePath || path === `${basePath}/`) return home(request)
        return isFront(path) ? front(request) : Effect.succeed(undefined)
      }

      return HomePages.of({ isFront, answer })
    })
  )
}
