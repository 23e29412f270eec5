/** Stories of e-mail domains: who proves them, for whom a proof counts, and when it ends. */
import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/people/audit/Audit"
import { EmailDomains, mostFailures } from "@octavo/core/people/email-domains/EmailDomains"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlSignIn } from "@octavo/core/people/saml/SamlSignIn"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asOperator, newMember, refusal, type StoreUnderTest, services, silent, zone } from "./harness.ts"
import { newProvider } from "./new-provider.ts"

let names = 0
const freshDomain = () => `acme-${process.pid}-${1000 + names++}.test`

/** An organization with a provider that says these domains are its own. */
const claiming = (...emailDomains: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const made = yield* newProvider
    yield* (yield* Organizations).update(made.org, { emailDomains }).pipe(as(made.admin))
    return made
  })

/** Labels of what somebody who enters an address is offered, with the organization it is of. */
const offered = (email: string) =>
  Effect.map(
    Effect.flatMap(SamlSignIn, (saml) => saml.offers({ email, organization: undefined })),
    (offers) => offers.map(({ startURL }) => startURL)
  )

type Made = Effect.Success<typeof newProvider>
const shown = ({ admin, org }: Made) =>
  Effect.map(
    Effect.flatMap(EmailDomains, (domains) => domains.list(org, {}).pipe(as(admin))),
    ({ items }) => items
  )

/** Makes the record that proves a domain for the organization. */
const publish = (made: Made, domain: string) =>
  Effect.map(shown(made), (items) => {
    const { name, value } = items.find((one) => one.domain === domain)!.record
    zone.set(name, { texts: ["v=spf1 -all", value] })
    return { name, value }
  })

const check = ({ admin, org }: Made, domain: string) =>
  Effect.flatMap(EmailDomains, (domains) => domains.check(org, domain).pipe(as(admin)))

