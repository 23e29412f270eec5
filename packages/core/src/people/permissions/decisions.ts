/** Decisions that need nothing but the table of actions and what was loaded about an object. */
import { Effect } from "effect"
import { type Actor, isOutside } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Forbidden, NotFound } from "../../kernel/shared/errors.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import type { ContentFacts } from "./AccessStore.ts"
import type { Action, ActionName } from "./actions.ts"
import { effectiveRole, type Membership } from "./effectiveRole.ts"

/** What an allowed caller is on the object. `membership` is absent for the operator and for site tokens. */
export interface Allowed {
  readonly role: Role
  readonly membership?: Membership
}

/** What is decided by the table of actions. */
export const decisionsBy = (actions: Readonly<Record<ActionName, Action>>) => {
  /** Scopes are looked at before anything is loaded, so that they tell nothing about what exists. */
  const checkScope = (actor: Actor, action: ActionName): Effect.Effect<void, Forbidden> => {
    if (actor.kind !== "user" || actor.scopes === null) return Effect.void
    const { scope } = actions[action]
    if (scope !== undefined && actor.scopes.has(scope)) return Effect.void
    return Effect.fail(
      new Forbidden({
        message:
          scope === undefined
            ? "This needs a token without scopes"
            : `This token lacks the scope ${scope}; make one that has it, or one without scopes`
      })
    )
  }

  /** The decision on a space or collection, with what was loaded about it. */
  const decide = (
    actor: Actor,
    object: string,
    id: string,
    action: ActionName,
    facts: ContentFacts | null
  ): Effect.Effect<Allowed & { readonly organizationId: string }, NotFound | Forbidden> => {
    const role = facts === null || isOutside(actor, facts.organizationId) ? undefined : effectiveRole(facts)
    if (facts === null || role === undefined) return Effect.fail(NotFound.of(object, id))
    if (!atLeast(role, actions[action].role)) return denied(action)
    const { membership, organizationId } = facts
    return Effect.succeed({ role, organizationId, ...defined({ membership }) })
  }

  const denied = (action: ActionName) =>
    Effect.fail(new Forbidden({ message: `This needs the role ${actions[action].role} here` }))

  return { checkScope, decide, denied }
}

/** What the token of a site may do with it (threat: token misuse). */
export const visitorActions: ReadonlySet<ActionName> = new Set([
  "site.view",
  "site.search",
  "site.ask",
  "insights.track"
])

/** What it may do where it has a preview: whoever asks for these looks with the functions of `Access` what that is of. */
export const previewActions: ReadonlySet<ActionName> = new Set(["revision.preview", "change-request.preview"])

export const readsOnly = Effect.fail(new Forbidden({ message: "The token of a site only reads what the site shows" }))
