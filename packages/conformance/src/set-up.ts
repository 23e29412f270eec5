/** The first organization of an installation: who makes it, with what, and that there is one first. */
import { describe, expect, layer } from "@effect/vitest"
import { SetUp } from "@octavo/core/content/set-up/SetUp"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteTemplate, TemplateLibrary } from "@octavo/core/content/templates/Template"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Invalid } from "@octavo/core/kernel/shared/errors"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Users } from "@octavo/core/people/users/Users"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { asOperator, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

const ada = { organization: " Acme ", name: " Ada ", email: " Ada@Acme.test " }
const bob = { organization: "Other", name: "Bob", email: "bob@acme.test" }

/** An installation that has one template, named for sites that begin; or one that names a template it has not. */
const installation = (under: StoreUnderTest, template: string) =>
  services(under).pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(SiteTemplate, { sections: [{ title: "Documentation", icon: "book", template }] }),
        Layer.succeed(TemplateLibrary, [
          {
            id: "one",
            title: "One",
            description: "",
            contentRefs: {},
            pages: [{ path: "README.md", markdown: "# Home\n" }]
          }
        ])
      )
    )
  )

const newKey = Effect.gen(function* () {
  const address = yield* (yield* SetUp).address
  return new URL(address!).searchParams.get("key")!
})

/** How much there is. */
const counts = Effect.gen(function* () {
  const organizations = yield* (yield* Organizations).list({})
  const people = yield* Effect.forEach(["ada@acme.test", "bob@acme.test"], (email) =>
    Effect.flatMap(UserStore, (store) => store.findByEmail(email))
  )
  return [organizations.count, people.filter((one) => one !== undefined).length]
}).pipe(asOperator)

export const setUpSuite = (under: StoreUnderTest) =>
  describe(`Setting up on ${under.name}`, () => {
    layer(installation(under, "one"))((it) => {
      it.effect(
        "takes keys of the installation's own, each until its day is over (threat: first come, first served)",
        () =>
          Effect.gen(function* () {
            const { begin, isKey } = yield* SetUp
            const first = yield* newKey
            yield* TestClock.adjust("23 hours")
            const second = yield* newKey
            expect(second).not.toBe(first)
            expect([yield* isKey(first), yield* isKey(second)]).toEqual([true, true])
            yield* TestClock.adjust("1 hour")
            expect([yield* isKey(first), yield* isKey(second)]).toEqual([false, true])
            const { id } = yield* (yield* Users).ensure({ email: "x@y.test", displayName: "X" }).pipe(asOperator)
            const session = yield* (yield* Sessions).start({
              ...{ userId: id, organizationId: null, providerId: null, tokenId: null }
            })
            for (const key of ["", "x", "a.b", first, `${second}x`, second.slice(0, -1), session]) {
              expect([key, yield* isKey(key), yield* refusal(begin(key, ada))]).toEqual([key, false, "Forbidden"])
            }
            expect(yield* counts).toEqual([0, 0])
          })
      )

      it.effect.each<readonly [string, Partial<typeof ada>, ReadonlyArray<string>]>([
        ["nothing", { organization: "", name: "", email: "" }, ["organization", "name", "email"]],
        ["blanks", { organization: "  ", name: " \t ", email: " " }, ["organization", "name", "email"]],
        ["a title of one character", { organization: "A" }, ["organization"]],
        ["too long a title", { organization: "x".repeat(256) }, ["organization"]],
        ["too long a name", { name: "😀".repeat(65) }, ["name"]],
        ["no address", { email: "ada" }, ["email"]],
        ["two addresses", { email: "a@b.test, c@d.test" }, ["email"]],
        ["what no store keeps", { organization: "A\0cme", name: "A\ud800" }, ["organization", "name"]]
      ])("says at each field what is wrong with %s, and makes nothing", ([, typed, wrong]) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip((yield* SetUp).begin(yield* newKey, { ...ada, ...typed }))
          expect(error).toBeInstanceOf(Invalid)
          expect((error as Invalid).details!.map(({ path }) => path)).toEqual(wrong)
          expect(yield* counts).toEqual([0, 0])
        })
      )

      it.effect("makes one organization, whoever presses at once; there is no other way in then", () =>
        Effect.gen(function* () {
          const { address, begin, isPending } = yield* SetUp
          const keys = [yield* newKey, yield* newKey]
          expect(yield* isPending).toBe(true)
          const tries = yield* Effect.forEach(
            [0, 1, 2, 3, 4, 5],
            (i) => Effect.result(begin(keys[i % 2]!, i % 2 === 0 ? ada : bob)),
            { concurrency: "unbounded" }
          )
          const won = tries.flatMap((one) => (one._tag === "Success" ? [one.success] : []))
          expect(won).toHaveLength(1)
          expect(tries.flatMap((one) => (one._tag === "Failure" ? [one.failure._tag] : []))).toEqual(
            Array(5).fill("Conflict")
          )
          expect(yield* counts).toEqual([1, 1])
          expect([yield* isPending, yield* address]).toEqual([false, undefined])
          for (const key of [keys[0]!, "x"]) expect(yield* refusal(begin(key, bob))).toBe("Conflict")

          const actor = yield* (yield* Sessions).resume(won[0]!)
          yield* Effect.gen(function* () {
            const me = yield* (yield* Users).me
            const [organization] = (yield* (yield* Organizations).list({})).items
            const acme = { title: "Acme", email: "ada@acme.test", name: "Ada" }
            const other = { title: "Other", email: "bob@acme.test", name: "Bob" }
            const { email, displayName: name } = me
            expect([acme, other]).toContainEqual({ title: organization!.title, email, name })
            expect(organization!.permissions.admin).toBe(true)
            const [space, ...more] = (yield* (yield* Spaces).list(organization!.id, {})).items
            expect([space!.title, more]).toEqual(["Documentation", []])
            const { tree } = yield* (yield* SpaceContent).open(space!.id)
            expect((yield* tree.pages()).map(({ page }) => page.title)).toEqual(["Home"])
            const events = (yield* (yield* Audit).list(organization!.id, {}, {})).items
            expect(new Set(events.map(({ actor }) => actor.id))).toEqual(new Set([me.id]))
            const started = events.find(({ action }) => action === "session.start")!
            expect((yield* (yield* Audit).get(organization!.id, started.id)).payload).toEqual({ with: "set-up" })
          }).pipe(Effect.provideService(CurrentActor, actor))
        })
      )
    })

    layer(installation(under, "gone"))((it) => {
      it.effect("makes nothing when a part of it can't be made", () =>
        Effect.gen(function* () {
          const { begin, isPending } = yield* SetUp
          const key = yield* newKey
          expect((yield* Effect.exit(begin(key, ada)))._tag).toBe("Failure")
          expect([yield* isPending, yield* counts]).toEqual([true, [0, 0]])
          // and it is nobody's turn yet: the next one is not told that it is done
          expect(yield* refusal(begin("x", ada))).toBe("Forbidden")
          yield* newOrganization()
          expect(yield* refusal(begin(key, ada))).toBe("Conflict")
        })
      )
    })
  })
