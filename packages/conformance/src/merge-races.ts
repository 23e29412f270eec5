import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { GitSynced } from "@octavo/core/content/git/GitSynced"
import { makeOperationRun } from "@octavo/core/content/git/operationRun"
import { History } from "@octavo/core/content/space-content/History"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Effect, Layer } from "effect"
import { type Files, snapshotOf } from "./git-snapshot.ts"
import { asOperator, newOrganization, repositories, type StoreUnderTest, services } from "./harness.ts"

/** Happens once, right before the next transaction of anybody begins. */
let beforeTransaction: Effect.Effect<void> | undefined

/** The store's transactions, with a place for what happens between a look and a write. */
const interrupted = Layer.effect(
  Transaction,
  Effect.map(Transaction, (transaction) =>
    Transaction.of({
      ...transaction,
      run: (effect) =>
        Effect.suspend(() => {
          const first = beforeTransaction ?? Effect.void
          beforeTransaction = undefined
          return Effect.andThen(first, transaction.run(effect))
        })
    })
  )
)

const files: Files = {
  "SUMMARY.md": "* [A](README.md)\n* [B](b.md)\n",
  "README.md": "# A\n\nfirst line\n\nsecond line\n\nthird line\n",
  "b.md": "# B\n\nfirst line\n"
}

interface Case {
  readonly name: string
  /** What Git changes, and the change request. */
  readonly git: Files
  readonly page: string
  readonly text: string
  /** What must be in each text in the end. */
  readonly words: Readonly<Record<string, ReadonlyArray<string>>>
  readonly isConflict: boolean
}

const cases: ReadonlyArray<Case> = [
  {
    name: "different pages",
    git: { "b.md": "# B\n\nfirst line of git\n" },
    page: "",
    text: "# A\n\nfirst line of ours\n\nsecond line\n\nthird line\n",
    words: { "": ["first line of ours", "third line"], b: ["first line of git"] },
    isConflict: false
  },
  {
    name: "different lines of one page",
    git: { "README.md": "# A\n\nfirst line\n\nsecond line\n\nthird line of git\n" },
    page: "",
    text: "# A\n\nfirst line of ours\n\nsecond line\n\nthird line\n",
    words: { "": ["first line of ours", "second line", "third line of git"], b: ["first line"] },
    isConflict: false
  },
  {
    name: "the same line",
    git: { "README.md": "# A\n\nfirst line of git\n\nsecond line\n\nthird line\n" },
    page: "",
    text: "# A\n\nfirst line of ours\n\nsecond line\n\nthird line\n",
    words: { "": ["first line of ours", "first line of git", "second line", "third line"] },
    isConflict: true
  }
]

let repositoriesMade = 0

