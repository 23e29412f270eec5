/**
 * The guard of every use case: loads the facts with one query, decides with the pure function of `effectiveRole.ts`, and
 * answers alike for what is hidden and what does not exist.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { FileOwner } from "../../content/revisions/downloads.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import { type Actor, CurrentActor, isOutside, type Preview, type SiteActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { accessPart, Epoch, makePartCache, treePart } from "../../kernel/shared/Epoch.ts"
import { type Forbidden, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import { AccessStore, type ContentFacts } from "./AccessStore.ts"
import { type ActionName, Actions } from "./actions.ts"
import { type Allowed, decisionsBy, previewActions, readsOnly, visitorActions } from "./decisions.ts"
import { type AccessFacts, effectiveRole, type ListScope, listScope, type Membership } from "./effectiveRole.ts"
import { SiteReaders } from "./SiteReaders.ts"

/** How precise `lastSeenAt` of members is: each time that it is written is a commit. */
const seenPrecisionMs = 600_000
const mostSeen = 50_000

type Denied = NotFound | Forbidden | StorageError

/** Something that stands in a collection, or at the organization's root. */
interface Placed {
  readonly organizationId: string
  readonly parent: string | null
}

/** With the collection around it as the caller is told of it: `null` for one that the caller may not see, too. */
export type WithShownParent<A> = A & { readonly shownParent: string | null }

/** What an allowed caller is in a space. */
export interface AllowedInSpace extends Allowed {
  readonly organizationId: string
  /** Decides what the reader of a site sees of the content; members see all of it. */
  readonly judge?: Judge
  /** What such a reader sees beside what is published. */
  readonly preview?: Preview
  /** What addresses of files hang on that are given to the caller. */
  readonly files: FileOwner
}

/** What an allowed caller is on a site. */
export interface AllowedOnSite extends Allowed {
  /** The site spaces that the reader with the site's token is shown, by id. */
  readonly siteSpaces?: ReadonlyArray<string>
  /** Decides on pages and texts for that reader. */
  readonly judge?: Judge
}

