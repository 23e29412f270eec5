/** Stories of sessions, and of people whom an organization's provider brings in. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/collections/Collections"
import { Invites } from "@octavo/core/invites/Invites"
import { Members } from "@octavo/core/members/Members"
import { Organizations } from "@octavo/core/organizations/Organizations"
import { SamlProviders } from "@octavo/core/saml/SamlProviders"
import { SamlSignIn } from "@octavo/core/saml/SamlSignIn"
import { CurrentActor, type UserActor } from "@octavo/core/shared/Actor"
import { type AuthorizationRequest, Authorizations, byHand } from "@octavo/core/sign-in/Authorizations"
import { CurrentBrowser } from "@octavo/core/sign-in/browser"
import { IdentityStore } from "@octavo/core/sign-in/IdentityStore"
import { MailLinks } from "@octavo/core/sign-in/MailLinks"
import { Sessions } from "@octavo/core/sign-in/Sessions"
import { type ProvenIdentity, SignIns } from "@octavo/core/sign-in/SignIns"
import { Sites } from "@octavo/core/sites/Sites"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Authentication } from "@octavo/core/users/Authentication"
import { Users } from "@octavo/core/users/Users"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
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

let people = 0
const somebody = (): Pick<ProvenIdentity, "subject" | "email" | "name"> => {
  people++
  return { subject: `subject ${people}`, email: `proven-${people}@octavo.test`, name: "Ada" }
}

/** An organization with a provider that is set up. */
const newProvider = Effect.gen(function* () {
  const { admin, id: org } = yield* newOrganization()
  const complete = { entityID: "https://idp.test/", ssoURL: "https://idp.test/sso", certificate: "CERT one" }
  const provider = yield* (yield* SamlProviders).create(org, { label: "Okta", ...complete }).pipe(as(admin))
  return { admin, org, provider }
})

/** Signs somebody in, from the begin to the session. */
const signIn = (
  made: { readonly org: string; readonly provider: { readonly id: string } },
  who: Pick<ProvenIdentity, "subject" | "email" | "name">
) =>
  Effect.gen(function* () {
    const signIns = yield* SignIns
    const { browser, cookie } = yield* signIns.begin(undefined, "/app/s/x")
    const newcomers = { role: "edit", team: null } as const
    const code = yield* signIns.prove(
      { organizationId: made.org, providerId: made.provider.id, newcomers, ...who },
      browser
    )
    const { session, to } = yield* signIns.finish(code, cookie)
    expect(to).toBe("/app/s/x")
    const actor = (yield* (yield* Sessions).resume(session)) as UserActor
    return { session, actor }
  })

