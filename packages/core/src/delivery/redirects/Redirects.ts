/** The redirects of a site: list, write one or many, delete, and find where a path leads. */
import { Context, Effect, Layer } from "effect"
import { ComputedContent } from "../../content/revisions/computed/ComputedContent.ts"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import { RevisionTree } from "../../content/revisions/model/RevisionTree.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import type { AuditAction } from "../../people/audit/AuditEvent.ts"
import { Access } from "../../people/permissions/Access.ts"
import { visitorView } from "../site-records/audience.ts"
import { makeLoadSite, makeWithShareKey } from "../site-records/loadSite.ts"
import { SectionStore } from "../site-records/SectionStore.ts"
import { publicUrl, type SiteRecord } from "../site-records/Site.ts"
import type { SiteSpaceWithSpace } from "../site-records/SiteSpace.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore, type SiteView } from "../site-records/SiteStore.ts"
import { orderedForReaders } from "../site-records/siteOrder.ts"
import { Audience } from "../visitors/Audience.ts"
import { FollowRedirects } from "./FollowRedirects.ts"
import type { BatchEntry, NewDestination, NewRedirectInput, RedirectBatch, RedirectUpdate } from "./input.ts"
import {
  type FoundRedirect,
  type RedirectDestination,
  type RedirectFilter,
  type RedirectRecord,
  type RedirectResult,
  type RedirectResults,
  type SiteRedirect,
  toSiteRedirect
} from "./Redirect.ts"
import { RedirectStore } from "./RedirectStore.ts"
import { segmentsOf, sourceKey } from "./source.ts"

type Failure = Forbidden | NotFound | StorageError

