/** When pages were written and by whom, as the history of their repository says: read after imports, true beside edits. */
import { describe, expect, layer } from "@effect/vitest"
import { GitError } from "@octavo/core/content/git/Git"
import { GitCaches } from "@octavo/core/content/git/GitCaches"
import { PageHistories } from "@octavo/core/content/git/PageHistories"
import { PageHistoryStore, writtenAs } from "@octavo/core/content/git/PageHistoryStore"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { gitScene } from "./git-scene.ts"
import { asOperator, type Services, type StoreUnderTest, services } from "./harness.ts"
import { beforeHistories, keptAddresses } from "./memory-git.ts"

const at = (n: number) => `2020-01-0${n}T00:00:00.000Z`
const by = (n: number, author: string) => ({ at: at(n), author })

const files = {
  "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [X](x.md)\n* [Y](y.md)\n",
  "README.md": "# Home\n",
  "x.md": "# X\n\nOne.\n",
  "y.md": "# Y\n"
}

/** A space with two commits: X was written by two. */
const written = Effect.gen(function* () {
  const scene = yield* gitScene
  const store = yield* PageHistoryStore
  const histories = yield* PageHistories
  yield* scene.importBranch("docs", { ...files, "x.md": "# X\n" }, by(1, "Ada"))
  yield* scene.importBranch("docs", files, by(2, "Grace"))
  yield* histories.settled
  yield* TestClock.adjust("1 minute")
  const pageOf = (title: string) => Effect.map(scene.pages, (pages) => pages.find((page) => page.title === title)!)
  const told = Effect.fnUntraced(function* (title: string) {
    const page = yield* pageOf(title)
    const { authors, updatedAt } = writtenAs(page, yield* store.page(scene.space, page.id))
    return [updatedAt === page.updatedAt ? "own" : updatedAt, ...authors]
  })
  return { ...scene, histories, store, pageOf, told, url: scene.urlOf("docs") }
})

export const pageHistoriesSuite = (under: StoreUnderTest) =>
  describe(`histories of pages on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story = <E>(name: string, body: () => Effect.Effect<void, E, Services | CurrentActor>) =>
        it.effect(name, () => asOperator(body()))

      story("a page is dated by the last commit that changed it, and names who wrote it", () =>
        Effect.gen(function* () {
          const { histories, importBranch, space, store, told } = yield* written
          expect(yield* told("X")).toEqual([at(2), "Grace", "Ada"])
          expect(yield* told("Y")).toEqual([at(1), "Ada"])
          expect((yield* store.pages(space)).length).toBe(3)
          // a file that goes takes along what was known of it
          const { "y.md": _, ...rest } = { ...files, "SUMMARY.md": files["SUMMARY.md"].replace("* [Y](y.md)\n", "") }
          yield* importBranch("docs", rest, by(3, "Joan"))
          yield* histories.settled
          expect((yield* store.pages(space)).length).toBe(2)
          expect(yield* told("X")).toEqual([at(2), "Grace", "Ada"])
        })
      )

      story("what was changed here since is newer, until the repository has it", () =>
        Effect.gen(function* () {
          const { edit, histories, importBranch, pageOf, toBranch, told } = yield* written
          const { id } = yield* pageOf("X")
          yield* edit({ operation: "update_page", page: id, document: { markdown: "# X\n\nTwo.\n" } })
          expect(yield* told("X")).toEqual(["own"])
          // the text is still theirs
          yield* edit({ operation: "update_page", page: (yield* pageOf("Y")).id, slug: "why" })
          expect(yield* told("Y")).toEqual(["own", "Ada"])
          expect(yield* told("Home")).toEqual([at(1), "Ada"])
          // what is exported says of itself what it said here, and what the history says once that is read
          const out = yield* toBranch("docs")
          expect(yield* told("X")).toEqual(["own"])
          const texts = Object.fromEntries([...out].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
          yield* importBranch("docs", { ...texts, "README.md": "# Home\n\nNew.\n" }, by(4, "Joan"))
          yield* histories.settled
          expect(yield* told("Home")).toEqual([at(4), "Joan", "Ada"])
          expect((yield* told("X")).slice(1)).toEqual(["A", "Grace", "Ada"])
        })
      )

      story("an import whose history cannot be read is whole, and leaves what was known of other pages", () =>
        Effect.gen(function* () {
          const { histories, importBranch, pageOf, space, store, told, url } = yield* written
          const before = yield* store.state(space)
          beforeHistories.set(url, new GitError({ reason: "Unreachable", message: "Nobody there." }))
          yield* importBranch("docs", { ...files, "x.md": "# X\n\nThree.\n" }, by(3, "Joan"))
          yield* histories.settled
          expect((yield* pageOf("X")).git).toBeDefined()
          expect(yield* told("X")).toEqual(["own"])
          expect(yield* told("Y")).toEqual([at(1), "Ada"])
          expect(yield* store.state(space)).toEqual(before)
          // the next import of the same commit reads it
          beforeHistories.delete(url)
          yield* importBranch("docs", { ...files, "x.md": "# X\n\nThree.\n", "new.txt": "" }, by(4, "Joan"))
          yield* histories.settled
          expect(yield* told("X")).toEqual([at(3), "Joan", "Grace", "Ada"])
        })
      )

      story("an import does not wait for a history, and one that comes late writes nothing over a newer commit's", () =>
        Effect.gen(function* () {
          const { histories, importBranch, space, store, told, url } = yield* written
          const [asked, answered] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          beforeHistories.set(url, Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answered)))
          yield* importBranch("docs", { ...files, "x.md": "# X\n\nThree.\n" }, by(3, "Joan"))
          yield* Deferred.await(asked)
          const settled = yield* Effect.forkChild(histories.settled)
          // both are there while the first history is being read
          yield* importBranch("docs", { ...files, "x.md": "# X\n\nFour.\n" }, by(4, "Mary"))
          expect(yield* told("X")).toEqual(["own"])
          const before = yield* store.state(space)
          let states = 0
          beforeHistories.set(
            url,
            Effect.tap(Effect.orDie(store.state(space)), (state) =>
              Effect.sync(() => {
                // what was late has written nothing
                expect(state).toEqual(before)
                states++
              })
            ).pipe(Effect.asVoid)
          )
          yield* Deferred.succeed(answered, undefined)
          yield* Fiber.join(settled)
          beforeHistories.delete(url)
          expect(states).toBe(1)
          expect(yield* told("X")).toEqual([at(4), "Mary", "Joan", "Grace", "Ada"])
        })
      )

      story("a copy of the space says the same, and it is gone with the space", () =>
        Effect.gen(function* () {
          const { space, store, url } = yield* written
          const { sweep } = yield* GitCaches
          const { id } = yield* (yield* SpaceLifecycle).duplicate(space)
          const pages = Effect.map(store.pages(id), (all) => all.toSorted((a, b) => a.pageId.localeCompare(b.pageId)))
          expect((yield* pages).length).toBe(3)
          expect((yield* pages).map(({ changedAt }) => changedAt).sort()).toEqual([at(1), at(1), at(2)])
          const { purge } = yield* SpaceStore
          yield* sweep
          expect(keptAddresses).toContain(url)
          yield* purge(space)
          expect([yield* store.pages(space), yield* store.state(space)]).toEqual([[], undefined])
          expect((yield* pages).length).toBe(3)
          // and so is what each server keeps of its repository, once nobody has that
          yield* purge(id)
          yield* sweep
          expect(keptAddresses).not.toContain(url)
        })
      )
    })
  })