export const signInSuite = (under: StoreUnderTest) =>
  describe(`Signing in on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect(
        "sessions begun with a token have its rights, and end with it, by themselves and when they are told",
        () =>
          Effect.gen(function* () {
            const users = yield* Users
            const sessions = yield* Sessions
            const { id } = yield* newUser()
            const wide = yield* users.createToken(id, { label: "wide" }).pipe(asOperator)
            const narrow = yield* users.createToken(id, { label: "narrow", scopes: ["space:read"] }).pipe(asOperator)
            const first = yield* sessions.startWithToken(wide.token)
            expect(yield* sessions.resume(first)).toMatchObject({ userId: id, tokenId: wide.id, scopes: null })
            const second = yield* sessions.startWithToken(narrow.token)
            expect(yield* sessions.resume(second)).toMatchObject({ scopes: new Set(["space:read"]) })
            const third = yield* sessions.startWithToken(wide.token)
            expect(new Set([first, second, third]).size).toBe(3)

            yield* sessions.end(third)
            yield* sessions.end(third)
            yield* sessions.end("x.y")
            expect(yield* refusal(sessions.resume(third))).toBe("Unauthorized")
            yield* users.revokeToken(id, narrow.id).pipe(asOperator)
            expect(yield* refusal(sessions.resume(second))).toBe("Unauthorized")
            expect(yield* sessions.resume(first)).toMatchObject({ userId: id })
            for (const other of ["", "x", wide.token, `${first}x`, first.replace(/\..*/, `.${"A".repeat(22)}`)]) {
              expect(yield* refusal(sessions.resume(other)), other).toBe("Unauthorized")
            }
            for (const token of ["", "oct_nothing", first]) {
              expect(yield* refusal(sessions.startWithToken(token)), token).toBe("Unauthorized")
            }
            yield* TestClock.adjust("8 hours")
            expect(yield* refusal(sessions.resume(first))).toBe("Unauthorized")
          })
      )

      it.effect("a session is called by the browser that it was begun in, where that is known", () =>
        Effect.gen(function* () {
          const { id } = yield* newUser()
          const { token } = yield* (yield* Users).createToken(id, { label: "wide" }).pipe(asOperator)
          const sessions = yield* Sessions
          yield* sessions.startWithToken(token)
          yield* TestClock.adjust("1 minute")
          yield* sessions.startWithToken(token).pipe(Effect.provideService(CurrentBrowser, "Firefox on Linux"))
          const own = yield* sessions.list.pipe(as(id))
          expect(own.map(({ browser }) => browser)).toEqual(["Firefox on Linux", null])
        })
      )

      it.effect("a session with a token that has an end is over with it", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const { id } = yield* newUser()
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const expiresAt = new Date(now + 3_600_000).toISOString()
          const { token } = yield* users.createToken(id, { label: "short", expiresAt }).pipe(asOperator)
          const session = yield* (yield* Sessions).startWithToken(token)
          yield* TestClock.adjust("59 minutes")
          expect(yield* (yield* Sessions).resume(session)).toMatchObject({ userId: id })
          yield* TestClock.adjust("1 minute")
          expect(yield* refusal((yield* Sessions).resume(session))).toBe("Unauthorized")
        })
      )

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

      it.effect("their tokens count there alone as well, and no other token is theirs to see or end", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const users = yield* Users
          const person = yield* newUser()
          yield* (yield* Members).put(made.org, person.id, "read").pipe(asOperator)
          const own = yield* users.createToken(person.id, { label: "own" }).pipe(asOperator)
          const { actor } = yield* signIn(made, { ...somebody(), email: person.email })
          const asThem = Effect.provideService(CurrentActor, actor)
          const token = yield* users.createToken(person.id, { label: "there" }).pipe(asThem)
          expect(token.organization).toBe(made.org)
          const authentication = yield* Authentication
          expect(yield* authentication.authenticate(token.token)).toMatchObject({ organizationId: made.org })
          expect(yield* authentication.authenticate(own.token)).not.toHaveProperty("organizationId")
          const session = yield* (yield* Sessions).startWithToken(token.token)
          expect(yield* (yield* Sessions).resume(session)).toMatchObject({ organizationId: made.org })
          expect((yield* users.listTokens(person.id, {}).pipe(asThem)).items.map(({ id }) => id)).toEqual([token.id])
          expect((yield* users.listTokens(person.id, {}).pipe(as(person.id))).count).toBe(2)
          expect(yield* users.revokeToken(person.id, own.id).pipe(asThem)).toBe(false)
          expect(yield* users.revokeToken(person.id, token.id).pipe(asThem)).toBe(true)
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

      it.effect("answers and codes count once, in the browser that began, for a while", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const saml = yield* SamlSignIn
          const signIns = yield* SignIns
          const { cookie, location } = yield* saml.start(made.provider.id, undefined, "/app/s/x")
          const id = new URL(location).searchParams.get("id")!
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const say = (assertion: string, inResponseTo: string | undefined = id) =>
            saml.accept(
              made.provider.id,
              `CERT one\n${JSON.stringify({ ...somebody(), id: assertion, inResponseTo, notOnOrAfter: now + 60_000 })}`
            )
          expect(yield* refusal(saml.accept(made.provider.id, "CERT two\n{}"))).toBe("Forbidden")
          const outcome = yield* say("one")
          const code = outcome.kind === "code" ? outcome.code : ""
          expect(yield* refusal(say("one"))).toBe("Forbidden")
          expect(yield* refusal(say("two"))).toBe("Forbidden")
          const again = yield* saml.start(made.provider.id, cookie, "/app/s/y")
          expect(yield* refusal(say("one", new URL(again.location).searchParams.get("id")!))).toBe("Forbidden")
          expect(yield* refusal(say("three", "_made-up"))).toBe("Forbidden")

          expect(yield* refusal(signIns.finish(code, undefined))).toBe("Forbidden")
          const stranger = yield* saml.start(made.provider.id, undefined, "/app/s/x")
          expect(yield* refusal(signIns.finish(code, stranger.cookie))).toBe("Forbidden")
          // begun a second time in the same browser, the first one still ends well
          expect((yield* signIns.finish(code, again.cookie)).to).toBe("/app/s/y")
          expect(yield* refusal(signIns.finish(code, again.cookie))).toBe("Forbidden")
          expect(yield* refusal(signIns.finish("x", cookie))).toBe("Invalid")

          const late = yield* saml.start(made.provider.id, undefined, "/app/s/x")
          yield* TestClock.adjust("16 minutes")
          expect(yield* refusal(say("four", new URL(late.location).searchParams.get("id")!))).toBe("Forbidden")
          // what is too old to count is not kept
          const store = yield* IdentityStore
          const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
          expect(yield* store.useOnce("x", "y", at(0), at(1))).toBe(true)
          expect(yield* store.useOnce("x", "y", at(0.5), at(1))).toBe(false)
          expect(yield* store.useOnce("x", "y", at(2), at(3))).toBe(true)
        })
      )

      it.effect("a mailed link is good once, for a quarter of an hour, and verifies the address", () =>
        Effect.gen(function* () {
          const { org } = yield* newProvider
          const links = yield* MailLinks
          const sessions = yield* Sessions
          yield* (yield* Invites).send(org, { emails: ["linked@octavo.test"], role: "read" }).pipe(asOperator)
          const userId = (yield* links.admit(" Linked@Octavo.test"))!
          expect(userId).toBeTypeOf("string")
          expect(yield* links.admit("linked@octavo.test")).toBeUndefined()
          yield* TestClock.adjust("1 minute")
          expect(yield* links.admit("linked@octavo.test")).toBe(userId)
          for (const email of ["nobody@octavo.test", "", "x"]) expect(yield* links.admit(email)).toBeUndefined()

          const first = (yield* links.issue(userId))!
          expect(first.user.verifiedAt).toBeNull()
          expect((yield* links.read(first.secret))!.email).toBe("linked@octavo.test")
          const session = yield* links.use(first.secret)
          expect(yield* sessions.resume(session)).toMatchObject({ userId, tokenId: null, scopes: null })
          expect((yield* links.read(first.secret))!.verifiedAt).toBeTypeOf("string")
          expect(yield* refusal(links.use(first.secret))).toBe("Forbidden")
          const second = (yield* links.issue(userId))!
          yield* TestClock.adjust("15 minutes")
          expect(yield* links.read(second.secret)).toBeUndefined()
          expect(yield* refusal(links.use(second.secret))).toBe("Forbidden")
          expect(yield* refusal(links.use("a.b"))).toBe("Forbidden")
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

      it.effect("a code of a program ends with the session that said yes", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const { actor, session } = yield* signIn(made, somebody())
          const authorizations = yield* Authorizations
          const verifier = "v".repeat(43)
          const code = yield* authorizations
            .grant({
              redirectURI: byHand,
              challenge: "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM",
              state: "",
              client: "x"
            })
            .pipe(Effect.provideService(CurrentActor, actor))
          yield* (yield* Sessions).end(session)
          expect(yield* refusal(authorizations.exchange({ code, verifier, redirectURI: byHand }))).toBe("Invalid")
        })
      )

      it.effect("is offered for a domain that an admin of the organization has an address of", () =>
        Effect.gen(function* () {
          const made = yield* newProvider
          const saml = yield* SamlSignIn
          const labels = (of: { readonly email?: string; readonly organization?: string }) =>
            Effect.map(saml.offers({ email: undefined, organization: undefined, ...of }), (offers) =>
              offers.map(({ label }) => label)
            )
          const domains = (emailDomains: ReadonlyArray<string>) =>
            Effect.andThen(Organizations, (organizations) =>
              organizations.update(made.org, { emailDomains }).pipe(as(made.admin))
            )
          expect(yield* labels({ organization: made.org })).toEqual(["Okta"])
          expect(yield* labels({ organization: "nothing" })).toEqual([])
          yield* domains(["octavo.test", "claimed.test"])
          expect(yield* labels({ email: "A@Octavo.Test" })).toContain("Okta")
          for (const email of ["a@claimed.test", "a@tavo.test", "a@octavo_test", "octavo.test", "%@%", ""]) {
            expect(yield* labels({ email }), email).toEqual([])
          }
          yield* domains([])
          expect(yield* labels({ email: "a@octavo.test" })).toEqual([])
        })
      )
    })
  })
