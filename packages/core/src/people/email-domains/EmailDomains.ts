/**
 * Which e-mail domains are an organization's own: told by a DNS record of the domain, or by the operator. Anybody may
 * write any domain into `emailDomains`; only where it is proven are its people offered the organization's sign-in.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Dns } from "../../kernel/outbound/Dns.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { operatorOnly } from "../../kernel/shared/operatorOnly.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { Access } from "../permissions/Access.ts"
import { type DomainProof, type EmailDomain, proofName, proofValue, toEmailDomain } from "./EmailDomain.ts"
import { EmailDomainStore } from "./EmailDomainStore.ts"

type Failure = Forbidden | NotFound | StorageError

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** From so many checks in a row on that do not find the record, six hours apart, a domain is proven no more. */
export const mostFailures = 3
const retryMs = 6 * 60 * minuteMs

/** How long nobody else asks about what one server asks about. */
const leaseMs = 10 * minuteMs
const batch = 20

export class EmailDomains extends Context.Service<
  EmailDomains,
  {
    /** The domains of the organization, by name, with the record that proves each. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<EmailDomain>, Failure | Invalid, CurrentActor>
    /** Asks the DNS now. `Invalid` says which record is missing, or that nobody answered. */
    readonly check: (organizationId: string, domain: string) => Effect.Effect<void, Failure | Invalid, CurrentActor>
    /** The operator says that the domain is the organization's. */
    readonly prove: (organizationId: string, domain: string) => Effect.Effect<EmailDomain, Failure, CurrentActor>
    /** The operator takes a proof away, also one of the DNS; `false` when there is none. */
    readonly disprove: (organizationId: string, domain: string) => Effect.Effect<boolean, Failure, CurrentActor>
    readonly isProven: (organizationId: string, domain: string) => Effect.Effect<boolean, StorageError>
    /** Inside the transaction that holds the organization: it names these domains from now on, and no others. */
    readonly retain: (organizationId: string, domains: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Asks the DNS again about those that are due; answers how many. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/people/email-domains/EmailDomains") {
  static readonly layer = Layer.effect(
    EmailDomains,
    Effect.gen(function* () {
      const store = yield* EmailDomainStore
      const dns = yield* Dns
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const key = yield* SigningKey

      const list = traced("EmailDomains.list")(function* (organizationId: string, params: ListParams) {
        yield* access.organization(organizationId, "saml.view")
        const domains = [...new Set(yield* store.named(organizationId))].toSorted()
        const proofs = new Map((yield* store.list(organizationId)).map((proof) => [proof.domain, proof]))
        const page = yield* paginate(
          ["email-domains", organizationId],
          params,
          (domain: string) => [domain],
          ({ after, limit }) =>
            Effect.succeed({
              items: domains.filter((domain) => after === undefined || domain > String(after[0])).slice(0, limit),
              count: domains.length
            })
        ).pipe(Effect.provideService(SigningKey, key))
        const items = page.items.map((domain) => toEmailDomain(key, organizationId, domain, proofs.get(domain)))
        return { ...page, items }
      })

      const record = (
        action: "organization.domain.prove" | "organization.domain.lapse",
        { by, domain, organizationId }: Pick<DomainProof, "by" | "domain" | "organizationId">
      ) =>
        audit.record({
          organizationId,
          action,
          target: { type: "organization", id: organizationId },
          payload: { domain, by }
        })

      /** Inside a transaction: fails for a domain that the organization does not name. */
      const holdDomain = Effect.fnUntraced(function* (organizationId: string, domain: string) {
        yield* store.hold(organizationId)
        if (!(yield* store.named(organizationId)).includes(domain)) return yield* NotFound.of("email domain", domain)
      })

      /** Whether the record is there; `undefined` when nobody answers. */
      const look = (organizationId: string, domain: string) =>
        dns.texts(proofName(domain)).pipe(
          Effect.map((texts) => texts.includes(proofValue(key, organizationId, domain))),
          Effect.orElseSucceed(() => undefined)
        )

      /** Writes what was found. What the operator says, and what was taken away meanwhile, stays as it is. */
      const settle = Effect.fnUntraced(function* (organizationId: string, domain: string, found: boolean | undefined) {
        const at = yield* Clock.currentTimeMillis
        const time = (ms: number) => new Date(ms).toISOString()
        const before = yield* store.get(organizationId, domain)
        if (before?.by === "operator") return
        if (found === true) {
          const proof: DomainProof = {
            ...{ organizationId, domain, by: "dns", failures: 0 },
            provenAt: before?.provenAt ?? time(at),
            nextCheckAt: time(at + dayMs)
          }
          yield* store.put(proof)
          if (before === undefined) yield* record("organization.domain.prove", proof)
          return
        }
        if (before === undefined) return
        const failures = found === undefined ? before.failures : before.failures + 1
        if (failures < mostFailures) return yield* store.put({ ...before, failures, nextCheckAt: time(at + retryMs) })
        yield* store.remove(organizationId, domain)
        yield* record("organization.domain.lapse", before)
      })

      const check = traced("EmailDomains.check")(function* (organizationId: string, domain: string) {
        yield* access.organization(organizationId, "saml.edit")
        if (!(yield* store.named(organizationId)).includes(domain)) return yield* NotFound.of("email domain", domain)
        if ((yield* store.get(organizationId, domain))?.by === "operator") return
        const found = yield* look(organizationId, domain)
        if (found === undefined) return yield* unanswered(domain)
        // looks that somebody asks for end no proof: three in a minute would
        if (!found) return yield* missing(domain, proofValue(key, organizationId, domain))
        yield* transaction.run(
          Effect.andThen(holdDomain(organizationId, domain), settle(organizationId, domain, found))
        )
      })

      const prove = traced("EmailDomains.prove")(function* (organizationId: string, domain: string) {
        yield* operatorOnly
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* holdDomain(organizationId, domain)
            const before = yield* store.get(organizationId, domain)
            const provenAt = before?.provenAt ?? new Date(yield* Clock.currentTimeMillis).toISOString()
            const proof: DomainProof = {
              ...{ organizationId, domain, by: "operator", failures: 0, nextCheckAt: null },
              provenAt
            }
            yield* store.put(proof)
            if (before?.by !== "operator") yield* record("organization.domain.prove", proof)
            return toEmailDomain(key, organizationId, domain, proof)
          })
        )
      })

      const disprove = traced("EmailDomains.disprove")(function* (organizationId: string, domain: string) {
        yield* operatorOnly
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* store.hold(organizationId)
            const before = yield* store.get(organizationId, domain)
            if (before === undefined) return false
            yield* store.remove(organizationId, domain)
            yield* record("organization.domain.lapse", { ...before, by: "operator" })
            return true
          })
        )
      })

      const again = Effect.fnUntraced(function* ({ domain, organizationId }: DomainProof) {
        const found = yield* look(organizationId, domain)
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.hold(organizationId)
            // taken away while it was asked for
            if ((yield* store.get(organizationId, domain)) !== undefined) yield* settle(organizationId, domain, found)
          })
        )
      })

      const sweep = Effect.gen(function* () {
        let count = 0
        while (true) {
          const at = yield* Clock.currentTimeMillis
          const time = (ms: number) => new Date(ms).toISOString()
          const due = yield* store.takeDue(time(at), time(at + leaseMs), batch)
          yield* Effect.forEach(due, again, { concurrency: 5, discard: true })
          count += due.length
          if (due.length < batch) return count
        }
      }).pipe(Effect.provideService(CurrentActor, operator), Effect.withSpan("EmailDomains.sweep"))

      const isProven = (organizationId: string, domain: string) =>
        Effect.map(store.get(organizationId, domain), (proof) => proof !== undefined)

      return EmailDomains.of({ list, check, prove, disprove, isProven, retain: store.retain, sweep })
    })
  )
}

const unanswered = (domain: string) =>
  new Invalid({ message: `The DNS servers did not answer for ${proofName(domain)}: try again in a while` })

const missing = (domain: string, value: string) =>
  new Invalid({ message: `There is no TXT record ${proofName(domain)} with the value ${value}` })
