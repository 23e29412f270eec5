/** Links of spaces and of drafts: where they lead, which are broken, and what leads to a page or file. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { type Organization, toOrganization } from "../../people/organizations/Organization.ts"
import { OrganizationStore } from "../../people/organizations/OrganizationStore.ts"
import { Access } from "../../people/permissions/Access.ts"
import { baseOf, toChangeRequest } from "../change-requests/ChangeRequest.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import {
  type Backlink,
  type DraftLinksRecord,
  type LinkFilter,
  type LinkRecord,
  type LinkStatus,
  LinkStore,
  type LinksOf,
  type LinkTarget,
  type OtherSpaces
} from "../content-index/LinkStore.ts"
import { byPageId, pageOfSpaceKey, pathOfSpaceKey } from "../content-index/linkReader.ts"
import type { LinkKey } from "../content-index/pageLinks.ts"
import { computedKey } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { toFile, toPage, toReusableContent, type ViewContext } from "../space-content/view.ts"
import { type Space, toSpace } from "../spaces/Space.ts"
import { DraftLinks } from "./DraftLinks.ts"
import type { LinkStats, LinkUsage, Reference, VersionContext } from "./Reference.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

/** A list of links with what holds for all of them. */
export type LinkPage = Page<LinkUsage> & { readonly stats: LinkStats }

/** Content with links: the primary content of a space, or the draft of a change request (by id or number). */
export interface LinkedContent {
  readonly spaceId: string
  readonly changeRequestId?: string | undefined
}

type ListLinks = (
  of: LinkedContent & { readonly pageId?: string | undefined },
  filter: LinkFilter,
  params: ListParams
) => Effect.Effect<LinkPage, Failure, CurrentActor>

type ListBacklinks = (
  of: LinkedContent,
  id: string,
  params: ListParams
) => Effect.Effect<Page<Reference>, Failure, CurrentActor>

export class Links extends Context.Service<
  Links,
  {
    /** Links of a space or draft, or of one of its pages, to what the product holds. */
    readonly list: ListLinks
    /** Pages and reusable contents with links to a page, of all spaces that the caller may read. */
    readonly listPageBacklinks: ListBacklinks
    /** The same for a file. */
    readonly listFileBacklinks: ListBacklinks
  }
