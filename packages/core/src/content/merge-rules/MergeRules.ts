/** The gate of merges: the merge rules of the space, or of its organization where the space inherits them. */
import { Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import type { OrganizationMergeRules } from "../../people/organizations/Organization.ts"
import { OrganizationStore } from "../../people/organizations/OrganizationStore.ts"
import { Access } from "../../people/permissions/Access.ts"
import { effectiveRole } from "../../people/permissions/effectiveRole.ts"
import { baseOf } from "../change-requests/ChangeRequest.ts"
import { type MergeAttempt, MergeGate } from "../change-requests/MergeGate.ts"
import { DraftBreaks } from "../checks/DraftBreaks.ts"
import { ReviewStore } from "../reviews/ReviewStore.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { decideMerge, refusalOf } from "./decideMerge.ts"

/** Most people of a change request who are looked at: more than can be asked. */
const everyone = { after: undefined, limit: 1000 }

export const mergeRulesLayer = Layer.effect(
  MergeGate,
  Effect.gen(function* () {
    const reviews = yield* ReviewStore
    const organizations = yield* OrganizationStore
    const access = yield* Access
    const revisions = yield* RevisionStore
    const breaks = yield* DraftBreaks

    const kept = makePartCache<OrganizationMergeRules | null>(yield* Epoch, 1_000, { inTransactions: true })

    const ofOrganization = (id: string) =>
      kept(
        accessPart,
        id,
        Effect.map(organizations.get(id), (found) => found?.mergeRules ?? null)
      )

    const roleOn = (spaceId: string, userId: string) =>
      Effect.map(access.facts(userId, { kind: "space", id: spaceId }), (facts) =>
        facts === undefined ? undefined : effectiveRole(facts)
      )

    /** Those of the people who may review the space now: what others once said about it no longer counts. */
    const reviewersAmong = Effect.fnUntraced(function* (spaceId: string, userIds: Iterable<string>) {
      const found = new Set<string>()
      for (const id of userIds) if (atLeast(yield* roleOn(spaceId, id), "review")) found.add(id)
      return found
    })

    /** How many links the draft breaks. */
    const brokenLinks = Effect.fnUntraced(function* ({ changeRequest, space }: MergeAttempt) {
      const rootOf = (revisionId: string) =>
        Effect.flatMap(revisions.get(space.id, revisionId), (revision) =>
          revision === undefined
            ? Effect.fail(new StorageError({ operation: "mergeRules.revision", retryable: false }))
            : Effect.succeed(revision.root)
        )
      const draft = { base: yield* rootOf(baseOf(changeRequest)), draft: changeRequest.head.root }
      const found = yield* breaks.of(space, draft)
      return { count: found.length, elsewhere: found.filter(({ spaceId }) => spaceId !== space.id).length }
    })

    /** The rules of the space, and what of them does not hold. */
    const decide = Effect.fnUntraced(function* (attempt: MergeAttempt) {
      const { changeRequest, earlier, primaryRevision, space } = attempt
      const inherits = space.mergeRules.type === "inherit"
      const inherited = inherits ? (earlier?.inherited ?? (yield* ofOrganization(space.organizationId))) : undefined
      const found = space.mergeRules.type === "inherit" ? inherited : space.mergeRules
      if (found?.type !== "rules" || found.rules.length === 0) return { inherited }
      const { rules } = found
      const actor = yield* CurrentActor
      const userId = actor.kind === "user" ? actor.userId : undefined
      const standing = yield* reviews.standing(changeRequest.id)
      const { items: asked } = yield* reviews.requested(changeRequest.id, everyone)
      const may = yield* reviewersAmong(
        space.id,
        new Set([...standing.map(({ reviewer }) => reviewer.id), ...asked.map(({ user }) => user.id)])
      )
      const named = rules.flatMap((rule) => ("users" in rule ? rule.users : []))
      const people = yield* reviews.people([...new Set([...named, ...(userId === undefined ? [] : [userId])])])
      const gone = new Set<string>()
      for (const id of new Set(named)) if ((yield* roleOn(space.id, id)) === undefined) gone.add(id)
      const person = userId === undefined ? undefined : people.get(userId)
      const role: Role | undefined = userId === undefined ? "admin" : yield* roleOn(space.id, userId)
      const asksForLinks = rules.some(({ rule }) => rule === "require_no_new_broken_links")
      const links = earlier === undefined && asksForLinks ? yield* brokenLinks(attempt) : earlier?.brokenLinks
      const decision = decideMerge({
        rules,
        changeRequest,
        space,
        outdated: primaryRevision !== baseOf(changeRequest),
        brokenLinks: links,
        actor: { person, role: role ?? "read" },
        reviews: standing.filter(({ reviewer }) => may.has(reviewer.id)),
        requested: asked.flatMap(({ user }) => (may.has(user.id) ? [user] : [])),
        names: new Map(Array.from(people, ([id, { displayName }]) => [id, displayName])),
        gone
      })
      return {
        inherited,
        decision,
        brokenLinks: links,
        from: inherits ? ("organization" as const) : ("space" as const)
      }
    })

    return MergeGate.of({
      check: Effect.fnUntraced(function* (attempt) {
        const { brokenLinks, decision, from, inherited } = yield* decide(attempt)
        if (decision === undefined || decision.unmet.length === 0) return { bypassed: [], inherited, brokenLinks }
        if (!decision.bypassed) return yield* new PreconditionFailed({ message: refusalOf(from, decision) })
        return { bypassed: decision.unmet.map(({ rule }) => rule), inherited, brokenLinks }
      }),
      look: (attempt) => Effect.map(decide(attempt), ({ decision }) => decision ?? { unmet: [], bypassed: false })
    })
  })
)
