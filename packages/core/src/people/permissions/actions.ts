/** What can be done: each action needs a role and, of a narrowed token, a scope (`docs/contributing/wire.md#tokens-and-scopes`). */
import { Context } from "effect"
import type { ActionName } from "../../areas.ts"
import type { Role } from "../../kernel/shared/roles.ts"

/** Scopes of API tokens, in the public client's words. */
export const scopes = [
  "user:read",
  "organization:read",
  "organization:write",
  "organization:search",
  "organization:members:read",
  "organization:members:write",
  "space:read",
  "space:write",
  "space:permissions:read",
  "space:permissions:write",
  "change-request:merge",
  "site:read",
  "site:write",
  "site:publish",
  "site:permissions:read",
  "site:permissions:write",
  "site:auth:read",
  "site:auth:write",
  "site:insights:read",
  "site:search",
  "openapi:read",
  "openapi:write"
] as const
export type Scope = (typeof scopes)[number]

export interface Action {
  /** The lowest role that may; on the object that the action addresses. */
  readonly role: Role
  /** The scope that a narrowed token must hold; `undefined`: a token without scopes only. */
  readonly scope: Scope | undefined
}

export type { ActionName } from "../../areas.ts"

/** The one table that services authorize against: what the areas say of their actions, put together in `areas.ts`. */
export class Actions extends Context.Service<Actions, Readonly<Record<ActionName, Action>>>()(
  "@octavo/core/people/permissions/Actions"
) {}