export const emailDomainsSuite = (under: StoreUnderTest) =>
  describe(`E-mail domains on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("whoever writes a domain down, and has an address of it, puts nothing before its people", () =>
        Effect.gen(function* () {
          // the admin's own address, which is verified, is of octavo.test
          const made = yield* claiming("octavo.test")
          expect(yield* offered("a@octavo.test")).toEqual([])
          expect((yield* shown(made))[0]).toMatchObject({ domain: "octavo.test", proven: false })
        })
      )

      it.effect("a DNS record with the organization's own value proves a domain, for that organization alone", () =>
        Effect.gen(function* () {
          const domain = freshDomain()
          const [ours, theirs] = [yield* claiming(domain, "other.test"), yield* claiming(domain)]
          const [listed] = yield* shown(ours)
          expect(listed).toEqual({
            object: "email-domain",
            domain,
            proven: false,
            record: {
              type: "TXT",
              name: `_octavo-sign-in.${domain}`,
              value: expect.stringMatching(/^octavo-sign-in=[\w-]{43}$/)
            }
          })
          const { name, value } = listed!.record
          // no record, the other organization's, one at another place, a part of it
          const wrong = [
            { texts: [] },
            { texts: [(yield* shown(theirs))[0]!.record.value] },
            { texts: [value.slice(0, -1), `${value}x`, value.toUpperCase()], aliases: [value] }
          ]
          zone.set(domain, { texts: [value] })
          for (const records of wrong) {
            zone.set(name, records)
            const refused = yield* Effect.flip(check(ours, domain))
            expect(refused.message).toBe(`There is no TXT record ${name} with the value ${value}`)
            expect(yield* offered(`a@${domain}`)).toEqual([])
          }
          yield* publish(ours, domain)
          yield* check(ours, domain)
          expect(yield* refusal(check(theirs, domain))).toBe("Invalid")
          expect((yield* shown(ours))[0]).toMatchObject({ proven: true, provenBy: "dns" })
          expect((yield* shown(theirs))[0]).toMatchObject({ proven: false })
          const own = [expect.stringContaining("/start")]
          expect(yield* offered(`A@${domain.toUpperCase()}`)).toEqual(own)
          for (const email of [`a@x${domain}`, `a@x.${domain}`, domain, "a@other.test", "%@%", ""]) {
            expect(yield* offered(email), email).toEqual([])
          }
          const saml = yield* SamlSignIn
          const labels = (organization: string) =>
            Effect.map(saml.offers({ email: undefined, organization }), (offers) => offers.map(({ label }) => label))
          // who is sent to an organization's own page is offered it in any case
          expect([yield* labels(theirs.org), yield* labels("nothing")]).toEqual([["Okta"], []])
          // both, with two records at one place
          zone.set(name, { texts: [value, (yield* shown(theirs))[0]!.record.value] })
          yield* check(theirs, domain)
          expect((yield* offered(`a@${domain}`)).length).toBe(2)
          const trail = yield* (yield* Audit)
            .list(ours.org, { action: "organization.domain.prove" }, {})
            .pipe(as(ours.admin))
          expect(trail.items).toMatchObject([{ target: { type: "organization" } }])
        })
      )

      it.effect("a proof lapses when its record is gone for good, not when nobody answers", () =>
        Effect.gen(function* () {
          const domain = freshDomain()
          const made = yield* claiming(domain)
          const { name, value } = yield* publish(made, domain)
          const domains = yield* EmailDomains
          yield* check(made, domain)
          const proven = Effect.map(offered(`a@${domain}`), ({ length }) => length > 0)
          // nothing is asked before a day has gone by, and what somebody asks for ends nothing
          zone.delete(name)
          for (let i = 0; i < 2 * mostFailures; i++) {
            yield* domains.sweep
            expect(yield* refusal(check(made, domain))).toBe("Invalid")
          }
          expect(yield* proven).toBe(true)
          zone.set(name, { texts: [value] })
          yield* TestClock.adjust("23 hours")
          yield* TestClock.adjust("1 hour")
          silent.add(name)
          for (let i = 0; i < 2 * mostFailures; i++) {
            expect(yield* domains.sweep).toBeGreaterThan(0)
            yield* TestClock.adjust("6 hours")
          }
          expect(yield* proven).toBe(true)
          expect(yield* refusal(check(made, domain))).toBe("Invalid")
          silent.delete(name)
          zone.delete(name)
          yield* TestClock.adjust("6 hours")
          for (let i = 1; i < mostFailures; i++) {
            yield* domains.sweep
            expect(yield* proven).toBe(true)
            yield* TestClock.adjust("6 hours")
          }
          // one that is found again begins anew
          zone.set(name, { texts: [value] })
          yield* domains.sweep
          zone.delete(name)
          yield* TestClock.adjust("1 day")
          for (let i = 1; i < mostFailures; i++) {
            yield* domains.sweep
            yield* TestClock.adjust("6 hours")
          }
          expect(yield* proven).toBe(true)
          yield* domains.sweep
          expect(yield* proven).toBe(false)
          const trail = yield* (yield* Audit)
            .list(made.org, { action: "organization.domain.lapse" }, {})
            .pipe(as(made.admin))
          expect(trail.items).toMatchObject([{ target: { type: "organization" } }])
        })
      )

      it.effect("the operator vouches for a domain, and takes any proof away; nobody else does", () =>
        Effect.gen(function* () {
          const domain = freshDomain()
          const made = yield* claiming(domain)
          const domains = yield* EmailDomains
          expect(yield* refusal(domains.prove(made.org, domain).pipe(as(made.admin)))).toBe("Forbidden")
          expect(yield* refusal(domains.disprove(made.org, domain).pipe(as(made.admin)))).toBe("Forbidden")
          expect(yield* refusal(domains.prove(made.org, "nobodys.test").pipe(asOperator))).toBe("NotFound")
          expect(yield* domains.prove(made.org, domain).pipe(asOperator)).toMatchObject({ provenBy: "operator" })
          expect((yield* offered(`a@${domain}`)).length).toBe(1)
          // the DNS is not asked
          yield* check(made, domain)
          yield* TestClock.adjust("2 days")
          for (let i = 0; i <= mostFailures; i++) yield* domains.sweep
          expect((yield* offered(`a@${domain}`)).length).toBe(1)
          expect(yield* domains.disprove(made.org, domain).pipe(asOperator)).toBe(true)
          expect(yield* domains.disprove(made.org, domain).pipe(asOperator)).toBe(false)
          expect(yield* offered(`a@${domain}`)).toEqual([])
        })
      )

      it.effect("a domain that an organization names no more is not its own any more", () =>
        Effect.gen(function* () {
          const [domain, other] = [freshDomain(), freshDomain()]
          const made = yield* claiming(domain, other)
          const domains = yield* EmailDomains
          for (const one of [domain, other]) yield* domains.prove(made.org, one).pipe(asOperator)
          const name = (emailDomains: ReadonlyArray<string>) =>
            Effect.flatMap(Organizations, (all) => all.update(made.org, { emailDomains }).pipe(as(made.admin)))
          yield* name([other])
          yield* name([domain, other])
          expect((yield* shown(made)).map((one) => [one.domain, one.proven])).toEqual([
            [domain, false],
            [other, true]
          ])
          yield* name([])
          expect(yield* offered(`a@${other}`)).toEqual([])
          expect(yield* refusal(check(made, other))).toBe("NotFound")
        })
      )

      it.effect("domains are listed by name and in pages, by members; admins alone ask for a check", () =>
        Effect.gen(function* () {
          const domain = freshDomain()
          const made = yield* claiming("z.test", domain, "b.test")
          const domains = yield* EmailDomains
          const reader = yield* newMember(made.org, "read")
          const first = yield* domains.list(made.org, { limit: 2 }).pipe(as(reader))
          const second = yield* domains.list(made.org, { limit: 2, page: first.next!.page }).pipe(as(reader))
          const all = [...first.items, ...second.items].map((one) => one.domain)
          expect([first.count, all, second.next]).toEqual([3, ["z.test", domain, "b.test"].toSorted(), undefined])
          expect(yield* refusal(domains.check(made.org, domain).pipe(as(reader)))).toBe("Forbidden")
          const stranger = (yield* newProvider).admin
          expect(yield* refusal(domains.list(made.org, {}).pipe(as(stranger)))).toBe("NotFound")
          expect(yield* refusal(domains.check(made.org, domain).pipe(as(stranger)))).toBe("NotFound")
        })
      )
    })
  })