export class Access extends Context.Service<
  Access,
  {
    /** For objects of the organization itself; the role is the membership's. Guests read the organization only. */
    readonly organization: (organizationId: string, action: ActionName) => Effect.Effect<Allowed, Denied, CurrentActor>
    readonly space: (
      spaceId: string,
      action: ActionName,
      options?: { readonly deleted?: boolean }
    ) => Effect.Effect<AllowedInSpace, Denied, CurrentActor>
    readonly collection: (
      collectionId: string,
      action: ActionName
    ) => Effect.Effect<Allowed & { readonly organizationId: string }, Denied, CurrentActor>
    readonly site: (
      organizationId: string,
      siteId: string,
      action: ActionName
    ) => Effect.Effect<AllowedOnSite, Denied, CurrentActor>
    /** Ids of the spaces that the reader of a site is shown; none for all other callers. */
    readonly shownSpaces: Effect.Effect<ReadonlyArray<string>, StorageError, CurrentActor>
    /** The caller's role on each of the spaces of a list that the caller may see. */
    readonly roles: (
      spaceIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Role>, StorageError, CurrentActor>
    /** The same for the collections of a list. */
    readonly collectionRoles: (
      collectionIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Role>, StorageError, CurrentActor>
    /** Spaces or collections that the caller may see, with the collections around them that the caller may see. */
    readonly withParents: <A extends Placed>(
      items: ReadonlyArray<A>
    ) => Effect.Effect<ReadonlyArray<WithShownParent<A>>, StorageError, CurrentActor>
    /** The same for one. */
    readonly withParent: <A extends Placed>(item: A) => Effect.Effect<WithShownParent<A>, StorageError, CurrentActor>
    /** The same for the sites of a list. */
    readonly siteRoles: (
      organizationId: string,
      siteIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Role>, StorageError, CurrentActor>
    /**
     * What decides on a user's access, as it is in the store now: for decisions inside a transaction. `undefined` when
     * there is no such content.
     */
    readonly facts: (
      userId: string,
      object: { readonly kind: "organization" | "space" | "collection"; readonly id: string }
    ) => Effect.Effect<ContentFacts | undefined, StorageError>
    /** For lists of an organization's content: which items the caller may see. */
    readonly list: (organizationId: string, action: ActionName) => Effect.Effect<ListScope, Denied, CurrentActor>
    /** Whether what a file's address was given out for is there, and open to whom it was given. */
    readonly opens: (owner: FileOwner) => Effect.Effect<boolean, StorageError>
    /** For what only people with a token may ask: fails when the token's scopes leave the action out. */
    readonly scope: (action: ActionName) => Effect.Effect<void, Forbidden, CurrentActor>
  }
>()("@octavo/core/people/permissions/Access") {
  static readonly layer = Layer.effect(
    Access,
    Effect.gen(function* () {
      const store = yield* AccessStore
      const readers = yield* SiteReaders
      const actions = yield* Actions
      const { checkScope, decide, denied } = decisionsBy(actions)
      const epoch = yield* Epoch
      const memberships = makePartCache<Membership | null>(epoch, 10_000, { inTransactions: true })
      const spaces = makePartCache<ContentFacts | null>(epoch, 50_000, { inTransactions: true })
      const collections = makePartCache<ContentFacts | null>(epoch, 50_000, { inTransactions: true })

      // of its own, so that it is part of nobody's transaction
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const seen = makeLru<number>(mostSeen, "members-seen")

      /** What a caller was allowed, with a note that the member was here; nobody waits for that. */
      const noted = <A extends Allowed>(actor: Actor, organizationId: string, allowed: A): Effect.Effect<A> =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (actor.kind !== "user" || allowed.membership === undefined) return allowed
          const key = `${actor.userId} ${organizationId}`
          const last = seen.get(key)
          if (last === undefined || now - last > seenPrecisionMs) {
            seen.set(key, now, 1)
            run(Effect.ignore(store.noteSeen(actor.userId, organizationId, new Date(now).toISOString())))
          }
          return allowed
        })

      const membershipOf = (userId: string, organizationId: string) =>
        memberships(
          accessPart,
          `${userId} ${organizationId}`,
          Effect.suspend(() => Effect.map(store.membership(userId, organizationId), (found) => found ?? null))
        )

      /** What a site shows to the bearer of its token: asked each time, because a token outlives what it was given for. */
      const sightOf = Effect.fnUntraced(function* (actor: SiteActor) {
        const { organizationId, pass, siteId } = actor
        const holds =
          pass.kind === "member"
            ? yield* seesSite(pass.userId, organizationId, siteId)
            : yield* readers.holds(siteId, pass)
        return holds ? yield* readers.viewOf(actor) : undefined
      })

      /** @param userId `null`: the operator */
      const seesSite = Effect.fnUntraced(function* (userId: string | null, organizationId: string, siteId: string) {
        if (userId === null) return true
        const facts = yield* store.site(userId, organizationId, siteId)
        return facts !== undefined && effectiveRole(facts) !== undefined
      })

      /** The preview of a space that its reader has, while the member may still read the space. */
      const previewOf = Effect.fnUntraced(function* ({ preview }: SiteActor, spaceId: string) {
        if (preview?.space !== spaceId) return undefined
        if (preview.userId === null) return preview
        const facts = yield* factsOf(preview.userId, spaceId)
        return facts !== null && effectiveRole(facts) !== undefined ? preview : undefined
      })

      const factsOf = (userId: string, spaceId: string) =>
        spaces(
          accessPart,
          `${userId} ${spaceId}`,
          Effect.suspend(() => Effect.map(store.space(userId, spaceId), (found) => found ?? null)),
          // not the space itself: an edit takes nobody's rights away
          (facts) => [facts === null ? spaceId : treePart(facts.organizationId)]
        )

      const organization = Effect.fnUntraced(function* (organizationId: string, action: ActionName) {
        const actor = yield* CurrentActor
        yield* checkScope(actor, action)
        if (actor.kind === "operator") {
          if (!(yield* store.organizationExists(organizationId))) {
            return yield* NotFound.of("organization", organizationId)
          }
          return { role: "admin" as Role }
        }
        if (actor.kind === "site") {
          if (actor.organizationId !== organizationId) return yield* NotFound.of("organization", organizationId)
          return action === "organization.view" ? { role: "read" as Role } : yield* readsOnly
        }
        if (isOutside(actor, organizationId)) return yield* NotFound.of("organization", organizationId)
        const membership = yield* membershipOf(actor.userId, organizationId)
        if (membership === null || membership.disabled) return yield* NotFound.of("organization", organizationId)
        // a guest knows that the organization is there, and nothing of its members
        const role = membership.role ?? (action === "organization.view" ? "read" : undefined)
        if (role === undefined || !atLeast(role, actions[action].role)) return yield* denied(action)
        return yield* noted<Allowed>(actor, organizationId, { role, membership })
      })

      const space = Effect.fnUntraced(function* (
        spaceId: string,
        action: ActionName,
        options?: { readonly deleted?: boolean }
      ) {
        const actor = yield* CurrentActor
        yield* checkScope(actor, action)
        if (actor.kind === "operator") {
          const organizationId = yield* store.spaceOrganization(spaceId, options)
          if (organizationId === undefined) return yield* NotFound.of("space", spaceId)
          return { role: "admin" as Role, organizationId, files: { space: spaceId } }
        }
        if (actor.kind === "site") {
          const sight = yield* sightOf(actor)
          if (sight === undefined || !sight.siteSpaces.some((one) => one.spaceId === spaceId)) {
            return yield* NotFound.of("space", spaceId)
          }
          const preview = yield* previewOf(actor, spaceId)
          return action === "space.view" || previewActions.has(action)
            ? {
                role: "read" as Role,
                organizationId: actor.organizationId,
                judge: sight.judge,
                files: {
                  space: spaceId,
                  site: actor.siteId,
                  organization: actor.organizationId,
                  pass: actor.pass
                } satisfies FileOwner,
                ...defined({ preview })
              }
            : yield* readsOnly
        }
        const facts = yield* options?.deleted === true
          ? Effect.map(store.space(actor.userId, spaceId, options), (found) => found ?? null)
          : factsOf(actor.userId, spaceId)
        const allowed = yield* decide(actor, "space", spaceId, action, facts)
        return yield* noted(actor, allowed.organizationId, { ...allowed, files: { space: spaceId } })
      })

      const opens = Effect.fnUntraced(function* (owner: FileOwner) {
        if (!("space" in owner)) return yield* store.organizationExists(owner.organization)
        if ((yield* store.spaceOrganization(owner.space)) === undefined) return false
        if (!("site" in owner)) return true
        const { organization, pass, site, space } = owner
        const holds =
          pass.kind === "member" ? yield* seesSite(pass.userId, organization, site) : yield* readers.holds(site, pass)
        return holds && (yield* readers.publishes(site, space))
      })

      const collection = Effect.fnUntraced(function* (collectionId: string, action: ActionName) {
        const actor = yield* CurrentActor
        yield* checkScope(actor, action)
        if (actor.kind === "operator") {
          const organizationId = yield* store.collectionOrganization(collectionId)
          if (organizationId === undefined) return yield* NotFound.of("collection", collectionId)
          return { role: "admin" as Role, organizationId }
        }
        if (actor.kind === "site") return yield* NotFound.of("collection", collectionId)
        const facts = yield* collections(
          accessPart,
          `${actor.userId} ${collectionId}`,
          Effect.map(store.collection(actor.userId, collectionId), (found) => found ?? null)
        )
        const allowed = yield* decide(actor, "collection", collectionId, action, facts)
        return yield* noted(actor, allowed.organizationId, allowed)
      })

      const site = Effect.fnUntraced(function* (organizationId: string, siteId: string, action: ActionName) {
        const actor = yield* CurrentActor
        yield* checkScope(actor, action)
        if (actor.kind === "site") {
          const here = actor.organizationId === organizationId && actor.siteId === siteId
          const sight = here ? yield* sightOf(actor) : undefined
          if (sight === undefined) return yield* NotFound.of("site", siteId)
          return visitorActions.has(action)
            ? { role: "read" as Role, siteSpaces: sight.siteSpaces.map(({ id }) => id), judge: sight.judge }
            : yield* readsOnly
        }
        if (isOutside(actor, organizationId)) return yield* NotFound.of("site", siteId)
        const facts = yield* store.site(actor.kind === "user" ? actor.userId : "", organizationId, siteId)
        if (facts === undefined) return yield* NotFound.of("site", siteId)
        if (actor.kind === "operator") return { role: "admin" as Role }
        const role = effectiveRole(facts)
        if (role === undefined) return yield* NotFound.of("site", siteId)
        if (!atLeast(role, actions[action].role)) return yield* denied(action)
        const { membership } = facts
        return yield* noted(actor, organizationId, { role, ...defined({ membership }) })
      })

      const shownSpaces = Effect.gen(function* () {
        const actor = yield* CurrentActor
        const sight = actor.kind === "site" ? yield* sightOf(actor) : undefined
        return [...new Set(sight?.siteSpaces.map(({ spaceId }) => spaceId))]
      })

      const list = Effect.fnUntraced(function* (organizationId: string, action: ActionName) {
        const actor = yield* CurrentActor
        yield* checkScope(actor, action)
        const { membership } = yield* organization(organizationId, "organization.view").pipe(
          Effect.provideService(CurrentActor, unscoped(actor))
        )
        if (actor.kind === "site") return yield* readsOnly
        return actor.kind === "user" && membership !== undefined
          ? listScope(actor.userId, membership)
          : ({ all: true } as const)
      })

      /** Roles on the items of a list; those that the caller may not see are left out. */
      const rolesOf = (
        ids: ReadonlyArray<string>,
        load: (userId: string) => Effect.Effect<ReadonlyMap<string, AccessFacts | ContentFacts>, StorageError>
      ) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const found = new Map<string, Role>()
          if (actor.kind !== "user") {
            for (const id of ids) found.set(id, actor.kind === "operator" ? "admin" : "read")
            return found
          }
          for (const [id, facts] of yield* load(actor.userId)) {
            const outside = "organizationId" in facts && isOutside(actor, facts.organizationId)
            const role = outside ? undefined : effectiveRole(facts)
            if (role !== undefined) found.set(id, role)
          }
          return found
        })

      const roles = (spaceIds: ReadonlyArray<string>) => rolesOf(spaceIds, (userId) => store.spaces(userId, spaceIds))

      const collectionRoles = (collectionIds: ReadonlyArray<string>) =>
        rolesOf(collectionIds, (userId) => store.collections(userId, collectionIds))

      /** Whether a caller sees every collection of an organization of which anything is seen. */
      const seesAll = (actor: Actor, organizationId: string) =>
        actor.kind === "user"
          ? // no level takes away what members may read
            Effect.map(membershipOf(actor.userId, organizationId), (membership) => membership?.role != null)
          : Effect.succeed(actor.kind === "operator")

      const withParents = Effect.fnUntraced(function* <A extends Placed>(items: ReadonlyArray<A>) {
        const actor = yield* CurrentActor
        const asked = new Set<string>()
        const shown = new Set<string>()
        for (const { organizationId, parent } of items) {
          if (parent === null) continue
          if (yield* seesAll(actor, organizationId)) shown.add(parent)
          else if (actor.kind === "user") asked.add(parent)
        }
        if (asked.size > 0) for (const id of (yield* collectionRoles([...asked])).keys()) shown.add(id)
        return items.map((item) => ({
          ...item,
          shownParent: item.parent !== null && shown.has(item.parent) ? item.parent : null
        }))
      })

      const withParent = <A extends Placed>(item: A) => Effect.map(withParents([item]), ([found]) => found!)

      const siteRoles = (organizationId: string, siteIds: ReadonlyArray<string>) =>
        rolesOf(siteIds, (userId) => store.sites(userId, organizationId, siteIds))

      const facts = (
        userId: string,
        { id, kind }: { readonly kind: "organization" | "space" | "collection"; readonly id: string }
      ): Effect.Effect<ContentFacts | undefined, StorageError> =>
        kind === "space"
          ? store.space(userId, id)
          : kind === "collection"
            ? store.collection(userId, id)
            : Effect.map(store.membership(userId, id), (membership) => ({ organizationId: id, membership, levels: [] }))

      const scope = (action: ActionName) => Effect.flatMap(CurrentActor, (actor) => checkScope(actor, action))

      return Access.of({
        organization,
        space,
        collection,
        site,
        shownSpaces,
        roles,
        collectionRoles,
        withParents,
        withParent,
        siteRoles,
        facts,
        list,
        opens,
        scope
      })
    })
  )
}

const unscoped = (actor: Actor): Actor => (actor.kind === "user" ? { ...actor, scopes: null } : actor)