export class Redirects extends Context.Service<
  Redirects,
  {
    /** Live ones, or with `draft` those that are not followed yet; the automatic ones of moved pages among them. */
    readonly list: (
      organizationId: string,
      siteId: string,
      filter: Partial<RedirectFilter>,
      params: ListParams
    ) => Effect.Effect<Page<SiteRedirect>, Failure | Invalid, CurrentActor>
    /** Takes the place of an automatic one of the same source; 409 when somebody wrote one already. */
    readonly create: (
      organizationId: string,
      siteId: string,
      input: NewRedirectInput
    ) => Effect.Effect<SiteRedirect, Failure | Invalid | Conflict, CurrentActor>
    /** What was automatic is somebody's afterwards. */
    readonly update: (
      organizationId: string,
      siteId: string,
      redirectId: string,
      input: RedirectUpdate
    ) => Effect.Effect<SiteRedirect, Failure | Invalid | Conflict, CurrentActor>
    /** `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      redirectId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Writes, publishes and deletes by source, in order; what cannot be done is said of its entry and stops no other. */
    readonly write: (
      organizationId: string,
      siteId: string,
      input: RedirectBatch
    ) => Effect.Effect<RedirectResults, Failure, CurrentActor>
    /** Where the site's visitors are led from a path; not found where they are led nowhere, and where there is a page. */
    readonly find: (
      organizationId: string,
      siteId: string,
      source: string,
      shareKey?: string
    ) => Effect.Effect<FoundRedirect, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/redirects/Redirects") {
  static readonly layer = Layer.effect(
    Redirects,
    Effect.gen(function* () {
      const store = yield* RedirectStore
      const following = yield* FollowRedirects
      const sites = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const sections = yield* SectionStore
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const load = makeLoadSite(access, sites)
      const withShareKey = makeWithShareKey(yield* Audience)

      const list = traced("Redirects.list")(function* (
        organizationId: string,
        siteId: string,
        { draft = false, orderBy = "createdAt", search }: Partial<RedirectFilter>,
        params: ListParams
      ) {
        const { site, view } = yield* load(organizationId, siteId, "redirects.view")
        const page = yield* paginate(
          ["site-redirects", siteId, view.spaces.all ? null : view.spaces.grantedTo, draft, orderBy, search],
          params,
          (redirect: RedirectRecord) => [redirect[orderBy], redirect.id],
          (slice) => store.list(site, view, { draft, orderBy, search }, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, toSiteRedirect)
      })

      const destinationProblem = (field: string, message: string) =>
        new Invalid({
          message: `destination.${field} ${message}`,
          details: [{ path: `destination.${field}`, message }]
        })

      const contentOf = ({ space }: SiteSpaceWithSpace) =>
        missingIsDamage(Effect.flatMap(trees.open(space.head.root), (tree) => computed.expand(space, tree)))

      /** The destination as it is kept, when there is such a place on the site that the caller may see. */
      const checkedDestination = Effect.fnUntraced(function* (
        site: SiteRecord,
        view: SiteView,
        destination: NewDestination
      ): Effect.fn.Return<RedirectDestination, Invalid | StorageError> {
        switch (destination.kind) {
          case "external":
            return { kind: "external", url: destination.url }
          case "site-section": {
            const { siteSectionId } = destination
            const { sections: there } = yield* sections.all(site.id)
            if (there.some(({ id }) => id === siteSectionId)) return { kind: "site-section", siteSectionId }
            return yield* destinationProblem("siteSectionId", "names no section of this site")
          }
          case "path": {
            const shown = (yield* siteSpaces.all(site, view)).find(({ space }) => space.id === destination.spaceId)
            if (shown === undefined) return yield* destinationProblem("spaceId", "names no space on this site")
            const segments = segmentsOf(destination.path)
            const page =
              segments &&
              (yield* missingIsDamage(Effect.flatMap(contentOf(shown), (it) => it.pageByPath(segments.join("/")))))
            if (page === undefined) return yield* destinationProblem("path", "leads to no page of this space")
            return { kind: "site-page", siteSpaceId: shown.siteSpace.id, pageId: page.id }
          }
          default: {
            const shown = yield* siteSpaces.get(site, destination.siteSpaceId, view)
            if (shown === undefined)
              return yield* destinationProblem(
                "siteSpaceId",
                "names no space on this site: send the id of a site space"
              )
            const { siteSpaceId } = destination
            if (destination.kind === "site-space") return { kind: "site-space", siteSpaceId }
            const { pageId } = destination
            const path = yield* missingIsDamage(Effect.flatMap(contentOf(shown), (it) => it.pathOf(pageId)))
            if (path === undefined) {
              return yield* destinationProblem("pageId", "names no page of this site space that has an address")
            }
            return { kind: "site-page", siteSpaceId, pageId }
          }
        }
      })

      /** The site as the view lets see it. */
      const seenBy = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView) {
        const shown = yield* siteSpaces.all(site, view)
        return orderedForReaders({
          site,
          siteSpaces: shown.map(({ siteSpace }) => siteSpace),
          ...(yield* sections.all(site.id))
        })
      })

      /** Fails when a redirect that is followed comes back to itself, as the store has it now. */
      const checkEnds = Effect.fnUntraced(function* (site: SiteRecord, { draft, source }: RedirectRecord) {
        const segments = draft ? undefined : segmentsOf(source)
        if (segments === undefined) return
        if ((yield* following.follow(yield* seenBy(site, visitorView), segments)) === "loop") {
          return yield* destinationProblem("kind", "leads back to the source, by way of the other redirects")
        }
      })

      /** Runs a change while no other changes the site's redirects. */
      const withSiteLock = <A, E, R>(siteId: string, change: Effect.Effect<A, E, R>) =>
        transaction.run(
          Effect.flatMap(
            sites.lock(siteId),
            (found): Effect.Effect<A, E | NotFound, R> => (found ? change : Effect.fail(NotFound.of("site", siteId)))
          )
        )

      const record = (site: SiteRecord, action: AuditAction, payload: Readonly<Record<string, unknown>>) =>
        audit.record({
          organizationId: site.organizationId,
          action,
          target: { type: "site", id: site.id, label: site.title },
          payload
        })

      const taken = (source: string) =>
        new Conflict({ message: `There is a redirect from ${source} already: change it, or choose another source` })

      /** Inside `withSiteLock`: adds or changes the redirect of a source, and says which. */
      const put = Effect.fnUntraced(function* (
        site: SiteRecord,
        input: Omit<NewRedirectInput, "destination">,
        destination: RedirectDestination,
        onTaken: "refuse" | "replace"
      ) {
        const { captureWildcard = false, draft = false, permanent = false, source } = input
        const at = yield* now
        const before = yield* store.bySource(site.id, sourceKey(source), draft)
        if (before !== undefined && !before.automatic && onTaken === "refuse") return yield* taken(source)
        const fields = { source, destination, draft, captureWildcard, permanent, automatic: false }
        const isOld = before !== undefined && onTaken === "replace"
        const written: RedirectRecord = isOld
          ? { ...before, ...fields, updatedAt: at }
          : { id: makeId(), siteId: site.id, ...fields, createdAt: at, updatedAt: at }
        if (before !== undefined && !isOld) yield* store.remove(before.id)
        const done = yield* isOld ? store.update(written.id, fields, at) : store.insert(written)
        if (!done) return yield* taken(source)
        yield* checkEnds(site, written)
        return { status: isOld ? ("updated" as const) : ("created" as const), written }
      })

      const create = traced("Redirects.create")(function* (
        organizationId: string,
        siteId: string,
        input: NewRedirectInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const destination = yield* checkedDestination(site, view, input.destination)
        const { written } = yield* withSiteLock(
          siteId,
          Effect.tap(put(site, input, destination, "refuse"), ({ written: { id, source, draft } }) =>
            record(site, "redirect.create", { redirect: id, source, destination, draft })
          )
        )
        return toSiteRedirect(written)
      })

      const update = traced("Redirects.update")(function* (
        organizationId: string,
        siteId: string,
        redirectId: string,
        input: RedirectUpdate
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const destination = input.destination && (yield* checkedDestination(site, view, input.destination))
        return yield* withSiteLock(
          siteId,
          Effect.gen(function* () {
            const before = yield* store.get(site, view, redirectId)
            if (before === undefined) return yield* NotFound.of("redirect", redirectId)
            const at = yield* now
            const patch = defined({
              source: input.source,
              destination,
              draft: input.draft,
              captureWildcard: input.captureWildcard,
              permanent: input.permanent
            })
            const changed = changes({ ...before }, patch)
            if (Object.keys(changed).length === 0) return toSiteRedirect(before)
            const written: RedirectRecord = { ...before, ...patch, automatic: false, updatedAt: at }
            const there = yield* store.bySource(siteId, sourceKey(written.source), written.draft)
            if (there !== undefined && there.id !== before.id) {
              if (!there.automatic) return yield* taken(written.source)
              yield* store.remove(there.id)
            }
            if (!(yield* store.update(redirectId, { ...patch, automatic: false }, at))) {
              return yield* taken(written.source)
            }
            yield* checkEnds(site, written)
            yield* record(site, "redirect.update", { redirect: redirectId, source: before.source, ...changed })
            return toSiteRedirect(written)
          })
        )
      })

      const remove = traced("Redirects.remove")(function* (organizationId: string, siteId: string, redirectId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        return yield* withSiteLock(
          siteId,
          Effect.gen(function* () {
            const found = yield* store.get(site, view, redirectId)
            if (found === undefined || !(yield* store.remove(redirectId))) return false
            const { destination, source } = found
            yield* record(site, "redirect.delete", { redirect: redirectId, source, destination })
            return true
          })
        )
      })

      /** Inside `withSiteLock`. */
      const writeOne = Effect.fnUntraced(function* (
        site: SiteRecord,
        view: SiteView,
        entry: BatchEntry
      ): Effect.fn.Return<RedirectResult, Invalid | Conflict | StorageError> {
        const { source } = entry
        const at = yield* now
        if (!("destination" in entry)) {
          const waiting = yield* store.bySource(site.id, sourceKey(source), true)
          if (waiting === undefined) return yield* new Invalid({ message: "There is no draft of this source" })
          const live = yield* store.bySource(site.id, sourceKey(source), false)
          if (live !== undefined) yield* store.remove(live.id)
          yield* store.update(waiting.id, { draft: false }, at)
          yield* checkEnds(site, { ...waiting, draft: false })
          return { status: "published", source, draft: false, id: waiting.id }
        }
        const draft = entry.intent === "draft"
        if (entry.destination === null) {
          const found = yield* store.bySource(site.id, sourceKey(source), draft)
          if (found === undefined) return yield* new Invalid({ message: "There is no redirect from this source" })
          yield* store.remove(found.id)
          return { status: "deleted", source, draft }
        }
        const destination = yield* checkedDestination(site, view, entry.destination)
        const { status, written } = yield* put(site, { ...entry, draft }, destination, "replace")
        return { status, source, draft, id: written.id }
      })

      const write = traced("Redirects.write")(function* (
        organizationId: string,
        siteId: string,
        { redirects }: RedirectBatch
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const results = yield* withSiteLock(
          siteId,
          Effect.gen(function* () {
            const done: Array<RedirectResult> = []
            for (const entry of redirects) {
              const draft = !("destination" in entry) || entry.intent === "draft"
              const failed = ({ message }: Invalid | Conflict) =>
                Effect.succeed<RedirectResult>({ status: "error", source: entry.source, draft, error: message })
              // what an entry began is undone when it fails
              done.push(
                yield* transaction
                  .attempt(writeOne(site, view, entry))
                  .pipe(Effect.catchTag("Invalid", failed), Effect.catchTag("Conflict", failed))
              )
            }
            const written = done.filter(({ status }) => status !== "error")
            if (written.length > 0) yield* record(site, "redirect.batch", { redirects: written })
            return done
          })
        )
        return { results }
      })

      const find = traced("Redirects.find")(function* (
        organizationId: string,
        siteId: string,
        source: string,
        shareKey?: string
      ) {
        const { judge, site, view } = yield* load(organizationId, siteId, "site.view")
        const segments = segmentsOf(source)
        const seen = {
          ...(yield* seenBy(site, { ...view, shownOnly: true })),
          ...defined({ judge })
        }
        const found = segments === undefined ? "nowhere" : yield* following.follow(seen, segments)
        if (found === "nowhere" || found === "loop") return yield* NotFound.of("redirect", source)
        const { redirect, target } = found
        return {
          redirect: toSiteRedirect(redirect),
          target:
            target.kind === "external"
              ? target.url
              : publicUrl(instance, yield* withShareKey(site, shareKey)) + target.path
        }
      })

      return Redirects.of({ list, create, update, remove, write, find })
    })
  )
}
