/** The SAML providers of an organization: list, create, get, change, delete, and what people need to sign in. */
import { Clock, Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../audit/Audit.ts"
import { Access } from "../permissions/Access.ts"
import { TeamStore } from "../teams/TeamStore.ts"
import { Teams } from "../teams/Teams.ts"
import { SamlProtocol } from "./SamlProtocol.ts"
import {
  mostSamlProviders,
  type NewSamlProvider,
  type SamlProvider,
  type SamlProviderRecord,
  type SamlProviderUpdate,
  type SsoLogins,
  samlService,
  toSamlProvider
} from "./SamlProvider.ts"
import { SamlProviderStore } from "./SamlProviderStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class SamlProviders extends Context.Service<
  SamlProviders,
  {
    /** The organization's providers, oldest first. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<SamlProvider>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<SamlProvider, Failure, CurrentActor>
    /** `Invalid` names what is wrong with the certificate or the team. */
    readonly create: (
      organizationId: string,
      input: NewSamlProvider
    ) => Effect.Effect<SamlProvider, Failure | Invalid | Conflict, CurrentActor>
    readonly update: (
      organizationId: string,
      id: string,
      input: SamlProviderUpdate
    ) => Effect.Effect<SamlProvider, Failure | Invalid, CurrentActor>
    /**
     * Nobody signs in with it any more, and what began with it is over: sessions, their tokens, codes that were not
     * exchanged yet. Who is in stays a member. `false`: there was none.
     */
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Where members can sign in: the providers that are complete. */
    readonly logins: (organizationId: string) => Effect.Effect<SsoLogins, Failure, CurrentActor>
  }
>()("@octavo/core/people/saml/SamlProviders") {
  static readonly layer = Layer.effect(
    SamlProviders,
    Effect.gen(function* () {
      const store = yield* SamlProviderStore
      const protocol = yield* SamlProtocol
      const teams = yield* Teams
      const teamStore = yield* TeamStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const show = Effect.fnUntraced(function* (provider: SamlProviderRecord) {
        const { defaultTeam, organizationId } = provider
        const record = defaultTeam === null ? undefined : yield* teamStore.get(organizationId, defaultTeam)
        const [team] = record === undefined ? [] : yield* teams.show(organizationId, [record])
        return toSamlProvider(instance, provider, team)
      })

      const require = Effect.fnUntraced(function* (organizationId: string, id: string) {
        return (yield* store.get(organizationId, id)) ?? (yield* NotFound.of("SAML provider", id))
      })

      const checkCertificate = Effect.fnUntraced(function* (certificate: string | undefined) {
        if (certificate === undefined || certificate === "") return
        const problem = protocol.certificateProblem(certificate, yield* Clock.currentTimeMillis)
        if (problem !== undefined) yield* wrong("certificate", problem)
      })

      /** Holds the organization, so that the team stays until the provider is written. */
      const holdTeam = Effect.fnUntraced(function* (organizationId: string, team: string | null | undefined) {
        yield* store.hold(organizationId)
        if (team == null || (yield* teamStore.get(organizationId, team)) !== undefined) return
        yield* wrong("defaultTeam", "names no team of this organization")
      })

      const record = (
        action: "saml.create" | "saml.update" | "saml.delete",
        { id, label, organizationId }: SamlProviderRecord,
        payload: Readonly<Record<string, unknown>>
      ) => audit.record({ organizationId, action, target: { type: "saml-provider", id, label }, payload })

      const list = traced("SamlProviders.list")(function* (organizationId: string, params: ListParams) {
        yield* access.organization(organizationId, "saml.view")
        const page = yield* paginate(
          ["saml", organizationId],
          params,
          (provider: SamlProviderRecord) => [provider.id],
          (slice) => store.list(organizationId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* Effect.forEach(page.items, show) }
      })

      const get = traced("SamlProviders.get")(function* (organizationId: string, id: string) {
        yield* access.organization(organizationId, "saml.view")
        return yield* show(yield* require(organizationId, id))
      })

      const create = traced("SamlProviders.create")(function* (organizationId: string, input: NewSamlProvider) {
        yield* access.organization(organizationId, "saml.edit")
        yield* checkCertificate(input.certificate)
        const provider: SamlProviderRecord = {
          id: makeId(),
          organizationId,
          label: input.label,
          ssoURL: input.ssoURL ?? "",
          entityID: input.entityID ?? "",
          certificate: input.certificate ?? "",
          defaultTeam: input.defaultTeam ?? null,
          defaultRole: input.defaultRole === undefined ? yield* store.defaultRole(organizationId) : input.defaultRole,
          createdAt: yield* now
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* holdTeam(organizationId, provider.defaultTeam)
            if ((yield* store.count(organizationId)) >= mostSamlProviders) {
              return yield* new Conflict({
                message: `An organization has at most ${mostSamlProviders} SAML providers; delete some`
              })
            }
            yield* store.insert(provider)
            const { defaultRole, defaultTeam, entityID, ssoURL } = provider
            yield* record("saml.create", provider, { ssoURL, entityID, defaultTeam, defaultRole })
          })
        )
        return yield* show(provider)
      })

      const update = traced("SamlProviders.update")(function* (
        organizationId: string,
        id: string,
        input: SamlProviderUpdate
      ) {
        yield* access.organization(organizationId, "saml.edit")
        yield* require(organizationId, id)
        yield* checkCertificate(input.certificate)
        const provider = yield* transaction.run(
          Effect.gen(function* () {
            yield* holdTeam(organizationId, input.defaultTeam)
            const before = yield* require(organizationId, id)
            const changed = changes({ ...before }, input)
            if (Object.keys(changed).length === 0) return before
            yield* store.update(id, input)
            // another provider in the place of this one has names of its own, and does not vouch for what was before
            if ("entityID" in changed) yield* store.end(id)
            // what a certificate was is of no use, that it changed is
            const { certificate, ...told } = changed
            yield* record("saml.update", before, { ...told, ...(certificate && { certificate: "replaced" }) })
            return { ...before, ...input }
          })
        )
        return yield* show(provider)
      })

      const remove = traced("SamlProviders.remove")(function* (organizationId: string, id: string) {
        yield* access.organization(organizationId, "saml.edit")
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* store.hold(organizationId)
            const provider = yield* store.get(organizationId, id)
            if (provider === undefined || !(yield* store.remove(organizationId, id))) return false
            yield* record("saml.delete", provider, {})
            return true
          })
        )
      })

      const logins = traced("SamlProviders.logins")(function* (organizationId: string) {
        yield* access.organization(organizationId, "sso.view")
        const items = (yield* store.active(organizationId)).map(({ id, label }) => ({
          id,
          label,
          startURL: samlService(instance, id).startURL
        }))
        return { items }
      })

      return SamlProviders.of({ list, get, create, update, remove, logins })
    })
  )
}

const wrong = (path: string, message: string) =>
  new Invalid({ message: `${path} ${message}`, details: [{ path, message }] })
