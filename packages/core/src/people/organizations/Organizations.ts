/** Organizations: the outermost owner of everything. */
import { Context, Effect, Layer, Schema } from "effect"
import { type Actor, CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { ifDefined } from "../../kernel/shared/defined.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { Conflict, Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { Text, WebAddress } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../audit/Audit.ts"
import { EmailDomains } from "../email-domains/EmailDomains.ts"
import { MemberStore } from "../members/MemberStore.ts"
import { Access } from "../permissions/Access.ts"
import { checkMergeRules } from "./mergeRules.ts"
import {
  type Organization,
  OrganizationMergeRules,
  type OrganizationRecord,
  type Subdomain,
  SubdomainName,
  toOrganization
} from "./Organization.ts"
import { OrganizationStore } from "./OrganizationStore.ts"

const domain = Text(0, 253).check(Schema.isPattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u))
const DomainNames = Schema.Array(domain).check(Schema.isMaxLength(1000))
const Title = Text(2, 255).check(Schema.isPattern(/\S[\s\S]*\S/u))

/** Body of `POST /v1/orgs`. */
export const NewOrganization = Schema.Struct({
  title: Title,
  emailDomains: Schema.optionalKey(DomainNames)
})
export type NewOrganization = typeof NewOrganization.Type

/** Body of `PATCH /v1/orgs/{organizationId}` (`docs/contributing/wire.md#people`). */
export const OrganizationUpdate = Schema.Struct({
  title: Schema.optionalKey(Title),
  emailDomains: Schema.optionalKey(DomainNames),
  hostname: Schema.optionalKey(SubdomainName),
  defaultRole: Schema.optionalKey(Schema.NullOr(Role)),
  defaultContent: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ type: Schema.Literal("site"), site: Schema.String }))
  ),
  logo: Schema.optionalKey(Schema.NullOr(WebAddress)),
  sso: Schema.optionalKey(Schema.Boolean),
  ai: Schema.optionalKey(Schema.Boolean),
  inviteLinks: Schema.optionalKey(Schema.Boolean),
  mergeRules: Schema.optionalKey(OrganizationMergeRules)
})
export type OrganizationUpdate = typeof OrganizationUpdate.Type

type Failure = Forbidden | NotFound | StorageError

export class Organizations extends Context.Service<
  Organizations,
  {
    /** Adds an organization with the caller as its admin; the operator names the first admin. */
    readonly create: (
      input: NewOrganization,
      admin?: string
    ) => Effect.Effect<Organization, Forbidden | Invalid | StorageError, CurrentActor>
    /** The caller's organizations, oldest first. */
    readonly list: (
      params: ListParams
    ) => Effect.Effect<Page<Organization>, Forbidden | Invalid | StorageError, CurrentActor>
    readonly get: (id: string) => Effect.Effect<Organization, Failure, CurrentActor>
    /** What a short name stands for; members and guests of the organization see it. */
    readonly subdomain: (subdomain: string) => Effect.Effect<Subdomain, Failure, CurrentActor>
    readonly update: (
      id: string,
      patch: OrganizationUpdate
    ) => Effect.Effect<Organization, Failure | Invalid | Conflict, CurrentActor>
  }
