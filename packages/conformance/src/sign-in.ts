/** Stories of people whom an organization's provider brings in. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Members } from "@octavo/core/people/members/Members"
import { OidcProvider } from "@octavo/core/people/oidc/OidcProvider"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { type AuthorizationRequest, Authorizations, byHand } from "@octavo/core/people/sign-in/Authorizations"
import { MailLinks } from "@octavo/core/people/sign-in/MailLinks"
import { OidcSignIn } from "@octavo/core/people/sign-in/OidcSignIn"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { SignIns } from "@octavo/core/people/sign-in/SignIns"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { IdentityStore } from "@octavo/core/people/users/IdentityStore"
import { Users } from "@octavo/core/people/users/Users"
import { Effect, Layer } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  refusal,
  type StoreUnderTest,
  services
} from "./harness.ts"

import { newProvider, signIn, somebody } from "./new-provider.ts"

let people = 0

/** An account, as it was before B's provider told of its address, and what comes of that. */
interface AccountCase {
  readonly made:
    | "A's provider"
    | "A's provider, for a domain of A"
    | "an invitation of A"
    | "a mailed link"
    | "A's provider, then a mailed link"
    | "OpenID Connect"
    | "A's provider, then OpenID Connect"
    | "the operator"
  /** An admin of B has invited the address. */
  readonly invited?: true
  /** The domain is proven to be B's. */
  readonly proven: boolean
  /** What they are called in B; "the address": what stands before its @. */
  readonly becomes: string
  /** What they are called in A then. */
  readonly inA?: string
}

/** Somebody comes in with the provider of the installation. */
const throughOidc = (who: { readonly subject: string; readonly email: string; readonly name: string }, org: string) =>
  Effect.gen(function* () {
    const oidc = yield* OidcSignIn
    const { cookie, location } = yield* oidc.start(undefined, "/app/s/x")
    // the account is made; a session is none of this test, whose other services know no such provider
    yield* Effect.ignore(oidc.accept(new URL(location).searchParams, cookie))
  }).pipe(
    Effect.provide(
      Layer.fresh(OidcSignIn.layer).pipe(
        Layer.provide(
          Layer.succeed(OidcProvider, {
            issuer: "https://installation.test/",
            label: "Ours",
            rules: { organization: org, role: "read", domains: [], trustsEmails: false, groups: {} },
            requestURL: ({ state }) => Effect.succeed(`https://installation.test/?state=${state}`),
            readAnswer: () => Effect.succeed({ ...who, emailVerified: true, groups: [] }),
            endURL: () => Effect.succeed(undefined)
          })
        )
      )
    )
  )