/** Who is first to the primary content, when a merge and an import are under way together. */
export const mergeRacesSuite = (under: StoreUnderTest) =>
  describe(`a merge against an import on ${under.name}`, () => {
    const store = Layer.provideMerge(interrupted, under.store)
    layer(services({ ...under, store }))((it) => {
      /** A space that was imported, with a change request, and a newer commit in the repository. */
      const scene = ({ git, page, text }: Case) =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const content = yield* SpaceContent
          const sync = yield* GitSync
          const imports = yield* GitImports
          const operations = yield* GitStore
          const gitSynced = yield* GitSynced
          const { id: organization } = yield* newOrganization()
          const { id: space } = yield* spaces.create(organization, {})
          const url = `https://git.test/${++repositoriesMade}.git`
          /** An import as the worker carries it out. */
          const run = Effect.gen(function* () {
            const { id } = yield* sync.import(space, { url, ref: "refs/heads/main" })
            const record = (yield* operations.operation(id))!
            const job = { id, attempt: 1, last: false, held: Effect.void }
            yield* imports.perform(makeOperationRun(operations, record, job, gitSynced))
            return yield* sync.operation(space, id)
          })
          repositories.set(url, snapshotOf(files))
          yield* run
          const textAt = (path: string, changeRequest?: string) =>
            Effect.flatMap(
              content.open(space, changeRequest === undefined ? undefined : { changeRequest }),
              ({ pageByPath }) =>
                Effect.map(pageByPath(path, { format: "markdown" }), (shown) =>
                  "markdown" in shown ? shown.markdown : ""
                )
            )
          const opened = yield* content.open(space)
          const { id: pageId } = yield* opened.pageByPath(page, {})
          const { id } = yield* changeRequests.create(space, {})
          yield* contents.edit(space, id, {
            changes: [{ operation: "update_page", page: pageId, document: { markdown: text } }]
          })
          const commit = (during?: Effect.Effect<void>) => {
            repositories.set(url, snapshotOf({ ...files, ...git }, during))
          }
          return { space, id, run, commit, textAt, merge: changeRequests.merge(space, id) }
        })

      /** Each revision stands on the one before, and the change request was merged once. */
      const checkHistory = (space: string, changeRequest: string) =>
        Effect.gen(function* () {
          const history = yield* History
          const changeRequests = yield* ChangeRequests
          const { items } = yield* history.list(space, { limit: 1000 })
          items.slice(0, -1).forEach((revision, i) => expect(revision.parents[0]).toBe(items[i + 1]!.id))
          const merges = items.filter(({ type }) => type === "merge")
          const record = yield* changeRequests.get(space, changeRequest)
          expect([record.status, merges.map(({ id }) => id)]).toEqual(["merged", [record.revisionMerged]])
        })

      for (const one of cases) {
        it.effect(`the import lands while the merge is under way: ${one.name}`, () =>
          Effect.gen(function* () {
            const { commit, id, merge, run, space, textAt } = yield* scene(one)
            commit()
            let landed: string | undefined
            beforeTransaction = run.pipe(
              Effect.map(({ revision }) => {
                landed = revision
              }),
              asOperator,
              Effect.orDie
            )
            const { result } = yield* merge
            // Git's content came in as it was: nobody had changed the space by then
            expect(landed).toEqual(expect.any(String))
            expect(result).toBe(one.isConflict ? "conflicts" : "merge")
            for (const [path, words] of Object.entries(one.words)) {
              const text = yield* textAt(path)
              for (const word of words) expect(text).toContain(word)
            }
            yield* checkHistory(space, id)
          }).pipe(asOperator)
        )

        it.effect(`the merge lands while the import is under way: ${one.name}`, () =>
          Effect.gen(function* () {
            const { commit, id, merge, run, space, textAt } = yield* scene(one)
            let result: string | undefined
            commit(
              merge.pipe(
                Effect.map((merged) => {
                  result = merged.result
                }),
                asOperator,
                Effect.orDie
              )
            )
            const { changeRequest, state } = yield* run
            expect([state, result]).toEqual(["completed", "merge"])
            // with a conflict Git's version waits, beside what the merge brought
            expect(changeRequest === undefined).toBe(!one.isConflict)
            for (const [path, words] of Object.entries(one.words)) {
              const text = yield* textAt(path, changeRequest)
              for (const word of words) expect(text).toContain(word)
            }
            expect(yield* textAt("")).toContain("first line of ours")
            yield* checkHistory(space, id)
          }).pipe(asOperator)
        )
      }

      it.effect(
        "both at once, again and again: every word is in the space or waits in a change request (threat: import against merge)",
        () =>
          Effect.gen(function* () {
            const met = new Set<string>()
            for (let round = 0; round < rounds; round++) {
              const one = cases[round % cases.length]!
              const { commit, id, merge, run, space, textAt } = yield* scene(one)
              commit(round % 2 === 0 ? Effect.void : Effect.yieldNow)
              const [merged, imported] = yield* Effect.all([merge, run], { concurrency: "unbounded" })
              met.add(`${merged.result} ${imported.changeRequest === undefined ? "" : "waits"}`)
              for (const [path, words] of Object.entries(one.words)) {
                const texts = [yield* textAt(path), yield* textAt(path, imported.changeRequest)].join("\n")
                for (const word of words) expect(texts).toContain(word)
              }
              yield* checkHistory(space, id)
              if (!one.isConflict) expect([merged.result, imported.changeRequest]).toEqual(["merge", undefined])
            }
            expect(met.has("merge ")).toBe(true)
            expect(met.size).toBeGreaterThan(1)
          }).pipe(asOperator)
      )
    })
  })

/** Of the random story; `OCTAVO_ROUNDS=100` for a long run. */
const rounds = Number(globalThis.process?.env["OCTAVO_ROUNDS"] ?? 30)
