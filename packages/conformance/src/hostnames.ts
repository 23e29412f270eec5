/** Stories of custom hostnames: claims, proofs, failures, and names that are given up (threat: hostname takeover). */
import { describe, expect, layer } from "@effect/vitest"
import { HostnameStore } from "@octavo/core/delivery/hostnames/HostnameStore"
import { Hostnames } from "@octavo/core/delivery/hostnames/Hostnames"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, newUser, publishedAt, refusal, type StoreUnderTest, services, silent, zone } from "./harness.ts"
import { newSite } from "./visitors.ts"

let names = 0
const freshName = () => `docs.acme-${process.pid}-${names++}.com`

const recordOf = (hostname: string) =>
  Effect.flatMap(HostnameStore, (store) => Effect.flatMap(store.get(hostname), Effect.fromNullishOr)).pipe(Effect.orDie)

/** As if what is known of a hostname that serves nothing were from so many days ago. */
const age = (hostname: string, days: number) =>
  Effect.gen(function* () {
    const record = yield* recordOf(hostname)
    const earlier = (time: string | null) => time && new Date(Date.parse(time) - days * 86_400_000).toISOString()
    yield* (yield* HostnameStore).put({
      ...record,
      createdAt: earlier(record.createdAt)!,
      provenAt: earlier(record.provenAt),
      releasedAt: earlier(record.releasedAt)
    })
  })

/** Checks a hostname as if its time had come. */
const checkAgain = (hostname: string) =>
  Effect.gen(function* () {
    const record = yield* recordOf(hostname)
    const checkedAt = record.createdAt
    yield* (yield* HostnameStore).settle(hostname, record.sequence, { ...record, checkedAt, nextCheckAt: checkedAt })
    expect(yield* (yield* Hostnames).sweep).toBe(1)
  })

/** Makes the records that prove a hostname for the organization that claims it. */
const prove = (hostname: string, admin: string) =>
  Effect.gen(function* () {
    const { records } = yield* (yield* Hostnames).get(hostname).pipe(as(admin))
    zone.set(records.proof.name, { aliases: [records.proof.value] })
    zone.set(hostname, { aliases: [records.address.value] })
  })

/** A published site that claims a hostname. */
const claimed = (hostname: string) =>
  Effect.gen(function* () {
    const sites = yield* Sites
    const made = yield* newSite
    yield* sites.publish(made.org, made.site).pipe(as(made.admin))
    yield* sites.update(made.org, made.site, { hostname }).pipe(as(made.admin))
    return made
  })

/** A site that is served under a hostname. */
const served = (hostname: string) =>
  Effect.gen(function* () {
    const made = yield* claimed(hostname)
    yield* prove(hostname, made.admin)
    yield* (yield* Hostnames).revalidate(hostname).pipe(as(made.admin))
    return made
  })

const isServed = (hostname: string) =>
  Effect.map(
    Effect.flatMap(PublishedSites, (sites) => sites.resolve({ host: hostname, path: "/", query: "" })),
    (found) => found !== undefined
  )