export const signInSuite = (under: StoreUnderTest) =>
  describe(`Signing in on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("who comes in through a provider is a member there, and nowhere else", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const there = yield* newOrganization("There")
          const users = yield* Users
          const { actor } = yield* signIn(made, somebody())
          const { userId } = actor
          expect(actor).toMatchObject({ kind: "user", userId, tokenId: null, scopes: null, organizationId: made.org })
          const asThem = Effect.provideService(CurrentActor, actor)
          yield* (yield* Members).put(there.id, userId, "admin").pipe(asOperator)
          const spaces = yield* Spaces
          const mine = yield* spaces.create(made.org, { title: "Mine" }).pipe(as(made.admin))
          const theirs = yield* spaces.create(there.id, { title: "Theirs" }).pipe(as(there.admin))
          const shelf = yield* (yield* Collections).create(there.id, { title: "Shelf" }).pipe(as(there.admin))
          const site = yield* (yield* Sites).create(there.id, { title: "Site" }).pipe(as(there.admin))
          const absent = (effect: Effect.Effect<unknown, { readonly _tag: string }, any>) =>
            Effect.map(refusal(effect.pipe(asThem) as Effect.Effect<unknown, { readonly _tag: string }>), (tag) =>
              expect(tag).toBe("NotFound")
            )
          // as an admin there they would see all of it
          expect((yield* spaces.get(theirs.id).pipe(as(userId))).title).toBe("Theirs")
          expect((yield* spaces.get(mine.id).pipe(asThem)).title).toBe("Mine")
          yield* absent((yield* Organizations).get(there.id))
          yield* absent(spaces.get(theirs.id))
          yield* absent(spaces.list(there.id, {}))
          yield* absent((yield* ChangeRequests).create(theirs.id, {}))
          yield* absent((yield* Collections).get(shelf.id))
          yield* absent((yield* Sites).get(there.id, site.id))
          yield* absent((yield* Members).list(there.id, {}, {}))
          yield* absent((yield* Members).remove(there.id, userId))
          yield* absent(users.get(there.admin))
          yield* absent((yield* Invites).joinByDomain(there.id))
          expect((yield* users.get(made.admin).pipe(asThem)).id).toBe(made.admin)
          const listed = yield* (yield* Organizations).list({}).pipe(asThem)
          expect([listed.count, listed.items.map(({ id }) => id)]).toEqual([1, [made.org]])
          expect(yield* refusal((yield* Organizations).create({ title: "Third" }).pipe(asThem))).toBe("Forbidden")
          expect(yield* refusal(users.update(userId, { displayName: "Other" }).pipe(asThem))).toBe("Forbidden")
        })
      )

      it.effect("people are known by the provider's name, then by their address, and nobody is taken for another", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const who = somebody()
          const { actor } = yield* signIn(made, who)
          expect((yield* signIn(made, { ...who, email: "moved@octavo.test" })).actor.userId).toBe(actor.userId)
          expect((yield* signIn(made, { ...who, email: undefined })).actor.userId).toBe(actor.userId)
          const refused = (other: Parameters<typeof signIn>[1]) => refusal(signIn(made, other))
          expect(yield* refused({ ...somebody(), email: who.email })).toBe("Forbidden")
          expect(yield* refused({ ...somebody(), email: undefined })).toBe("Forbidden")
          expect(yield* refused({ subject: undefined, email: undefined, name: "X" })).toBe("Forbidden")
          // without a lasting name, by the address alone
          const fleeting = { ...somebody(), subject: undefined }
          const first = yield* signIn(made, fleeting)
          expect((yield* signIn(made, fleeting)).actor.userId).toBe(first.actor.userId)

          const member = yield* newMember(made.org, "comment")
          const { email } = yield* (yield* Users).get(member).pipe(asOperator)
          expect((yield* signIn(made, { ...somebody(), email })).actor.userId).toBe(member)
          expect(yield* (yield* Members).get(made.org, member).pipe(asOperator)).toMatchObject({
            role: "comment",
            sso: true
          })
          const outsider = yield* newUser()
          expect(yield* refused({ ...somebody(), email: outsider.email })).toBe("Forbidden")
          // removed by an admin, they are nobody's until they are invited again
          yield* (yield* Members).remove(made.org, actor.userId).pipe(as(made.admin))
          expect(yield* refused(who)).toBe("Forbidden")
          yield* (yield* Members).put(made.org, actor.userId, "read").pipe(asOperator)
          expect((yield* signIn(made, { ...somebody(), email: who.email })).actor.userId).toBe(actor.userId)
          // another provider under the same entry has names of its own
          yield* (yield* SamlProviders)
            .update(made.org, made.provider.id, { entityID: "https://new.test" })
            .pipe(as(made.admin))
          expect((yield* signIn(made, { ...somebody(), email })).actor.userId).toBe(member)
        })
      )

      it.effect("what began with a provider ends with it: sessions, their tokens, and codes", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const other = yield* newProvider
          const users = yield* Users
          const sessions = yield* Sessions
          const signIns = yield* SignIns
          const authentication = yield* Authentication
          const authorizations = yield* Authorizations
          const verifier = "v".repeat(43)
          const request: AuthorizationRequest = {
            redirectURI: byHand,
            challenge: "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM",
            state: "",
            client: "A program"
          }
          const begun = (of: typeof made) =>
            Effect.gen(function* () {
              const { actor, session } = yield* signIn(of, somebody())
              const asThem = Effect.provideService(CurrentActor, actor)
              const direct = yield* users.createToken(actor.userId, { label: "made in it" }).pipe(asThem)
              const through = yield* sessions.startWithToken(direct.token)
              const asThrough = Effect.provideService(CurrentActor, yield* sessions.resume(through))
              const second = yield* users.createToken(actor.userId, { label: "made with that" }).pipe(asThrough)
              const asSecond = Effect.provideService(CurrentActor, yield* authentication.authenticate(second.token))
              const third = yield* users.createToken(actor.userId, { label: "and with that" }).pipe(asSecond)
              const login = yield* authorizations.grant(request).pipe(asThem)
              const fromLogin = yield* authorizations.exchange({ code: login, verifier, redirectURI: byHand })
              const code = yield* authorizations.grant(request).pipe(asThem)
              const { browser, cookie } = yield* signIns.begin(undefined, "/app/s/x")
              const unfinished = yield* signIns.vouch(
                { userId: actor.userId, organizationId: of.org, providerId: of.provider.id },
                browser
              )
              return {
                actor,
                sessions: [session, through],
                tokens: [direct, second, third, fromLogin].map(({ token }) => token),
                exchange: authorizations.exchange({ code, verifier, redirectURI: byHand }),
                finish: signIns.finish(unfinished, cookie)
              }
            })
          const [ends, stays, kept] = [yield* begun(made), yield* begun(other), yield* begun(made)]
          const outlives = yield* users.createToken(kept.actor.userId, { label: "of the operator" }).pipe(
            asOperator,
            Effect.catchTag("Forbidden", () => Effect.succeed(undefined))
          )
          expect(outlives).toBeUndefined()
          const providers = yield* SamlProviders
          const endings = [
            Effect.asVoid(providers.update(made.org, made.provider.id, { entityID: "https://new.test/" })),
            Effect.asVoid(providers.remove(made.org, made.provider.id))
          ]
          for (const end of endings) {
            const fresh = yield* begun(made)
            yield* end.pipe(as(made.admin))
            for (const { sessions: over, tokens } of [ends, kept, fresh]) {
              for (const session of over) expect(yield* refusal(sessions.resume(session))).toBe("Unauthorized")
              for (const token of tokens) {
                expect(yield* refusal(authentication.authenticate(token))).toBe("Unauthorized")
              }
            }
            expect(yield* refusal(fresh.exchange)).toBe("Invalid")
          }
          expect(yield* refusal(ends.finish)).toBe("Forbidden")
          // the other organization's is as it was
          for (const session of stays.sessions) expect(yield* sessions.resume(session)).toMatchObject({ kind: "user" })
          for (const token of stays.tokens)
            expect(yield* authentication.authenticate(token)).toMatchObject({ kind: "user" })
          expect(yield* stays.exchange).toMatchObject({ label: "A program" })
          expect((yield* stays.finish).to).toBe("/app/s/x")
        })
      )

      // made by somebody, and not by B: what B's provider makes of it
      const refused = "Forbidden"
      it.effect.each<AccountCase>([
        // nobody has shown that the address is theirs: it is nothing but an address
        { made: "A's provider", proven: true, becomes: "Told by B", inA: "Told by B" },
        { made: "A's provider", proven: false, becomes: "the address", inA: "the address" },
        { made: "A's provider, for a domain of A", proven: true, becomes: "Told by B", inA: "Told by B" },
        { made: "A's provider, for a domain of A", proven: false, becomes: "Told by A", inA: "Told by A" },
        { made: "an invitation of A", proven: true, becomes: "Told by B", inA: "Told by B" },
        { made: "an invitation of A", proven: false, becomes: "the address", inA: "the address" },
        // somebody's own: in where the domain is B's, with the name that they have
        { made: "a mailed link", proven: true, becomes: "the address" },
        { made: "a mailed link", proven: false, becomes: refused },
        { made: "A's provider, then a mailed link", proven: true, becomes: "the address" },
        { made: "A's provider, then a mailed link", proven: false, becomes: refused },
        { made: "OpenID Connect", proven: true, becomes: "Told by the installation's" },
        { made: "OpenID Connect", proven: false, becomes: refused },
        { made: "A's provider, then OpenID Connect", proven: true, becomes: "Told by the installation's" },
        { made: "A's provider, then OpenID Connect", proven: false, becomes: refused },
        { made: "the operator", proven: true, becomes: "Told by the operator" },
        { made: "the operator", proven: false, becomes: refused },
        // an admin of B says who it is: A's word for the name counts for nothing there
        { made: "A's provider", invited: true, proven: true, becomes: "Told by B" },
        { made: "A's provider", invited: true, proven: false, becomes: "the address" },
        { made: "a mailed link", invited: true, proven: false, becomes: "the address" }
      ])("an account that $made made, met by B (invited: $invited, domain proven: $proven), is $becomes", (row) =>
        Effect.gen(function* () {
          const [a, b] = [yield* newProvider, yield* newProvider]
          const domain = `b-${people++}.test`
          const email = `victim@${domain}`
          const by = { subject: `subject of ${email}`, email }
          const domains = yield* EmailDomains
          const own = (of: typeof a) =>
            Effect.gen(function* () {
              yield* (yield* Organizations).update(of.org, { emailDomains: [domain] }).pipe(as(of.admin))
              yield* domains.prove(of.org, domain).pipe(asOperator)
            })
          const throughA = Effect.asVoid(signIn(a, { ...by, name: "Told by A" }))
          const invitedBy = ({ admin, org }: typeof a) =>
            Effect.flatMap(Invites, (invites) => invites.send(org, { emails: [email], role: "read" }).pipe(as(admin)))
          const mailed = Effect.gen(function* () {
            const links = yield* MailLinks
            yield* links.use((yield* links.issue((yield* links.admit(email))!))!.secret)
          })
          const told = throughOidc({ ...by, name: "Told by the installation's" }, a.org)
          const ways: Record<AccountCase["made"], Effect.Effect<unknown, unknown, any>> = {
            "A's provider": throughA,
            "A's provider, for a domain of A": Effect.andThen(own(a), throughA),
            "an invitation of A": invitedBy(a),
            "a mailed link": Effect.andThen(invitedBy(a), mailed),
            "A's provider, then a mailed link": Effect.andThen(throughA, mailed),
            "OpenID Connect": told,
            "A's provider, then OpenID Connect": Effect.andThen(throughA, told),
            "the operator": Effect.flatMap(Users, (users) =>
              users.ensure({ email, displayName: "Told by the operator" }).pipe(asOperator)
            )
          }
          yield* Effect.orDie(ways[row.made] as Effect.Effect<unknown, unknown>)
          if (row.invited === true) yield* invitedBy(b)
          if (row.proven) yield* own(b)
          const account = yield* (yield* IdentityStore).accountOf(email)
          const nameIn = ({ admin }: typeof a) =>
            Effect.map(
              Effect.flatMap(Users, (users) => users.get(account!.id).pipe(as(admin))),
              ({ displayName }) => displayName
            )
          const named = (name: string) => (name === "the address" ? "victim" : name)
          const inB = signIn(b, { subject: "B's name for them", email, name: "Told by B" })
          if (row.becomes === refused) {
            expect(yield* refusal(inB)).toBe(refused)
            return
          }
          const { actor } = yield* inB
          expect([actor.userId, actor.organizationId]).toEqual([account!.id, b.org])
          expect(yield* nameIn(b)).toBe(named(row.becomes))
          if (row.inA !== undefined) expect(yield* nameIn(a)).toBe(named(row.inA))
          // once more they are known, and called the same
          expect((yield* signIn(b, { subject: "B's name for them", email, name: "Told by B" })).actor.userId).toBe(
            account!.id
          )
          expect(yield* nameIn(b)).toBe(named(row.becomes))
          // A's provider makes nothing of them beyond A, and does not call them anything else
          if (!row.made.startsWith("A's provider")) return
          expect((yield* signIn(a, { ...by, name: "Other words" })).actor.organizationId).toBe(a.org)
          if (!row.made.includes("a domain of A")) expect(yield* nameIn(b)).toBe(named(row.becomes))
        })
      )

      it.effect("who was removed from an organization is not brought back by another provider of it", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const who = somebody()
          const { actor } = yield* signIn(made, who)
          yield* (yield* Members).remove(made.org, actor.userId).pipe(as(made.admin))
          const complete = { entityID: "https://idp.test/", ssoURL: "https://idp.test/sso", certificate: "CERT one" }
          const second = yield* (yield* SamlProviders)
            .create(made.org, { label: "2", ...complete })
            .pipe(as(made.admin))
          const domain = who.email!.split("@")[1]!
          yield* (yield* Organizations).update(made.org, { emailDomains: [domain] }).pipe(as(made.admin))
          yield* (yield* EmailDomains).prove(made.org, domain).pipe(asOperator)
          for (const provider of [made.provider, second]) {
            expect(yield* refusal(signIn({ org: made.org, provider }, who))).toBe("Forbidden")
          }
          // the installation's own meets them for the first time: an account, and no member
          yield* throughOidc({ subject: who.subject!, email: who.email!, name: "Ada" }, made.org)
          const all = yield* (yield* Members).list(made.org, {}, {}).pipe(as(made.admin))
          expect(all.items.map(({ id }) => id)).not.toContain(actor.userId)
          expect((yield* (yield* Users).get(actor.userId).pipe(asOperator)).displayName).toBe("Ada")
        })
      )

      it.effect("a name that the operator gave is nobody else's to take back", () =>
        Effect.gen(function* () {
          const [a, b] = [yield* newProvider, yield* newProvider]
          const who = somebody()
          const { actor } = yield* signIn(a, who)
          const users = yield* Users
          yield* users.update(actor.userId, { displayName: "Ada Lovelace" }).pipe(asOperator)
          yield* signIn(b, who)
          expect((yield* users.get(actor.userId).pipe(asOperator)).displayName).toBe("Ada Lovelace")
        })
      )
    })
  })
