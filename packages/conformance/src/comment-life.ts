import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { CommentStore } from "@octavo/core/content/comments/CommentStore"
import { Comments } from "@octavo/core/content/comments/Comments"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, newScene, opened } from "./comments.ts"
import { as, newMember, refusal, type StoreUnderTest, services } from "./harness.ts"

const insert = (markdown: string): ContentChange => ({ operation: "insert_page", document: { markdown } })
const ids = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id).sort()

/** Numbers that look random and are the same in every run. */
const drawn = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** Comments while what they are about moves, merges and goes, and while many write at once. */
export const commentLifeSuite = (under: StoreUnderTest) =>
  describe(`life of comments on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("follow their page when it is renamed and moved, and stay when it is deleted", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const contents = yield* ChangeRequestContent
          const { admin, ann, page, spaceId } = yield* newScene()
          const { id } = yield* comments.post({ spaceId }, { ...at("here"), page }).pipe(as(ann))
          const onPage = comments.list({ spaceId }, { page }, {}).pipe(as(ann), Effect.map(ids))
          const edit = (...changes: ReadonlyArray<ContentChange>) =>
            contents.editSpace(spaceId, { changes }).pipe(as(admin))
          yield* edit({ ...insert("# Above"), ref: "above" } as ContentChange, {
            operation: "update_page",
            page,
            title: "Renamed",
            slug: "renamed",
            into: "above"
          })
          expect(yield* onPage).toEqual([id])
          expect((yield* comments.get({ spaceId }, id).pipe(as(ann))).target.page).toEqual({ id: page })
          yield* edit({ operation: "delete_page", page })
          expect(yield* onPage).toEqual([id])
          const late = comments.post({ spaceId }, { ...at("late"), page }).pipe(as(ann))
          expect(yield* refusal(late)).toBe("Invalid")
        })
      )

      it.effect("stay with their change request, which is discussed in every status", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const contents = yield* ChangeRequestContent
          const changeRequests = yield* ChangeRequests
          const scene = yield* newScene()
          const { admin, ann, ben, changeRequestId, page, spaceId } = scene
          const of = { spaceId, changeRequestId }
          const { id } = yield* comments.post(of, { ...at("draft"), page }).pipe(as(ann))
          const status = (status: "open" | "archived") =>
            changeRequests.update(spaceId, changeRequestId, { status }).pipe(as(admin))
          for (const one of ["archived", "open"] as const) {
            yield* status(one)
            yield* comments.reply(of, id, at(one)).pipe(as(ben))
          }
          yield* contents.edit(spaceId, changeRequestId, { changes: [insert("# More")] }).pipe(as(admin))
          yield* changeRequests.merge(spaceId, changeRequestId).pipe(as(admin))
          const after = yield* comments.post(of, at("merged")).pipe(as(ann))
          yield* comments.update(of, id, { resolved: true }).pipe(as(ben))
          expect(ids(yield* comments.list(of, {}, {}).pipe(as(ann)))).toEqual([id, after.id].sort())
          expect((yield* comments.list({ spaceId }, {}, {}).pipe(as(ann))).count).toBe(0)
          expect(yield* opened(scene)).toEqual([0, 1])
          // who comments or replies contributes
          const contributed = (contributor: string) =>
            changeRequests.list(spaceId, { status: "merged", contributor }, {}).pipe(as(admin), Effect.map(ids))
          const stranger = yield* newMember(scene.organization, "comment")
          expect(yield* contributed(ann)).toEqual([changeRequestId])
          expect(yield* contributed(ben)).toEqual([changeRequestId])
          expect(yield* contributed(stranger)).toEqual([])
        })
      )

      it.effect("are removed for good with their space, replies and reactions too", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const store = yield* CommentStore
          const life = yield* SpaceLifecycle
          const purge = yield* SpacePurge
          const { admin, ann, changeRequestId, spaceId } = yield* newScene()
          const kept = yield* newScene()
          const other = yield* comments.post({ spaceId: kept.spaceId }, at("kept")).pipe(as(kept.ann))
          const places = [null, changeRequestId].map((id) => ({ spaceId, changeRequestId: id }))
          const made = yield* Effect.forEach(places, (place) =>
            Effect.gen(function* () {
              const of = { spaceId, ...(place.changeRequestId === null ? {} : { changeRequestId }) }
              const { id } = yield* comments.post(of, at("gone")).pipe(as(ann))
              const { id: reply } = yield* comments.reply(of, id, at("gone")).pipe(as(ann))
              yield* comments.updateReply(of, id, reply, { addedReactions: ["🚀"] }).pipe(as(ann))
              return { id, reply, place }
            })
          )
          yield* life.remove(spaceId).pipe(as(admin))
          yield* TestClock.adjust("8 days")
          const due = yield* purge.sweep
          expect(due).toBe(1)
          yield* purge.work
          for (const { id, place, reply } of made) {
            expect(yield* store.get(place, id)).toBeUndefined()
            expect(yield* store.getReply(id, reply)).toBeUndefined()
          }
          expect(yield* store.get({ spaceId: kept.spaceId, changeRequestId: null }, other.id)).toMatchObject({
            markdown: "kept"
          })
        })
      )

      it.effect("show a guest what was said, and not the list of members who said it", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const grants = yield* Grants
          const { admin, ann, changeRequestId, organization, spaceId } = yield* newScene()
          const guest = yield* newMember(organization, null)
          const grant = (role: "read" | "comment" | "admin") =>
            grants.grant({ kind: "space", id: spaceId }, { role, users: [guest] }).pipe(as(admin))
          for (const where of [{ spaceId }, { spaceId, changeRequestId }]) {
            yield* comments.post(where, at("said")).pipe(as(ann))
            const seen = comments.list(where, {}, {}).pipe(as(guest))
            const people = comments.commenters(where, {}).pipe(as(guest))
            yield* grants.revoke({ kind: "space", id: spaceId }, { kind: "user", id: guest }).pipe(as(admin))
            expect([yield* refusal(seen), yield* refusal(people)]).toEqual(["NotFound", "NotFound"])
            for (const role of ["read", "comment"] as const) {
              yield* grant(role)
              expect([(yield* seen).count, yield* refusal(people)]).toEqual([1, "Forbidden"])
            }
            yield* grant("admin")
            expect(ids(yield* people)).toEqual([ann])
          }
        })
      )

      it.effect("a reply has no status: resolved says nothing about it, nor about its comment", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const scene = yield* newScene()
          const { ann, spaceId } = scene
          const { id } = yield* comments.post({ spaceId }, at("x")).pipe(as(ann))
          const { id: reply } = yield* comments.reply({ spaceId }, id, at("y")).pipe(as(ann))
          const sent: object = { ...at("z"), resolved: true }
          const edited = yield* comments.updateReply({ spaceId }, id, reply, sent).pipe(as(ann))
          expect([edited.body.markdown, "status" in edited]).toEqual(["z", false])
          expect((yield* comments.get({ spaceId }, id).pipe(as(ann))).status).toBe("open")
          expect(yield* opened(scene)).toEqual([1, 0])
        })
      )

      it.effect("a person has at most 100 reactions on one comment or reply, however they come", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { ann, ben, spaceId } = yield* newScene()
          const of = { spaceId }
          const named = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}${i}`)
          const { id } = yield* comments.post(of, at("x")).pipe(as(ann))
          const { id: reply } = yield* comments.reply(of, id, at("y")).pipe(as(ann))
          type Change = { readonly addedReactions?: Array<string>; readonly removedReactions?: Array<string> }
          for (const onReply of [false, true]) {
            const react = (user: string, change: Change) =>
              (onReply
                ? Effect.map(comments.updateReply(of, id, reply, change), ({ reactions }) => ({ reactions }))
                : Effect.map(comments.update(of, id, change), ({ reactions }) => ({ reactions }))
              ).pipe(as(user))
            const add = (user: string, ...addedReactions: Array<string>) => react(user, { addedReactions })
            yield* add(ann, ...named("a", 50))
            // what is there already is not counted twice
            yield* add(ann, ...named("a", 50))
            const both = [named("b", 50), named("c", 50)].map((more) => refusal(add(ann, ...more)))
            const answers = yield* Effect.all(both, { concurrency: "unbounded" })
            expect(answers.sort()).toEqual(["Invalid", "nothing refused it"])
            expect(yield* refusal(add(ann, "one more"))).toBe("Invalid")
            expect((yield* react(ann, {})).reactions).toHaveLength(100)
            // removed and added in one request, and another person
            const swapped = yield* react(ann, { addedReactions: ["one more"], removedReactions: ["a0"] })
            expect(swapped.reactions).toHaveLength(100)
            expect((yield* add(ben, "a0", "one more")).reactions).toHaveLength(101)
          }
        })
      )

      it.effect("reactions of many at once are what each of them did last (threat: lost updates)", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { ann, organization, spaceId } = yield* newScene()
          const { id } = yield* comments.post({ spaceId }, at("x")).pipe(as(ann))
          const { postedAt } = yield* comments.get({ spaceId }, id).pipe(as(ann))
          const people = yield* Effect.replicateEffect(newMember(organization, "comment"), 10)
          const emojis = ["👍", "🚀", "❤️"]
          const expected = new Set<string>()
          const work = people.map((user, i) => {
            const random = drawn(i + 1)
            const own = new Set<string>()
            return Effect.gen(function* () {
              for (let n = 0; n < 20; n++) {
                const emoji = emojis[Math.floor(random() * emojis.length)]!
                const adds = random() < 0.6
                yield* comments
                  .update({ spaceId }, id, { [adds ? "addedReactions" : "removedReactions"]: [emoji] })
                  .pipe(as(user))
                if (adds) own.add(emoji)
                else own.delete(emoji)
              }
              for (const emoji of own) expected.add(`${emoji} ${user}`)
            })
          })
          yield* Effect.all(work, { concurrency: "unbounded", discard: true })
          const { editedAt, reactions } = yield* comments.get({ spaceId }, id).pipe(as(ann))
          const found = reactions.flatMap(({ emoji, users }) => users.map(({ user }) => `${emoji} ${user.id}`))
          expect(found.sort()).toEqual([...expected].sort())
          for (const { count, users } of reactions) expect(count).toBe(users.length)
          // a reaction is no edit
          expect([editedAt, postedAt]).toEqual([undefined, postedAt])
        })
      )

      it.effect("a change request is discussed while it is written, updated and merged: nothing waits for ever", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const contents = yield* ChangeRequestContent
          const changeRequests = yield* ChangeRequests
          const scene = yield* newScene()
          const { admin, ann, ben, changeRequestId, spaceId } = scene
          const of = { spaceId, changeRequestId }
          const many = <A, E, R>(n: number, make: (n: number) => Effect.Effect<A, E, R>) =>
            Array.from({ length: n }, (_, i) => Effect.asVoid(make(i)))
          const old = yield* Effect.all(many(10, () => comments.post(of, at("old")).pipe(as(ann))))
          const { items } = yield* comments.list(of, {}, {}).pipe(as(ann))
          expect(items).toHaveLength(old.length)
          yield* Effect.all(
            [
              ...many(20, (i) => comments.post(of, at(`${i}`)).pipe(as(ann))),
              ...many(10, (i) => comments.post({ spaceId }, at(`${i}`)).pipe(as(ben))),
              ...items.map(({ id }, i) =>
                Effect.asVoid(comments.update(of, id, { resolved: i % 2 === 0, addedReactions: ["👍"] }).pipe(as(ben)))
              ),
              ...items.map(({ id }) => Effect.asVoid(comments.reply(of, id, at("so")).pipe(as(ben)))),
              ...many(5, (i) =>
                contents.edit(spaceId, changeRequestId, { changes: [insert(`# Draft ${i}`)] }).pipe(as(admin))
              ),
              ...many(5, (i) => contents.editSpace(spaceId, { changes: [insert(`# Main ${i}`)] }).pipe(as(admin))),
              ...many(3, () => changeRequests.pull(spaceId, changeRequestId).pipe(as(admin))),
              ...many(5, () => changeRequests.create(spaceId, {}).pipe(as(admin)))
            ],
            { concurrency: "unbounded", discard: true }
          )
          const merging = changeRequests.merge(spaceId, changeRequestId).pipe(as(admin), Effect.asVoid)
          const during = many(10, (i) => comments.post(of, at(`late ${i}`)).pipe(as(ann)))
          const removed = items.slice(0, 4).map(({ id }) => Effect.asVoid(comments.remove(of, id).pipe(as(ann))))
          yield* Effect.all([...during, merging, ...removed], { concurrency: "unbounded", discard: true })
          const open = yield* comments.list(of, { status: "open" }, {}).pipe(as(ann))
          const all = yield* comments.list(of, {}, {}).pipe(as(ann))
          // of ten old ones five were resolved; two of either kind were removed
          expect([all.count, open.count]).toEqual([10 + 20 + 10 - 4, 3 + 20 + 10])
          expect(yield* opened(scene)).toEqual([10, open.count])
        })
      )
    })
  })
