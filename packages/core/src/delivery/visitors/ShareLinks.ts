/** The share links of a site: list, create, rename, turn off and on, delete. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { Conflict, type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import {
  hashShareKey,
  makeShareKey,
  mostShareLinks,
  type NewShareLink,
  type ShareLink,
  type ShareLinkRecord,
  type ShareLinkUpdate,
  shareUrl
} from "./ShareLink.ts"
import { VisitorStore } from "./VisitorStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class ShareLinks extends Context.Service<
  ShareLinks,
  {
    /** The site's share links, oldest first; `search` is text in the name. Only admins of the site see the URLs. */
    readonly list: (
      organizationId: string,
      siteId: string,
      filter: { readonly search?: string | undefined },
      params: ListParams
    ) => Effect.Effect<Page<ShareLink>, Failure | Invalid, CurrentActor>
    /** One of them, as the list shows it. */
    readonly get: (
      organizationId: string,
      siteId: string,
      shareLinkId: string
    ) => Effect.Effect<ShareLink, Failure, CurrentActor>
    /** Makes a link with a new key. */
    readonly create: (
      organizationId: string,
      siteId: string,
      input: NewShareLink
    ) => Effect.Effect<ShareLink, Failure | Conflict, CurrentActor>
    /** Who came with a link that is turned off is out with the next request. */
    readonly update: (
      organizationId: string,
      siteId: string,
      shareLinkId: string,
      input: ShareLinkUpdate
    ) => Effect.Effect<ShareLink, Failure, CurrentActor>
    /** Ends the link for good; `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      shareLinkId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/visitors/ShareLinks") {
  static readonly layer = Layer.effect(
    ShareLinks,
    Effect.gen(function* () {
      const store = yield* VisitorStore
      const sites = yield* SiteStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const encryption = yield* EncryptionAtRest
      const key = yield* SigningKey
      const load = makeLoadSite(access, sites)

      /** @param open whether the caller sees the key */
      const show = Effect.fnUntraced(function* (site: SiteRecord, link: ShareLinkRecord, open: boolean) {
        const secret = open ? Redacted.value(yield* encryption.decrypt(keyPurpose(link.id), link.sealedKey)) : undefined
        return {
          object: "share-link" as const,
          id: link.id,
          createdAt: link.createdAt,
          name: link.name,
          active: link.active,
          urls: ifDefined(secret, (key) => ({ published: shareUrl(instance, site, key) }))
        }
      })

      const list = traced("ShareLinks.list")(function* (
        organizationId: string,
        siteId: string,
        filter: { readonly search?: string | undefined },
        params: ListParams
      ) {
        const { role, site } = yield* load(organizationId, siteId, "site.share-links.view")
        const search = filter.search ?? ""
        const page = yield* paginate(
          ["share-links", siteId, search],
          params,
          (link: ShareLinkRecord) => [link.createdAt, link.id],
          (slice) => store.listShareLinks(siteId, search, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* Effect.forEach(page.items, (link) => show(site, link, role === "admin")) }
      })

      const get = traced("ShareLinks.get")(function* (organizationId: string, siteId: string, shareLinkId: string) {
        const { role, site } = yield* load(organizationId, siteId, "site.share-links.view")
        return yield* show(site, yield* require(siteId, shareLinkId), role === "admin")
      })

      const create = traced("ShareLinks.create")(function* (
        organizationId: string,
        siteId: string,
        { name }: NewShareLink
      ) {
        const { site } = yield* load(organizationId, siteId, "site.share-links.edit")
        const id = makeId()
        const secret = makeShareKey()
        const link: ShareLinkRecord = {
          id,
          siteId,
          name,
          active: true,
          keyHash: hashShareKey(secret),
          sealedKey: yield* encryption.encrypt(keyPurpose(id), Redacted.make(secret)),
          createdAt: yield* now
        }
        yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            if ((yield* store.countShareLinks(siteId)) >= mostShareLinks) {
              return yield* new Conflict({ message: `A site has at most ${mostShareLinks} share links; delete some` })
            }
            yield* store.insertShareLink(link)
            yield* record(site, "site.share-link.create", link, {})
          })
        )
        return yield* show(site, link, true)
      })

      const record = (
        site: SiteRecord,
        action: "site.share-link.create" | "site.share-link.update" | "site.share-link.delete",
        { id, name }: ShareLinkRecord,
        payload: Readonly<Record<string, unknown>>
      ) =>
        audit.record({
          organizationId: site.organizationId,
          action,
          target: { type: "site", id: site.id, label: site.title },
          payload: { shareLink: { id, name }, ...payload }
        })

      const require = Effect.fnUntraced(function* (siteId: string, id: string) {
        const link = yield* store.shareLink(siteId, id)
        return link ?? (yield* NotFound.of("share link", id))
      })

      const update = traced("ShareLinks.update")(function* (
        organizationId: string,
        siteId: string,
        shareLinkId: string,
        { active, name }: ShareLinkUpdate
      ) {
        const { site } = yield* load(organizationId, siteId, "site.share-links.edit")
        const patch = defined({ active, name })
        const link = yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            const before = yield* require(siteId, shareLinkId)
            const changed = changes({ ...before }, patch)
            if (Object.keys(changed).length === 0) return before
            yield* store.updateShareLink(siteId, shareLinkId, patch)
            yield* record(site, "site.share-link.update", before, changed)
            return { ...before, ...patch }
          })
        )
        return yield* show(site, link, true)
      })

      const remove = traced("ShareLinks.remove")(function* (
        organizationId: string,
        siteId: string,
        shareLinkId: string
      ) {
        const { site } = yield* load(organizationId, siteId, "site.share-links.edit")
        const link = yield* store.shareLink(siteId, shareLinkId)
        if (link === undefined) return false
        return yield* transaction.run(
          Effect.tap(store.removeShareLink(siteId, shareLinkId), (done) =>
            done ? record(site, "site.share-link.delete", link, {}) : Effect.void
          )
        )
      })

      return ShareLinks.of({ list, get, create, update, remove })
    })
  )
}

const keyPurpose = (id: string): string => `share link ${id}`
