/** A published site whose pages move, and where its redirects lead. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { NewRedirectInput } from "@octavo/core/delivery/redirects/input"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"

/** Pages by slug, each with those below it. */
interface Tree {
  readonly [slug: string]: Tree
}

let worlds = 0

export const insert = (slug: string, into?: string): ContentChange => ({
  operation: "insert_page",
  title: slug,
  slug,
  document: { markdown: `# ${slug}\n` },
  ...defined({ into })
})
export const set = (
  page: string,
  fields: { readonly slug?: string; readonly into?: string | null; readonly at?: number }
) => ({ operation: "update_page", page, ...fields }) satisfies ContentChange
export const remove = (page: string): ContentChange => ({ operation: "delete_page", page })

/** Adds pages to a space; their ids by slug. */
export const plant = Effect.fnUntraced(function* (space: string, tree: Tree) {
  const contents = yield* ChangeRequestContent
  const ids: Record<string, string> = {}
  const grow = (pages: Tree, into: string | undefined): Effect.Effect<void, unknown, CurrentActor> =>
    Effect.gen(function* () {
      for (const [slug, below] of Object.entries(pages)) {
        const { changes } = yield* contents.editSpace(space, { changes: [insert(slug, into)] })
        const [made] = changes
        ids[slug] = made?.object === "created_page" ? made.page.id : ""
        yield* grow(below, ids[slug])
      }
    })
  yield* Effect.orDie(grow(tree, undefined))
  return ids
})

/** A published site of two spaces, the first at its root and the second at `/api`. */
export const newRedirectedSite = Effect.fnUntraced(function* (first: Tree, second: Tree = { start: {} }) {
  const { admin, id: org } = yield* newOrganization()
  const spaces = yield* Spaces
  const sites = yield* Sites
  const siteSpaces = yield* SiteSpaces
  const made = Effect.gen(function* () {
    const guide = yield* spaces.create(org, { title: "Guide" })
    const api = yield* spaces.create(org, { title: "Api" })
    const site = yield* sites.create(org, { title: `Redirected ${++worlds}`, spaces: [guide.id, api.id] })
    const pages = { ...(yield* plant(guide.id, first)), ...(yield* plant(api.id, second)) }
    yield* sites.publish(org, site.id)
    const { items } = yield* siteSpaces.list(org, site.id, {}, {})
    return { admin, org, guide: guide.id, api: api.id, site, pages, places: items.map(({ id }) => id) }
  })
  const world = yield* made.pipe(as(admin))
  const redirects = yield* Redirects
  const root = `https://octavo.test/sites/${world.site.basename}/`
  const create = (source: string, destination: NewRedirectInput["destination"], more: Partial<NewRedirectInput> = {}) =>
    redirects.create(org, world.site.id, { source, destination, ...more }).pipe(as(admin))
  const external = (source: string, url: string, more: Partial<NewRedirectInput> = {}) =>
    create(source, { kind: "external", url }, more)
  return {
    ...world,
    root,
    create,
    external,
    page: (slug: string, place = 0) =>
      ({ kind: "site-page", siteSpaceId: world.places[place]!, pageId: world.pages[slug]! }) as const,
    list: (filter: Parameters<typeof redirects.list>[2] = {}, limit?: number) =>
      redirects.list(org, world.site.id, filter, defined({ limit })).pipe(as(admin)),
    /** Where visitors are led, below the root when it is of the site; `null`: nowhere. */
    leads: (source: string) =>
      redirects.find(org, world.site.id, source).pipe(
        as(admin),
        Effect.map(({ target }) => (target.startsWith(root) ? `/${target.slice(root.length)}` : target)),
        Effect.catchTag("NotFound", () => Effect.succeed(null))
      ),
    edit: (space: string, ...changes: ReadonlyArray<ContentChange>) =>
      Effect.flatMap(ChangeRequestContent, (contents) => contents.editSpace(space, { changes })).pipe(as(admin))
  }
})

export const sources = ({ items }: { readonly items: ReadonlyArray<{ readonly source: string }> }) =>
  items.map(({ source }) => source)
