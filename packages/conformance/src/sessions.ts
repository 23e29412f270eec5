/** Stories of sessions, of the codes and links that they begin with, and of the tokens that are made in them. */
import { describe, expect, layer } from "@effect/vitest"
import { Invites } from "@octavo/core/content/invites/Invites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { Members } from "@octavo/core/people/members/Members"
import { SamlSignIn } from "@octavo/core/people/saml/SamlSignIn"
import { Authorizations, byHand } from "@octavo/core/people/sign-in/Authorizations"
import { CurrentBrowser } from "@octavo/core/people/sign-in/browser"
import { MailLinks } from "@octavo/core/people/sign-in/MailLinks"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { SignIns } from "@octavo/core/people/sign-in/SignIns"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { IdentityStore } from "@octavo/core/people/users/IdentityStore"
import { Users } from "@octavo/core/people/users/Users"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asOperator, newUser, refusal, type StoreUnderTest, services } from "./harness.ts"

import { newProvider, signIn, somebody } from "./new-provider.ts"

export const sessionsSuite = (under: StoreUnderTest) =>
  describe(`Sessions on ${under.name}`, () => {
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
            const told = [first, second, third].flatMap((one) => [sessions.formToken(one), sessions.scriptKey(one)])
            expect(new Set(told).size).toBe(6)
            expect(told[1]).toBe(sessions.scriptKey(first))

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

      it.effect(
        "a program's token is never wider than what its session began with, and ends with it (threat: tokens that breed)",
        () =>
          Effect.gen(function* () {
            const made = yield* newProvider
            const users = yield* Users
            const sessions = yield* Sessions
            const authorizations = yield* Authorizations
            const now = yield* Clock.currentTimeMillis
            const time = (days: number) => new Date(now + days * 86_400_000).toISOString()
            const { actor } = yield* signIn(made, somebody())
            const person = yield* newUser()
            yield* (yield* Members).put(made.org, person.id, "read").pipe(asOperator)
            const verifier = "v".repeat(43)
            const challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM"
            /** The token that a program gets in a session that began with a token. */
            const through = (token: string) =>
              Effect.gen(function* () {
                const session = yield* sessions.resume(yield* sessions.startWithToken(token))
                const request = { redirectURI: byHand, challenge, state: "", client: "x" }
                const code = yield* authorizations.grant(request).pipe(Effect.provideService(CurrentActor, session))
                return yield* authorizations.exchange({ code, verifier, redirectURI: byHand })
              })
            const mine = { userId: person.id, organization: undefined, by: asOperator }
            const asThem = Effect.provideService(CurrentActor, actor)
            const theirs = { userId: actor.userId, organization: made.org, by: asThem }
            for (const { by, organization, userId } of [mine, theirs]) {
              // for each end of the token: that of the program's, which is 90 days at the most
              for (const [days, end] of [
                [1, 1],
                [89, 89],
                [91, 90],
                [undefined, 90]
              ] as const) {
                const given = yield* users
                  .createToken(userId, { label: "given", ...ifDefined(days, (after) => ({ expiresAt: time(after) })) })
                  .pipe(by)
                const got = yield* through(given.token)
                expect([got.expiresAt, got.organization]).toEqual([time(end), organization])
                const second = yield* through(got.token)
                expect([second.expiresAt, second.organization]).toEqual([time(end), organization])
                yield* users.revokeToken(userId, given.id).pipe(by)
                for (const { token } of [got, second]) {
                  expect(yield* refusal((yield* Authentication).authenticate(token))).toBe("Unauthorized")
                }
              }
              const narrow = yield* users.createToken(userId, { label: "narrow", scopes: ["space:read"] }).pipe(by)
              expect(yield* refusal(through(narrow.token))).toBe("Forbidden")
            }
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
    })
  })
