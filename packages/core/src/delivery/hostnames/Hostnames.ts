/** Custom hostnames of sites: claimed with the site, proven by DNS records, looked at again and again, given up. */
import { Clock, Context, Effect, Layer } from "effect"
import { Dns } from "../../kernel/outbound/Dns.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeSecret } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import type { AuditAction } from "../../people/audit/AuditEvent.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import {
  type CustomHostname,
  type HostnameRecord,
  proofName,
  proofValue,
  targetHost,
  toCustomHostname
} from "./Hostname.ts"
import { HostnameStore } from "./HostnameStore.ts"
import { type Finding, givesWay, hostnameProblem, judge, quarantinedFor, stateAfterCheck } from "./rules.ts"

type Failure = Forbidden | NotFound | StorageError
type Held = HostnameRecord & { readonly siteId: string }

/** How many are checked at once, and for how long one who took them has them. */
const batch = 20
const leaseMs = 5 * 60_000

/** How often one who asks for a check looks, while other checks come first. */
const mostLooks = 5

export class Hostnames extends Context.Service<
  Hostnames,
  {
    readonly get: (hostname: string) => Effect.Effect<CustomHostname, Failure, CurrentActor>
    /**
     * Looks at the DNS records now. `Invalid` says what is wrong with them; `Conflict`: another check or change came
     * first, again and again.
     */
    readonly revalidate: (hostname: string) => Effect.Effect<void, Failure | Invalid | Conflict, CurrentActor>
    /** Takes the hostname off its site; `false`: there is none. */
    readonly remove: (hostname: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Why a text can be no hostname of a site here. */
    readonly check: (hostname: string) => Effect.Effect<void, Invalid>
    /** Inside the transaction that holds the site: its hostname is this one from now on, once it is proven. */
    readonly claim: (
      site: Pick<SiteRecord, "id" | "organizationId">,
      hostname: string
    ) => Effect.Effect<void, Conflict | StorageError, CurrentActor>
    /** Inside the transaction that holds the site: it has no hostname any more. */
    readonly release: (siteId: string) => Effect.Effect<void, StorageError, CurrentActor>
    /** Checks those that are due; answers how many. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/delivery/hostnames/Hostnames") {
  static readonly layer = Layer.effect(
    Hostnames,
    Effect.gen(function* () {
      const store = yield* HostnameStore
      const dns = yield* Dns
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance

      const problemOf = Effect.fnUntraced(function* (hostname: string) {
        // a long list, which only those need who have hostnames
        const { getPublicSuffix } = yield* Effect.promise(() => import("tldts"))
        const suffix = getPublicSuffix(hostname, { allowPrivateDomains: true, validateHostname: false })
        return hostnameProblem(instance, hostname, suffix === hostname)
      })

      const check = traced("Hostnames.check")(function* (hostname: string) {
        const problem = yield* problemOf(hostname)
        if (problem === undefined) return
        return yield* new Invalid({ message: `hostname ${problem}`, details: [{ path: "hostname", message: problem }] })
      })

      const load = Effect.fnUntraced(function* (hostname: string, action: "site.view" | "site.settings") {
        yield* access.scope(action)
        const found = yield* store.get(hostname)
        const missing = NotFound.of("custom hostname", hostname)
        if (found === undefined || !isHeld(found)) return yield* missing
        yield* access
          .site(found.organizationId, found.siteId, action)
          .pipe(Effect.catchTag("NotFound", () => Effect.fail(missing)))
        return found
      })

      const get = traced("Hostnames.get")(function* (hostname: string) {
        return toCustomHostname(instance, yield* load(hostname, "site.view"))
      })

      const record = (
        action: Extract<AuditAction, `site.hostname.${string}`>,
        { hostname, organizationId, siteId }: HostnameRecord,
        payload: Readonly<Record<string, unknown>> = {}
      ) =>
        audit.record({
          organizationId,
          action,
          target: { type: "site", id: siteId ?? "" },
          payload: { hostname, ...payload }
        })

      /** What the DNS says of a hostname now. */
      const look = Effect.fnUntraced(function* ({ hostname, token }: Held): Effect.fn.Return<Finding> {
        const problem = yield* problemOf(hostname)
        if (problem !== undefined) return { status: "invalid_domain", holds: false, problem: `${hostname} ${problem}` }
        const target = targetHost(instance)
        const unknown = Effect.orElseSucceed(() => undefined)
        const answers = yield* Effect.all(
          {
            alias: unknown(dns.aliases(hostname)),
            proof: unknown(dns.aliases(proofName(hostname))),
            addresses: unknown(dns.addresses(hostname)),
            target: unknown(dns.addresses(target))
          },
          { concurrency: "unbounded" }
        )
        return judge(hostname, proofValue(instance, token), target, answers)
      })

      /** Looks at a hostname and writes what was found; `undefined` when something else came first. */
      const examine = Effect.fnUntraced(function* (held: Held) {
        const finding = yield* look(held)
        const settled = stateAfterCheck(held, finding, yield* Clock.currentTimeMillis)
        const written = yield* transaction.run(
          Effect.gen(function* () {
            yield* store.lock(held.siteId)
            if (!(yield* store.settle(held.hostname, held.sequence, settled))) return false
            if (settled.isActive !== held.isActive) {
              const { problem, status } = settled
              yield* record(settled.isActive ? "site.hostname.serve" : "site.hostname.fail", held, { status, problem })
            }
            return true
          })
        )
        return written ? finding : undefined
      })

      const revalidate = traced("Hostnames.revalidate")(function* (hostname: string) {
        let finding: Finding | undefined
        // where another check came first, such as one that was due, who asks wants to know how the records are now
        for (let look = 0; finding === undefined && look < mostLooks; look++) {
          finding = yield* examine(yield* load(hostname, "site.settings"))
        }
        if (finding === undefined) {
          return yield* new Conflict({ message: `Another check of ${hostname} came first: get it to see the outcome` })
        }
        if (finding.problem !== null) return yield* new Invalid({ message: finding.problem })
      })

      /** Inside a transaction: what was proven is its organization's for a while, so that nobody takes it over. */
      const giveUp = Effect.fnUntraced(function* (held: Held) {
        yield* record("site.hostname.release", held)
        if (held.provenAt === null) return yield* store.remove(held.hostname)
        const releasedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* store.put({ ...held, siteId: null, isActive: false, nextCheckAt: null, releasedAt })
      })

      const release = traced("Hostnames.release")(function* (siteId: string) {
        yield* store.lock(siteId)
        const present = yield* store.ofSite(siteId)
        if (present !== undefined && isHeld(present)) yield* giveUp(present)
      })

      const claim = traced("Hostnames.claim")(function* (
        site: Pick<SiteRecord, "id" | "organizationId">,
        hostname: string
      ) {
        yield* store.lock(site.id)
        const present = yield* store.ofSite(site.id)
        if (present?.hostname === hostname) return
        if (present !== undefined && isHeld(present)) yield* giveUp(present)
        const at = yield* Clock.currentTimeMillis
        const known = yield* store.get(hostname)
        const own = known?.organizationId === site.organizationId
        if (known !== undefined && (own ? known.siteId !== null : !givesWay(known, at))) {
          return yield* new Conflict({ message: `The hostname ${hostname} is taken` })
        }
        if (known !== undefined && !own && isHeld(known)) {
          yield* record("site.hostname.release", known).pipe(Effect.provideService(CurrentActor, operator))
        }
        const createdAt = new Date(at).toISOString()
        const claimed: HostnameRecord = {
          hostname,
          organizationId: site.organizationId,
          siteId: site.id,
          token: own ? known.token : makeSecret(26).toLowerCase(),
          status: null,
          problem: null,
          isActive: false,
          failures: 0,
          sequence: (known?.sequence ?? 0) + 1,
          createdAt,
          provenAt: own ? known.provenAt : null,
          checkedAt: null,
          nextCheckAt: createdAt,
          releasedAt: null
        }
        yield* store.put(claimed)
        yield* record("site.hostname.claim", claimed)
      })

      const remove = traced("Hostnames.remove")(function* (hostname: string) {
        const { organizationId, siteId } = yield* load(hostname, "site.settings")
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* store.lock(siteId)
            const held = yield* store.get(hostname)
            if (held === undefined || held.siteId !== siteId || held.organizationId !== organizationId) return false
            if (!isHeld(held)) return false
            yield* giveUp(held)
            return true
          })
        )
      })

      const sweep = Effect.gen(function* () {
        let count = 0
        while (true) {
          const at = yield* Clock.currentTimeMillis
          const time = (ms: number) => new Date(ms).toISOString()
          if (count === 0) yield* store.dropReleased(time(at - quarantinedFor))
          const due = yield* store.takeDue(time(at), time(at + leaseMs), batch)
          yield* Effect.forEach(due.filter(isHeld), examine, { concurrency: 5, discard: true })
          count += due.length
          if (due.length < batch) return count
        }
      }).pipe(Effect.provideService(CurrentActor, operator), Effect.withSpan("Hostnames.sweep"))

      return Hostnames.of({ get, revalidate, remove, check, claim, release, sweep })
    })
  )
}

const isHeld = (record: HostnameRecord): record is Held => record.siteId !== null
