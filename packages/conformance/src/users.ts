import { describe, expect, layer } from "@effect/vitest"
import { CurrentActor, type UserActor } from "@octavo/core/kernel/shared/Actor"
import { Members } from "@octavo/core/people/members/Members"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Users } from "@octavo/core/people/users/Users"
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

/** Users and API tokens. */
export const usersSuite = (under: StoreUnderTest) =>
  describe(`users on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("an e-mail address is one user, whatever its letter case", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const a = yield* users.ensure({ email: "Ada@Example.org ", displayName: "Ada" })
          const b = yield* users.ensure({ email: "ada@example.ORG", displayName: "Other" })
          expect(b.id).toBe(a.id)
          expect(b.displayName).toBe("Ada")
        }).pipe(asOperator)
      )

      it.effect("20 processes that add one address at once get one user", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const made = yield* Effect.all(
            Array.from({ length: 20 }, () => users.ensure({ email: "race@example.org", displayName: "Race" })),
            { concurrency: "unbounded" }
          )
          expect(new Set(made.map(({ id }) => id)).size).toBe(1)
        }).pipe(asOperator)
      )

      it.effect("wrong addresses and names are refused", () =>
        Effect.gen(function* () {
          const users = yield* Users
          for (const email of ["", "a", "a@b", "a b@c.d", "@c.d", `${"x".repeat(250)}@c.de`]) {
            const error = yield* Effect.flip(users.ensure({ email, displayName: "A" }))
            expect(error._tag, email).toBe("Invalid")
          }
          for (const displayName of ["", " ", "x".repeat(65), "a\0b", "\ud800"]) {
            const error = yield* Effect.flip(users.ensure({ email: "n@example.org", displayName }))
            expect(error._tag, JSON.stringify(displayName)).toBe("Invalid")
          }
          // 64 code points are 128 UTF-16 units here
          yield* users.ensure({ email: "emoji@example.org", displayName: "😀".repeat(64) })
        }).pipe(asOperator)
      )

      it.effect("people who share no organization are absent to each other", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const a = yield* newOrganization()
          const b = yield* newOrganization()
          const colleague = yield* newMember(a.id, "read")
          const guest = yield* newMember(a.id, null)
          expect((yield* users.get(colleague).pipe(as(a.admin))).id).toBe(colleague)
          const hidden = yield* Effect.flip(users.get(b.admin).pipe(as(a.admin)))
          const missing = yield* Effect.flip(users.get("nobody").pipe(as(a.admin)))
          expect([hidden._tag, missing._tag]).toEqual(["NotFound", "NotFound"])
          expect(hidden.message.replace(b.admin, "X")).toBe(missing.message.replace("nobody", "X"))
          // a guest may not look members up
          expect((yield* Effect.flip(users.get(colleague).pipe(as(guest))))._tag).toBe("NotFound")
        })
      )

      it.effect("a profile is changed by its owner only", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const { admin, id } = yield* newOrganization()
          const member = yield* newMember(id, "read")
          const changed = yield* users.update(member, { displayName: "Grace" }).pipe(as(member))
          expect(changed.displayName).toBe("Grace")
          expect((yield* Effect.flip(users.update(member, { displayName: "No" }).pipe(as(admin))))._tag).toBe(
            "Forbidden"
          )
        })
      )

      it.effect("a token stands for its user until it is revoked", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const authentication = yield* Authentication
          const store = yield* UserStore
          const user = yield* newUser()
          const made = yield* users.createToken(user.id, { label: "laptop" }).pipe(as(user.id))
          expect(made.token).toMatch(/^oct_[0-9A-Za-z]{43}$/)
          const actor = yield* authentication.authenticate(made.token)
          expect(actor).toMatchObject({ kind: "user", userId: user.id, scopes: null })
          const listed = yield* users.listTokens(user.id, {}).pipe(as(user.id))
          expect(listed.count).toBe(1)
          expect(JSON.stringify(listed)).not.toContain(made.token)
          // what is stored cannot be used as a token
          const kept = yield* store.listTokens(user.id, undefined, { after: undefined, limit: 10 })
          expect(JSON.stringify(kept)).not.toContain(made.token)
          expect((yield* Effect.flip(authentication.authenticate(kept.items[0]!.hash)))._tag).toBe("Unauthorized")
          expect(yield* users.revokeToken(user.id, made.id).pipe(as(user.id))).toBe(true)
          expect(yield* users.revokeToken(user.id, made.id).pipe(as(user.id))).toBe(false)
          expect((yield* Effect.flip(authentication.authenticate(made.token)))._tag).toBe("Unauthorized")
        })
      )

      it.effect("a token notes when it was used", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const authentication = yield* Authentication
          const user = yield* newUser()
          const { token } = yield* users.createToken(user.id, { label: "script" }).pipe(as(user.id))
          yield* authentication.authenticate(token)
          const used = yield* users
            .listTokens(user.id, {})
            .pipe(as(user.id), Effect.repeat({ until: (page) => page.items[0]!.lastUsedAt !== undefined, times: 1000 }))
          expect(used.items[0]!.lastUsedAt).toBeDefined()
        })
      )

      it.effect("an expired token is refused, and so is one that would be", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const authentication = yield* Authentication
          const user = yield* newUser()
          const past = yield* Effect.flip(
            users.createToken(user.id, { label: "x", expiresAt: "1969-12-31T00:00:00Z" }).pipe(as(user.id))
          )
          expect(past._tag).toBe("Invalid")
          const wrong = yield* Effect.flip(
            users.createToken(user.id, { label: "x", expiresAt: "soon" }).pipe(as(user.id))
          )
          expect(wrong._tag).toBe("Invalid")
          const { token } = yield* users
            .createToken(user.id, { label: "x", expiresAt: "1970-01-01T01:00:00Z" })
            .pipe(as(user.id))
          yield* authentication.authenticate(token)
          yield* TestClock.adjust("61 minutes")
          const error = yield* Effect.flip(authentication.authenticate(token))
          expect(error.message).toContain("expired")
        })
      )

      it.effect(
        "what a token makes is never wider, never lasts longer, and ends with it (threat: tokens that breed)",
        () =>
          Effect.gen(function* () {
            const users = yield* Users
            const sessions = yield* Sessions
            const authentication = yield* Authentication
            const { id } = yield* newUser()
            const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
            const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
            const by = (token: string) => (effect: ReturnType<typeof users.createToken>) =>
              Effect.flatMap(authentication.authenticate(token), (actor) =>
                Effect.provideService(effect, CurrentActor, actor)
              )
            /** The same in a session that was begun with the token. */
            const bySession = (token: string) => (effect: ReturnType<typeof users.createToken>) =>
              Effect.flatMap(Effect.flatMap(sessions.startWithToken(token), sessions.resume), (actor) =>
                Effect.provideService(effect, CurrentActor, actor)
              )
            const first = yield* users.createToken(id, { label: "first", expiresAt: at(60) }).pipe(asOperator)
            for (const how of [by, bySession]) {
              const same = yield* users.createToken(id, { label: "no end is asked for" }).pipe(how(first.token))
              expect(same.expiresAt).toBe(at(60))
              const none = yield* users.createToken(id, { label: "none", expiresAt: null }).pipe(how(first.token))
              expect(none.expiresAt).toBe(at(60))
              const sooner = yield* users.createToken(id, { label: "sooner", expiresAt: at(30) }).pipe(how(first.token))
              expect(sooner.expiresAt).toBe(at(30))
              const later = users.createToken(id, { label: "later", expiresAt: at(61) })
              expect(yield* refusal(later.pipe(how(first.token)))).toBe("Invalid")
              // nor through one that it made
              expect(yield* refusal(later.pipe(how(same.token)))).toBe("Invalid")
              const grandchild = yield* users.createToken(id, { label: "y" }).pipe(how(sooner.token))
              expect(grandchild.expiresAt).toBe(at(30))
              // a narrowed one makes none, narrow or not
              const narrow = yield* users
                .createToken(id, { label: "narrow", scopes: ["space:read"] })
                .pipe(how(first.token))
              for (const scopes of [null, ["space:read"], ["space:admin"], []] as const) {
                const wider = users.createToken(id, { label: "wider", ...(scopes && { scopes: scopes as never }) })
                expect(yield* refusal(wider.pipe(how(narrow.token)))).toBe("Forbidden")
              }
            }
            const endless = yield* users.createToken(id, { label: "endless" }).pipe(asOperator)
            const family = [endless.token]
            for (let generation = 0; generation < 4; generation++) {
              const how = generation % 2 === 0 ? by : bySession
              family.push((yield* users.createToken(id, { label: "child" }).pipe(how(family.at(-1)!))).token)
            }
            const session = yield* sessions.startWithToken(family.at(-1)!)
            expect(yield* sessions.resume(session)).toMatchObject({ userId: id })
            // one in the middle: what is below it ends, what is above it stays
            const middle = yield* authentication.authenticate(family[2]!)
            yield* users.revokeToken(id, (middle as UserActor).tokenId!).pipe(as(id))
            for (const [generation, token] of family.entries()) {
              const found = yield* Effect.result(authentication.authenticate(token))
              expect([generation, found._tag]).toEqual([generation, generation < 2 ? "Success" : "Failure"])
            }
            expect(yield* refusal(sessions.resume(session))).toBe("Unauthorized")
            // a token that has just ended makes none
            const actor = { kind: "user", userId: id, tokenId: (middle as UserActor).tokenId, scopes: null } as const
            const late = users.createToken(id, { label: "z" }).pipe(Effect.provideService(CurrentActor, actor))
            expect(yield* refusal(late)).toBe("Forbidden")
          })
      )

      it.effect("nobody makes, lists or revokes tokens of somebody else", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const { admin, id } = yield* newOrganization()
          const member = yield* newMember(id, "read")
          const { id: tokenId } = yield* users.createToken(member, { label: "x" }).pipe(as(member))
          for (const attempt of [
            refusal(users.createToken(member, { label: "y" })),
            refusal(users.listTokens(member, {})),
            refusal(users.revokeToken(member, tokenId))
          ]) {
            expect(yield* attempt.pipe(as(admin))).toBe("NotFound")
          }
          // one's own rights do not reach another's token either
          expect(yield* users.revokeToken(admin, tokenId).pipe(as(admin))).toBe(false)
        })
      )

      it.effect("scopes narrow: a token with other scopes is refused before anything is looked up", () =>
        Effect.gen(function* () {
          const users = yield* Users
          const members = yield* Members
          const authentication = yield* Authentication
          const { admin, id } = yield* newOrganization()
          const { token } = yield* users.createToken(admin, { label: "x", scopes: ["space:read"] }).pipe(as(admin))
          const actor = yield* authentication.authenticate(token)
          if (actor.kind !== "user") throw new Error("not a user")
          const narrowed = as(admin, actor.scopes as never)
          const known = yield* Effect.flip(members.list(id, {}, {}).pipe(narrowed))
          const unknown = yield* Effect.flip(members.list("nowhere", {}, {}).pipe(narrowed))
          expect([known._tag, unknown._tag]).toEqual(["Forbidden", "Forbidden"])
          expect(known.message).toBe(unknown.message)
          expect((yield* Effect.flip(users.createToken(admin, { label: "y" }).pipe(narrowed)))._tag).toBe("Forbidden")
        })
      )
    })
  })