>()("@octavo/core/content/links/Links") {
  static readonly layer = Layer.effect(
    Links,
    Effect.gen(function* () {
      const store = yield* LinkStore
      const index = yield* ContentIndex
      const drafts = yield* DraftLinks
      const content = yield* SpaceContent
      const organizations = yield* OrganizationStore
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey

      /** A space that the caller may read, ready to be referred to. */
      const open = Effect.fnUntraced(function* ({
        changeRequestId,
        spaceId
      }: LinkedContent): Effect.fn.Return<Place, Failure, CurrentActor> {
        const { files, membership, organizationId, role } = yield* access.space(spaceId, "links.view")
        const at = changeRequestId === undefined ? undefined : { changeRequest: changeRequestId }
        const opened = yield* content.open(spaceId, at)
        const { changeRequest } = opened
        const organization = yield* organizations.get(organizationId)
        if (organization === undefined) return yield* NotFound.of("space", spaceId)
        return {
          ...opened,
          within: {
            organization: toOrganization(instance, organization, membership === undefined ? role : membership.role),
            space: toSpace(instance, yield* access.withParent(opened.space), role)
          },
          version:
            changeRequest === undefined
              ? {}
              : {
                  versionContext: {
                    type: "changeRequest",
                    // each link would say again what it is about
                    changeRequest: toChangeRequest(instance, { ...changeRequest, description: null })
                  }
                },
          view: {
            instance,
            key,
            owner: files,
            space: opened.space,
            metadata: true,
            computed: true,
            draftOf: changeRequest?.number
          }
        }
      })

      /** Reads what is indexed, with what a draft has otherwise. */
      const indexed = Effect.fnUntraced(function* <A, E, R>(
        { changeRequest, expanded, space, tree }: Place,
        read: (draft: DraftLinksRecord | undefined) => Effect.Effect<A, E, R>
      ) {
        if (changeRequest === undefined) {
          yield* index.complete(space.id, space.head.root, computedKey(expanded))
          return yield* read(undefined)
        }
        const base = yield* content.open(space.id, baseOf(changeRequest))
        return yield* drafts.read(space, { base: base.tree.hash, draft: tree.hash }, read)
      })

      /** Opens every space once. `undefined` for those that the caller may not read. */
      const opener = (first: Place) => {
        const places = new Map<string, Place | undefined>([[first.space.id, first]])
        return Effect.fnUntraced(function* (spaceId: string) {
          if (!places.has(spaceId)) {
            const hidden = () => Effect.succeed(undefined)
            places.set(
              spaceId,
              yield* open({ spaceId }).pipe(Effect.catchTags({ NotFound: hidden, Forbidden: hidden }))
            )
          }
          return places.get(spaceId)
        })
      }
      type Opener = ReturnType<typeof opener>

      const checkPage = Effect.fnUntraced(function* ({ expanded }: Place, pageId: string) {
        return (yield* missingIsDamage(expanded.page(pageId))) ?? (yield* NotFound.of("page", pageId))
      })

      /** What the links into other spaces are for the caller. */
      const otherSpaces = Effect.fnUntraced(function* (of: LinksOf, places: Opener) {
        const ok: Array<LinkKey> = []
        const broken: Array<LinkKey> = []
        for (const link of yield* store.otherSpaces(of)) {
          const place = yield* places(link.spaceId)
          if (place === undefined) continue
          const isSpace = pathOfSpaceKey(link.key) === ""
          const isThere = isSpace || (yield* pageOfSpaceKey(place.expanded, link.key)) !== undefined
          ;(isThere ? ok : broken).push(link.key)
        }
        return { ok, broken } satisfies OtherSpaces
      })

      const reference = Effect.fnUntraced(function* (place: Place, target: LinkTarget, anchor?: string) {
        const { expanded: tree, version, view } = place
        const within = { ...place.within, ...version }
        switch (target.kind) {
          case "page": {
            const found = yield* missingIsDamage(tree.page(target.id))
            const page =
              found === undefined
                ? undefined
                : toPage(view, found, (yield* missingIsDamage(tree.pathOf(found.id))) ?? "", [])
            if (page === undefined) return undefined
            const internalLocation = anchor === undefined || anchor === "" ? {} : at(anchor)
            return { kind: "page", ...within, page, ...internalLocation } satisfies Reference
          }
          case "file": {
            const file = yield* missingIsDamage(tree.file(target.id))
            return file === undefined
              ? undefined
              : ({ kind: "file", ...within, file: toFile(view, file) } satisfies Reference)
          }
          case "reusable-content": {
            const found = yield* missingIsDamage(tree.reusableContent(target.id))
            if (found === undefined) return undefined
            const reusableContent = toReusableContent(view, found)
            return { kind: "reusable-content", ...within, reusableContent } satisfies Reference
          }
        }
      })

      const targetOf = Effect.fnUntraced(function* (
        place: Place,
        link: LinkRecord,
        status: LinkStatus,
        places: Opener
      ) {
        const written: Reference = { kind: "url", url: link.href }
        if (status !== "ok") return written
        if (link.target !== undefined) return (yield* reference(place, link.target, link.anchor)) ?? written
        const other = link.otherSpace === undefined ? undefined : yield* places(link.otherSpace)
        if (other === undefined) return written
        const isSpace = pathOfSpaceKey(link.key) === ""
        const page = isSpace ? undefined : yield* pageOfSpaceKey(other.expanded, link.key)
        return page === undefined
          ? ({ kind: "space", ...other.within } satisfies Reference)
          : ((yield* reference(other, { kind: "page", id: page.id }, link.anchor)) ?? written)
      })

      const list: ListLinks = traced("Links.list")(function* (of, filter, params) {
        const place = yield* open(of)
        const spaceId = place.space.id
        const { pageId } = of
        if (pageId !== undefined) yield* checkPage(place, pageId)
        const places = opener(place)
        const { others, page, stats } = yield* indexed(place, (draft) =>
          Effect.gen(function* () {
            const links = { spaceId, pageId, draft }
            const others = yield* otherSpaces(links, places)
            const page = yield* paginate(
              ["links", spaceId, place.changeRequest?.id, pageId, filter.status, filter.brokenContext],
              params,
              ({ ordinal, source }: LinkRecord) => [source.kind, source.id, ordinal],
              (slice) => store.list(links, others, filter, slice)
            ).pipe(Effect.provideService(SigningKey, key))
            return { others, page, stats: yield* store.stats(links, others) }
          })
        )
        const items: Array<LinkUsage> = []
        for (const link of page.items) {
          const found = others.ok.includes(link.key) ? "ok" : others.broken.includes(link.key) ? "broken" : link.status
          const locations = yield* Effect.forEach(
            link.source.kind === "page" ? link.locations : link.locations.slice(0, 1),
            (location) => reference(place, link.source, location)
          )
          items.push({
            status: found,
            relation: "reference",
            targetReference: yield* targetOf(place, link, found, places),
            locationReferences: locations.filter((location) => location !== undefined)
          })
        }
        const { broken, brokenByDraft, total } = stats
        const byDraft = defined({ changeRequest: brokenByDraft })
        return { ...page, items, stats: { total, broken: { total: broken, ...byDraft } } }
      })

      const backlinks = Effect.fnUntraced(function* (
        place: Place,
        target: LinkTarget,
        keys: ReadonlyArray<LinkKey>,
        params: ListParams
      ) {
        const spaceId = place.space.id
        const places = opener(place)
        const spaces: Array<string> = []
        if (keys.length > 0) {
          // a page that leads here may be computed, and not looked at since
          yield* index.completeComputed({ organizationId: place.space.organizationId })
          for (const other of yield* store.linkingSpaces(spaceId)) {
            if ((yield* places(other)) !== undefined) spaces.push(other)
          }
        }
        const page = yield* indexed(place, (draft) =>
          paginate(
            ["backlinks", spaceId, place.changeRequest?.id, target.kind, target.id],
            params,
            ({ source, spaceId }: Backlink) => [spaceId, source.kind, source.id],
            (slice) => store.backlinks({ spaceId, target, keys, spaces, draft }, slice)
          ).pipe(Effect.provideService(SigningKey, key))
        )
        const items: Array<Reference> = []
        for (const { location, source, spaceId } of page.items) {
          const from = yield* places(spaceId)
          const found = from === undefined ? undefined : yield* reference(from, source, location)
          if (found !== undefined) items.push(found)
        }
        return { ...page, items }
      })

      const listPageBacklinks: ListBacklinks = traced("Links.listPageBacklinks")(function* (of, id, params) {
        const place = yield* open(of)
        const page = yield* checkPage(place, id)
        const path = yield* missingIsDamage(place.expanded.pathOf(page.id))
        // a link to the space alone leads to its home page
        const home = yield* missingIsDamage(place.expanded.pageByPath(""))
        const paths = [
          ...(path === undefined ? [] : [path]),
          ...(home?.id === page.id ? [""] : []),
          `${byPageId}${page.id}`
        ]
        const keys = paths.map((one) => `space:${of.spaceId}/${one}`)
        return yield* backlinks(place, { kind: "page", id: page.id }, keys, params)
      })

      const listFileBacklinks: ListBacklinks = traced("Links.listFileBacklinks")(function* (of, id, params) {
        const place = yield* open(of)
        const file = (yield* missingIsDamage(place.tree.file(id))) ?? (yield* NotFound.of("file", id))
        return yield* backlinks(place, { kind: "file", id: file.id }, [], params)
      })

      return Links.of({ list, listPageBacklinks, listFileBacklinks })
    })
  )
}

/** A space as references name it, with its content. */
interface Place extends OpenContent {
  readonly within: { readonly organization: Organization; readonly space: Space }
  /** Says of references that they are of a draft. */
  readonly version: { readonly versionContext?: VersionContext }
  readonly view: ViewContext
}

const at = (anchor: string) => ({ internalLocation: { type: "anchor" as const, anchor } })
