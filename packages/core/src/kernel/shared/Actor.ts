/**
 * Who acts. Every use case asks for it; HTTP provides the token's user, the CLI and the embedded engine the operator.
 */
import * as Context from "effect/Context"
import type { VisitorPass } from "../../delivery/visitors/visitorPass.ts"
import type { Scope } from "../../people/permissions/actions.ts"
import type { Visitor } from "../conditions/Visitor.ts"

/** A person, through a token or a session. `scopes: null` may do all that the user may; a list only narrows. */
export interface UserActor {
  readonly kind: "user"
  readonly userId: string
  readonly tokenId: string | null
  readonly scopes: ReadonlySet<Scope> | null
  /**
   * The one organization that there is for the person, when its own provider said who this is: what a provider says
   * counts nowhere else.
   */
  readonly organizationId?: string | undefined
  /** The sign-in provider that said who this is: a provider of the organization, or the issuer of the installation's. */
  readonly providerId?: string | undefined
  /** When the token ends that this is by (ISO 8601): nothing that is made with it lasts longer. */
  readonly endsAt?: string | undefined
  /** The session that this is by, as the store names it. */
  readonly session?: string | undefined
}

/** Whether there is no such organization, as far as the actor is concerned. */
export const isOutside = (actor: Actor, organizationId: string): boolean =>
  actor.kind === "user" && actor.organizationId !== undefined && actor.organizationId !== organizationId

/**
 * A reader of one published site: the short-lived token of `POST /v1/urls/published`. Reads that site's content and
 * nothing else.
 */
export interface SiteActor {
  readonly kind: "site"
  readonly organizationId: string
  readonly siteId: string
  /** What let the reader in: looked at again on every use. */
  readonly pass: VisitorPass
  /** As whom content is shown. */
  readonly visitor: Visitor
  readonly preview?: Preview | undefined
}

/**
 * What the reader of a site also reads although it is not published: the draft of one change request, or one revision,
 * for as long as the member may who asked for it.
 */
export interface Preview {
  /** `null`: the operator. */
  readonly userId: string | null
  readonly space: string
  /** Ids. */
  readonly changeRequest?: string | undefined
  readonly revision?: string | undefined
  /** When it ends, in seconds since 1970. */
  readonly until: number
}

/** The operator of the installation, with the store in hand: may do everything. */
export interface OperatorActor {
  readonly kind: "operator"
}

export type Actor = UserActor | SiteActor | OperatorActor

export const operator: OperatorActor = { kind: "operator" }

/** The actor of the current use case. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("@octavo/core/kernel/shared/CurrentActor") {}