export const hostnamesSuite = (under: StoreUnderTest) =>
  describe(`custom hostnames on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a claim is shown, serves nothing until DNS records prove it, and is the site's address then", () =>
        Effect.gen(function* () {
          const [hostnames, sites] = [yield* Hostnames, yield* Sites]
          const hostname = freshName()
          const { admin, basename, org, site } = yield* claimed(hostname)
          const get = hostnames.get(hostname).pipe(as(admin))
          const before = yield* get
          const { value } = before.records.proof
          expect(value).toMatch(/^[0-9a-z]{26}\.octavo\.test$/)
          expect(before).toEqual({
            object: "custom-hostname",
            hostname,
            target: { type: "site", site },
            isActive: false,
            nextCheckAt: "1970-01-01T00:00:00.000Z",
            records: {
              proof: { type: "CNAME", name: `_octavo.${hostname}`, value },
              address: { type: "CNAME", name: hostname, value: "octavo.test" }
            },
            urls: { location: `https://octavo.test/v1/custom-hostnames/${hostname}` }
          })
          const shown = () => sites.get(org, site).pipe(as(admin))
          expect(yield* shown()).toMatchObject({
            hostname,
            urls: { published: `https://octavo.test/sites/${basename}/` }
          })
          // what anybody can do: lead a name here, and send it as the Host header
          zone.set(hostname, { aliases: ["octavo.test"], addresses: ["192.0.2.1"] })
          const recheck = hostnames.revalidate(hostname).pipe(as(admin), Effect.flip)
          expect((yield* recheck).message).toBe(`There is no CNAME record _octavo.${hostname} that leads to ${value}`)
          expect(yield* isServed(hostname)).toBe(false)
          expect(yield* get).toMatchObject({
            isActive: false,
            status: "dns_no_cname",
            nextCheckAt: "1970-01-01T00:01:00.000Z"
          })

          yield* prove(hostname, admin)
          yield* hostnames.revalidate(hostname).pipe(as(admin))
          expect(yield* get).toMatchObject({ isActive: true, status: "live", checkedAt: "1970-01-01T00:00:00.000Z" })
          expect(yield* get).not.toHaveProperty("problem")
          for (const host of [hostname, hostname.toUpperCase(), `${hostname}.`, `${hostname}:8443`]) {
            expect(yield* isServed(host)).toBe(true)
          }
          for (const host of [`x.${hostname}`, `${hostname}.evil.org`, `${hostname}..`, `user@${hostname}`]) {
            expect(yield* isServed(host)).toBe(false)
          }
          expect((yield* shown()).urls.published).toBe(`https://${hostname}/`)
          expect((yield* publishedAt(`https://octavo.test/sites/${basename}/`)).canonicalUrl).toBe(
            `https://${hostname}/`
          )
        })
      )

      it.effect("checks that are asked for at once all tell how the records are", () =>
        Effect.gen(function* () {
          const hostnames = yield* Hostnames
          const hostname = freshName()
          const { admin } = yield* claimed(hostname)
          const { sequence } = yield* recordOf(hostname)
          const check = hostnames.revalidate(hostname).pipe(as(admin))
          const atOnce = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
            Effect.all([effect, effect, effect], { concurrency: "unbounded" })
          expect(yield* atOnce(refusal(check))).toEqual(["Invalid", "Invalid", "Invalid"])
          yield* prove(hostname, admin)
          yield* atOnce(check)
          expect((yield* recordOf(hostname)).sequence).toBe(sequence + 6)
        })
      )

      it.effect("checks come by themselves, and one that fails goes on serving until the third failure in a row", () =>
        Effect.gen(function* () {
          const hostnames = yield* Hostnames
          const hostname = freshName()
          const { admin, org } = yield* claimed(hostname)
          const get = hostnames.get(hostname).pipe(as(admin))
          yield* prove(hostname, admin)
          expect(yield* hostnames.sweep).toBeGreaterThan(0)
          expect(yield* get).toMatchObject({ isActive: true, nextCheckAt: "1970-01-02T00:00:00.000Z" })
          expect(yield* hostnames.sweep).toBe(0)

          silent.add(`_octavo.${hostname}`)
          yield* checkAgain(hostname)
          expect(yield* get).toMatchObject({ isActive: true, status: "internal_error" })
          silent.clear()
          zone.delete(`_octavo.${hostname}`)
          for (const isActive of [true, true, false]) {
            yield* checkAgain(hostname)
            expect(yield* get).toMatchObject({ isActive, status: "dns_no_cname", problem: expect.any(String) })
            expect(yield* isServed(hostname)).toBe(isActive)
          }
          // it stays where it is seen, and comes back
          yield* prove(hostname, admin)
          yield* checkAgain(hostname)
          expect(yield* get).toMatchObject({ isActive: true, status: "live" })
          const { items } = yield* (yield* Audit).list(org, {}, {}).pipe(as(admin))
          const told = items.map(({ action }) => action).filter((action) => action.startsWith("site.hostname"))
          expect(told.toSorted()).toEqual(["claim", "fail", "serve", "serve"].map((one) => `site.hostname.${one}`))
        })
      )

      it.effect("a name is one site's, and a proof is one organization's", () =>
        Effect.gen(function* () {
          const [hostnames, sites] = [yield* Hostnames, yield* Sites]
          const hostname = freshName()
          const ours = yield* served(hostname)
          const theirs = yield* newSite
          const claim = sites.update(theirs.org, theirs.site, { hostname, title: "Half" }).pipe(as(theirs.admin))
          expect(yield* refusal(claim)).toBe("Conflict")
          expect(yield* refusal(sites.create(theirs.org, { title: "More", hostname }).pipe(as(theirs.admin)))).toBe(
            "Conflict"
          )
          const { items } = yield* sites.list(theirs.org, {}, {}).pipe(as(theirs.admin))
          expect(items.map(({ title }) => title)).toEqual(["Manual"])

          // given up by its owner: still not for others, for a while, whatever its records say
          yield* hostnames.remove(hostname).pipe(as(ours.admin))
          expect(yield* isServed(hostname)).toBe(false)
          expect(yield* refusal(claim)).toBe("Conflict")
          yield* age(hostname, 31)
          yield* claim
          expect(yield* refusal(hostnames.revalidate(hostname).pipe(as(theirs.admin)))).toBe("Invalid")
          expect(yield* hostnames.get(hostname).pipe(as(theirs.admin))).toMatchObject({ status: "dns_wrong_cname" })
          expect(yield* isServed(hostname)).toBe(false)
          expect(yield* refusal(hostnames.get(hostname).pipe(as(ours.admin)))).toBe("NotFound")
        })
      )

      it.effect("who gave a name up can take it back with the same records; a claim without proof blocks nobody", () =>
        Effect.gen(function* () {
          const [hostnames, sites] = [yield* Hostnames, yield* Sites]
          const hostname = freshName()
          const { admin, org, site } = yield* served(hostname)
          yield* sites.remove(org, site).pipe(as(admin))
          const again = yield* sites.create(org, { title: "Again", hostname }).pipe(as(admin))
          yield* hostnames.revalidate(hostname).pipe(as(admin))
          expect(yield* hostnames.get(hostname).pipe(as(admin))).toMatchObject({
            isActive: true,
            target: { type: "site", site: again.id }
          })
          // another one instead, then none
          const other = freshName()
          yield* sites.update(org, again.id, { hostname: other }).pipe(as(admin))
          expect(yield* refusal(hostnames.get(hostname).pipe(as(admin)))).toBe("NotFound")
          expect(yield* sites.update(org, again.id, { hostname: null }).pipe(as(admin))).not.toHaveProperty("hostname")

          const squatted = freshName()
          const squatter = yield* claimed(squatted)
          const owner = yield* newSite
          const claim = sites.update(owner.org, owner.site, { hostname: squatted }).pipe(as(owner.admin))
          expect(yield* refusal(claim)).toBe("Conflict")
          yield* age(squatted, 1)
          expect((yield* claim).hostname).toBe(squatted)
          expect(yield* sites.get(squatter.org, squatter.site).pipe(as(squatter.admin))).not.toHaveProperty("hostname")
          const events = yield* (yield* Audit).list(squatter.org, {}, {}).pipe(as(squatter.admin))
          const released = events.items.find(({ action }) => action === "site.hostname.release")
          expect(JSON.stringify(released)).not.toContain(owner.admin)
        })
      )

      it.effect("is seen by those who see the site, and changed by its admins", () =>
        Effect.gen(function* () {
          const hostnames = yield* Hostnames
          const hostname = freshName()
          const { admin, org } = yield* claimed(hostname)
          const reader = yield* newMember(org, "create")
          const stranger = (yield* newUser()).id
          expect((yield* hostnames.get(hostname).pipe(as(reader))).hostname).toBe(hostname)
          for (const change of [hostnames.revalidate(hostname), hostnames.remove(hostname)]) {
            expect(yield* refusal(change.pipe(as(reader)))).toBe("Forbidden")
            expect(yield* refusal(change.pipe(as(stranger)))).toBe("NotFound")
          }
          expect(yield* refusal(hostnames.get(hostname).pipe(as(stranger)))).toBe("NotFound")
          expect(yield* refusal(hostnames.get(freshName()).pipe(as(admin)))).toBe("NotFound")
        })
      )

      it.effect("Octavo's own address, names that others register under and addresses are none", () =>
        Effect.gen(function* () {
          const sites = yield* Sites
          const { admin, org, site } = yield* newSite
          for (const hostname of ["s3.us-east-1.amazonaws.com", "10.20.30.40", "docs.octavo.localhost"]) {
            expect(yield* refusal(sites.update(org, site, { hostname }).pipe(as(admin)))).toBe("Invalid")
            expect(yield* refusal(sites.create(org, { hostname }).pipe(as(admin)))).toBe("Invalid")
          }
        })
      )

      it.effect("of many claims of one name at once one is made", () =>
        Effect.gen(function* () {
          const sites = yield* Sites
          const hostname = freshName()
          const claimants = yield* Effect.replicateEffect(newSite, 5)
          const outcomes = yield* Effect.forEach(
            claimants,
            ({ admin, org, site }) => refusal(sites.update(org, site, { hostname }).pipe(as(admin))),
            { concurrency: "unbounded" }
          )
          expect(outcomes.toSorted()).toEqual([...Array(4).fill("Conflict"), "nothing refused it"])
        })
      )
    })
  })