>()("@octavo/core/people/organizations/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const members = yield* MemberStore
      const domains = yield* EmailDomains
      const access = yield* Access
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const audit = yield* Audit

      const known = makePartCache<OrganizationRecord | null>(yield* Epoch, 1_000)

      const create = traced("Organizations.create")(function* (input: NewOrganization, admin?: string) {
        const actor = yield* CurrentActor
        yield* access.scope("organization.create")
        const userId = actor.kind === "user" ? actor.userId : actor.kind === "operator" ? admin : undefined
        if (userId === undefined && actor.kind !== "operator") {
          return yield* new Forbidden({ message: "This needs the token of a person" })
        }
        if (actor.kind === "user" && actor.organizationId !== undefined) {
          return yield* new Forbidden({ message: "Who signs in through an organization makes no other" })
        }
        const createdAt = yield* now
        const organization: OrganizationRecord = {
          id: makeId(),
          title: input.title,
          createdAt,
          emailDomains: [...new Set(input.emailDomains ?? [])],
          hostname: null,
          defaultRole: "read",
          defaultSite: null,
          logo: null,
          sso: false,
          ai: false,
          inviteLinks: true,
          mergeRules: { type: "none" }
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(organization)
            if (userId !== undefined) {
              yield* members.insert({
                organizationId: organization.id,
                userId,
                role: "admin",
                sso: false,
                joinedAt: createdAt
              })
            }
            yield* audit.record({
              organizationId: organization.id,
              action: "organization.create",
              target: { type: "organization", id: organization.id, label: organization.title },
              payload: { admin: userId ?? null }
            })
          })
        )
        return toOrganization(instance, organization, "admin")
      })

      const list = traced("Organizations.list")(function* (params: ListParams) {
        const actor = yield* CurrentActor
        yield* access.scope("organization.view")
        if (actor.kind === "site") return { count: 0, items: [] }
        const userId = actor.kind === "user" ? actor.userId : null
        const only = actor.kind === "user" ? actor.organizationId : undefined
        const page = yield* paginate(
          ["organizations", userId, only],
          params,
          (organization: OrganizationRecord) => [organization.id],
          (slice) => store.list(userId, only, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const owned = yield* ownTeamsIn(page.items.map((organization) => organization.id))
        const items = yield* Effect.forEach(page.items, (organization) =>
          Effect.map(roleIn(actor, organization.id), (role) =>
            toOrganization(instance, organization, role, owned.has(organization.id))
          )
        )
        return { ...page, items }
      })

      /** Where the caller owns a team. */
      const ownTeamsIn = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<string>) {
        const actor = yield* CurrentActor
        return actor.kind === "user" && organizationIds.length > 0
          ? yield* store.teamOwnerIn(actor.userId, organizationIds)
          : new Set<string>()
      })

      const roleIn = (actor: Actor, organizationId: string) =>
        access.organization(organizationId, "organization.view").pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.map((allowed) => (allowed.membership === undefined ? allowed.role : allowed.membership.role)),
          // gone between the list and here: nothing may be done there
          Effect.catchTags({ NotFound: () => Effect.succeed(null), Forbidden: () => Effect.succeed(null) })
        )

      const get = traced("Organizations.get")(function* (id: string) {
        const { membership, role } = yield* access.organization(id, "organization.view")
        const organization = yield* known(
          accessPart,
          id,
          Effect.suspend(() => Effect.map(store.get(id), (found) => found ?? null))
        )
        if (organization === null) return yield* NotFound.of("organization", id)
        if (membership === undefined) return toOrganization(instance, organization, role)
        // admins manage all teams
        const owned = membership.role !== "admin" && (yield* ownTeamsIn([id])).has(id)
        return toOrganization(instance, organization, membership.role, owned)
      })

      const subdomain = traced("Organizations.subdomain")(function* (name: string) {
        yield* access.scope("organization.view")
        const found = yield* store.bySubdomain(name)
        const missing = NotFound.of("subdomain", name)
        if (found === undefined) return yield* missing
        yield* access
          .organization(found.id, "organization.view")
          .pipe(Effect.catchTag("NotFound", () => Effect.fail(missing)))
        return {
          object: "subdomain" as const,
          subdomain: name,
          target: { type: "organization" as const, organization: found.id },
          isActive: true
        }
      })

      const update = traced("Organizations.update")(function* (id: string, input: OrganizationUpdate) {
        yield* access.organization(id, "organization.edit")
        const { defaultContent, ...rest } = input
        if (input.defaultRole !== undefined && input.defaultRole === "admin") {
          return yield* new Invalid({ message: "defaultRole can't be admin: everyone who joins would be one" })
        }
        if (input.mergeRules !== undefined) yield* checkMergeRules(members, id, input.mergeRules)
        if (defaultContent !== undefined && defaultContent !== null) {
          yield* access
            .site(id, defaultContent.site, "site.view")
            .pipe(
              Effect.catchTag(
                "NotFound",
                () => new Invalid({ message: "defaultContent names no site of this organization" })
              )
            )
        }
        const patch = {
          ...rest,
          ...ifDefined(defaultContent, (content) => ({ defaultSite: content?.site ?? null }))
        }
        yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* store.hold(id)
            if (before === undefined) return yield* NotFound.of("organization", id)
            if (!(yield* store.update(id, patch))) {
              return yield* new Conflict({ message: `The hostname ${input.hostname} is taken` })
            }
            // what is proven of a domain ends when the organization names it no more
            if (input.emailDomains !== undefined) yield* domains.retain(id, input.emailDomains)
            const changed = changes({ ...before }, patch)
            if (Object.keys(changed).length === 0) return
            yield* audit.record({
              organizationId: id,
              action: "organization.update",
              target: { type: "organization", id, label: before.title },
              payload: changed
            })
          })
        )
        return yield* get(id)
      })

      return Organizations.of({ create, list, get, update, subdomain })
    })
  )
}
