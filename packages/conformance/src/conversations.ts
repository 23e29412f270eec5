import { describe, expect, layer } from "@effect/vitest"
import type { ConversationInput } from "@octavo/core/connections/conversations/Conversation"
import { ConversationAnalysis } from "@octavo/core/connections/conversations/ConversationAnalysis"
import { type AnalysisResult, ConversationStore } from "@octavo/core/connections/conversations/ConversationStore"
import { Conversations } from "@octavo/core/connections/conversations/Conversations"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Deferred, Effect, Fiber } from "effect"
import { as, newMember, newOrganization, newUser, refusal, type StoreUnderTest, services } from "./harness.ts"

const said = (id: string, body: string, more: Partial<ConversationInput> = {}): ConversationInput => ({
  id,
  parts: [{ type: "message", role: "user", body }],
  ...more
})

const invoices = [
  "Where can I download the invoice of last month?",
  "How do I download an invoice as PDF?",
  "I need to download my invoices for the tax office",
  "The invoice download link in the mail is dead",
  "Can you send me the invoice for March again?"
]
const resets = [
  "I forgot my password and the reset mail never comes",
  "The password reset link says it is expired",
  "How do I reset the password of my account?",
  "Password reset does not work, no mail arrives",
  "Please reset my password"
]

const all = { limit: 1000 }
const nothing: AnalysisResult = {
  read: [],
  issues: [],
  removed: [],
  placed: new Map(),
  moved: new Map(),
  words: new Map(),
  arranged: 0,
  at: ""
}

const newScene = Effect.fnUntraced(function* () {
  const { admin, id } = yield* newOrganization()
  const conversations = yield* Conversations
  const analysis = yield* ConversationAnalysis
  const ingest = (...inputs: ReadonlyArray<ConversationInput>) => conversations.ingest(id, inputs).pipe(as(admin))
  const analyse = analysis.analyse(id)
  const issues = Effect.map(conversations.issues(id, {}, all).pipe(as(admin)), ({ items }) => items)
  const clusters = Effect.map(conversations.clusters(id, {}, all).pipe(as(admin)), ({ items }) => items)
  /** The cluster of each conversation's first issue. */
  const placed = Effect.map(
    issues,
    (items) => new Map(items.toReversed().map(({ conversation, issue }) => [conversation.id, issue.cluster] as const))
  )
  return { id, admin, conversations, ingest, analyse, issues, clusters, placed }
})

/** Conversations: taken in once, read in the background, clustered with ids that stay. */
export const conversationsSuite = (under: StoreUnderTest) =>
  describe(`conversations on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are taken in once, in whatever form, and shown as they were sent", () =>
        Effect.gen(function* () {
          const { admin, conversations, id, ingest } = yield* newScene()
          const whole: ConversationInput = {
            id: "ticket/7:ü",
            subject: "Invoice",
            parts: [
              { type: "message", role: "user", body: "Where is it?" },
              { type: "message", role: "assistant", body: "Here." }
            ],
            metadata: {
              url: "https://desk.test/7",
              attributes: { plan: "pro", __proto__x: "1", source: "integration:desk:1" },
              createdAt: "2026-01-02T03:04:05+01:00"
            }
          }
          yield* conversations.ingest(id, whole).pipe(as(admin))
          yield* ingest(whole, said("b", "Hello"), said("b", "Hello there"))
          const page = yield* conversations.list(id, {}, {}).pipe(as(admin))
          expect(page.count).toBe(2)
          expect(page.items[0]).toMatchObject({
            object: "conversation",
            id: "ticket/7:ü",
            subject: "Invoice",
            createdAt: "2026-01-02T02:04:05.000Z",
            source: "integration:desk:1",
            urls: {
              source: "https://desk.test/7",
              location: expect.stringContaining("/conversations/ticket%2F7%3A%C3%BC")
            }
          })
          expect(page.items[0]).not.toHaveProperty("processedAt")
          const { conversation, metadata, parts } = yield* conversations.get(id, "ticket/7:ü").pipe(as(admin))
          expect({ id: conversation.id, subject: conversation.subject, metadata, parts }).toEqual(whole)
          expect((yield* conversations.get(id, "b").pipe(as(admin))).parts[0]!.body).toBe("Hello there")
          expect((yield* conversations.list(id, { source: "integration:desk:1" }, {}).pipe(as(admin))).count).toBe(1)
          expect((yield* conversations.list(id, { source: "email" }, {}).pipe(as(admin))).count).toBe(0)
          // what changes nothing leaves no trace in the trail
          const audit = yield* Audit
          const events = () =>
            Effect.map(audit.list(id, { action: "conversations.ingest" }, {}).pipe(as(admin)), ({ count }) => count)
          const before = yield* events()
          yield* ingest(whole)
          expect(yield* events()).toBe(before)
        })
      )

      it.effect("are grouped by what they are about, and clusters keep their ids as more come", () =>
        Effect.gen(function* () {
          const { admin, analyse, clusters, conversations, id, ingest, placed } = yield* newScene()
          yield* ingest(...[...invoices.slice(0, 4), ...resets.slice(0, 4)].map((body, i) => said(`c${i}`, body)))
          yield* analyse
          const first = yield* placed
          const [invoice, reset] = [first.get("c0"), first.get("c4")]
          expect(invoice).toBeDefined()
          expect(reset).toBeDefined()
          expect(invoice).not.toBe(reset)
          for (const [i, body] of [invoices[4]!, resets[4]!].entries()) {
            yield* ingest(said(`later${i}`, body, { metadata: { attributes: { source: "email" } } }))
            yield* analyse
          }
          const second = yield* placed
          expect([second.get("later0"), second.get("later1")]).toEqual([invoice, reset])
          for (const [conversation, cluster] of first) expect(second.get(conversation)).toBe(cluster)
          const shown = (yield* clusters).find((one) => one.id === invoice)!
          expect(shown.stats).toEqual({ issues: 5, conversations: 5 })
          expect(shown.weeklyPulse).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
          expect(shown.sources).toEqual({ email: 1, "integration:octavo:api": 4 })
          expect(shown.label.toLowerCase()).toContain("invoice")
          expect(shown.summary.split("\n").every((line) => invoices.includes(line))).toBe(true)
          expect(yield* conversations.cluster(id, shown.id).pipe(as(admin))).toEqual(shown)
          const inside = yield* conversations.issues(id, { cluster: invoice }, {}).pipe(as(admin))
          expect(inside.count).toBe(5)
          expect(inside.items.every(({ conversation }) => conversation.processedAt !== undefined)).toBe(true)
          const one = inside.items[0]!
          expect(yield* conversations.issue(id, one.issue.id).pipe(as(admin))).toEqual(one)
          expect((yield* conversations.issues(id, { conversation: "c5" }, {}).pipe(as(admin))).items).toMatchObject([
            { issue: { conversation: "c5", cluster: reset } }
          ])
          // orders, and pages of one
          const by = (orderBy: "issues" | "updatedAt", order: "asc" | "desc") =>
            Effect.gen(function* () {
              const a = yield* conversations.clusters(id, { order, orderBy }, { limit: 1 }).pipe(as(admin))
              const b = yield* conversations
                .clusters(id, { order, orderBy }, { limit: 1, page: a.next!.page })
                .pipe(as(admin))
              return [...a.items, ...b.items].map((item) => item.id)
            })
          expect(yield* by("updatedAt", "asc")).toEqual((yield* by("updatedAt", "desc")).toReversed())
          expect(yield* by("issues", "asc")).toEqual((yield* by("issues", "desc")).toReversed())
        })
      )

      it.effect("a conversation that is sent again with other words is read again, and its issues keep their ids", () =>
        Effect.gen(function* () {
          const { analyse, clusters, ingest, issues, placed } = yield* newScene()
          yield* ingest(...[...invoices, ...resets].map((body, i) => said(`c${i}`, body)))
          yield* analyse
          const before = yield* issues
          const idOf = (list: typeof before) => list.find(({ conversation }) => conversation.id === "c0")!.issue.id
          const was = yield* placed
          yield* ingest(said("c0", "The password reset mail does not arrive"))
          yield* analyse
          expect(idOf(yield* issues)).toBe(idOf(before))
          expect((yield* placed).get("c0")).toBe(was.get("c9"))
          const counts = (yield* clusters).map(({ stats }) => stats.issues).sort()
          expect(counts).toEqual([4, 6])
          yield* ingest({ id: "c0", parts: [] })
          yield* analyse
          expect((yield* issues).length).toBe(9)
        })
      )

      it.effect("two analyses of the same organization at once read everything once", () =>
        Effect.gen(function* () {
          const { analyse, ingest, issues } = yield* newScene()
          yield* ingest(...[...invoices, ...resets].map((body, i) => said(`c${i}`, body)))
          yield* Effect.all([analyse, analyse, analyse], { concurrency: "unbounded" })
          expect((yield* issues).length).toBe(10)
        })
      )

      it.effect("an outcome that was overtaken is not written", () =>
        Effect.gen(function* () {
          const { analyse, id, ingest, issues } = yield* newScene()
          yield* ingest(said("a", "Where is my invoice?"))
          yield* analyse
          const store = yield* ConversationStore
          const { version } = yield* store.state(id)
          const removed = [(yield* issues)[0]!.issue.id]
          expect(yield* store.write(id, version - 1, { ...nothing, removed })).toBe(false)
          expect((yield* issues).length).toBe(1)
          expect(yield* store.write(id, version, { ...nothing, removed })).toBe(true)
          expect((yield* issues).length).toBe(0)
        })
      )

      it.effect("are read a few at a time when they are long, and one that is longer than that alone", () =>
        Effect.gen(function* () {
          const { id, ingest } = yield* newScene()
          const store = yield* ConversationStore
          const lengths = [10, 400, 3_000, 10, 10]
          for (const [n, length] of lengths.entries()) yield* ingest(said(`c${n}`, "ü".repeat(length)))
          const read = (bytes: number) =>
            Effect.map(store.pending(id, 10, bytes), (found) => found.map((one) => one.id))
          expect(yield* read(1_000_000)).toEqual(["c0", "c1", "c2", "c3", "c4"])
          expect(yield* read(2_000)).toEqual(["c0", "c1"])
          expect(yield* read(1)).toEqual(["c0"])
          const { version } = yield* store.state(id)
          const first = yield* store.pending(id, 10, 2_000)
          expect(yield* store.write(id, version, { ...nothing, read: first })).toBe(true)
          expect(yield* read(2_000)).toEqual(["c2"])
          expect(yield* store.pending(id, 2, 1_000_000)).toHaveLength(2)
        })
      )

      it.effect("are taken in, all of them, while what was read of them is written", () =>
        Effect.gen(function* () {
          const { id, ingest, issues } = yield* newScene()
          const store = yield* ConversationStore
          const transaction = yield* Transaction
          for (let round = 0; round < 5; round++) {
            yield* ingest(said("a", `Where is invoice ${round}?`))
            const read = yield* store.pending(id, 10, 1_000_000)
            const { version } = yield* store.state(id)
            const begun = yield* Deferred.make<void>()
            const writing = yield* Effect.forkChild(
              Effect.andThen(Deferred.await(begun), store.write(id, version, { ...nothing, read }))
            )
            yield* transaction.run(
              Effect.gen(function* () {
                yield* store.put(id, [{ ...read[0]!, hash: `changed ${round}` }])
                yield* Deferred.succeed(begun, undefined)
                // meanwhile the other one comes as far as it can
                for (let i = 0; i < 50; i++) yield* store.state(id)
                yield* store.want(id)
              })
            )
            expect(yield* Fiber.join(writing)).toBe(true)
          }
          expect((yield* issues).length).toBe(0)
        })
      )

      it.effect("a worker takes them from the queue by itself", () =>
        Effect.gen(function* () {
          const { ingest, issues } = yield* newScene()
          const { work } = yield* ConversationAnalysis
          yield* ingest(said("a", "Where is my invoice?"))
          const fiber = yield* Effect.forkChild(Effect.forever(work))
          while ((yield* issues).length === 0) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          expect((yield* issues)[0]!.issue.title).toBe("Where is my invoice?")
        })
      )

      it.effect("change requests follow their cluster where it goes", () =>
        Effect.gen(function* () {
          const { admin, analyse, id, ingest, placed } = yield* newScene()
          yield* ingest(...[...invoices, ...resets].map((body, i) => said(`c${i}`, body)))
          yield* analyse
          const at = yield* placed
          const [invoice, reset] = [at.get("c0")!, at.get("c5")!]
          const space = yield* (yield* Spaces).create(id, {}).pipe(as(admin))
          const requests = yield* ChangeRequests
          const made = yield* requests
            .create(space.id, { subject: "Doc", conversationsIssuesCluster: invoice })
            .pipe(as(admin))
          expect(made.conversationsIssuesCluster).toBe(invoice)
          const found = yield* requests
            .listInOrganization(id, { status: "draft", conversationsIssuesCluster: invoice }, {})
            .pipe(as(admin))
          expect(found.items.map((one) => one.id)).toEqual([made.id])
          const other = yield* newOrganization()
          const theirs = yield* (yield* Spaces).create(other.id, {}).pipe(as(other.admin))
          expect(
            yield* refusal(requests.create(theirs.id, { conversationsIssuesCluster: invoice })).pipe(as(other.admin))
          ).toBe("Invalid")
          const store = yield* ConversationStore
          const { version } = yield* store.state(id)
          yield* store.write(id, version, {
            read: [],
            issues: [],
            removed: [],
            moved: new Map([[invoice, reset]]),
            placed: new Map(),
            words: new Map(),
            arranged: 10,
            at: "2026-01-01T00:00:00.000Z"
          })
          expect((yield* requests.get(space.id, made.id).pipe(as(admin))).conversationsIssuesCluster).toBe(reset)
          const changed = yield* requests
            .update(space.id, made.id, { conversationsIssuesCluster: null })
            .pipe(as(admin))
          expect(changed).not.toHaveProperty("conversationsIssuesCluster")
        })
      )

      it.effect("who may do what: one table", () =>
        Effect.gen(function* () {
          const { admin, analyse, clusters, conversations, id, ingest, issues } = yield* newScene()
          yield* ingest(...invoices.map((body, i) => said(`c${i}`, body)))
          yield* analyse
          const { issue } = (yield* issues)[0]!
          const [cluster] = yield* clusters
          const other = yield* newOrganization()
          const ok = "nothing refused it"
          for (const [caller, read, write] of [
            [other.admin, "NotFound", "NotFound"],
            [(yield* newUser()).id, "NotFound", "NotFound"],
            [yield* newMember(id, null), "Forbidden", "Forbidden"],
            [yield* newMember(id, "read"), ok, "Forbidden"],
            [yield* newMember(id, "review"), ok, "Forbidden"],
            [yield* newMember(id, "create"), ok, ok],
            [admin, ok, ok]
          ] as const) {
            for (const [expected, attempt] of [
              [write, refusal(conversations.ingest(id, said("c0", invoices[0]!)))],
              [read, refusal(conversations.list(id, {}, {}))],
              [read, refusal(conversations.get(id, "c0"))],
              [read, refusal(conversations.issues(id, {}, {}))],
              [read, refusal(conversations.issue(id, issue.id))],
              [read, refusal(conversations.clusters(id, {}, {}))],
              [read, refusal(conversations.cluster(id, cluster!.id))]
            ] as const) {
              expect(yield* attempt.pipe(as(caller)), caller).toBe(expected)
            }
          }
          // what is another organization's is not there
          for (const attempt of [
            refusal(conversations.get(other.id, "c0")),
            refusal(conversations.issue(other.id, issue.id)),
            refusal(conversations.cluster(other.id, cluster!.id))
          ]) {
            expect(yield* attempt.pipe(as(other.admin))).toBe("NotFound")
          }
          expect(
            (yield* conversations.issues(other.id, { cluster: cluster!.id }, {}).pipe(as(other.admin))).count
          ).toBe(0)
        })
      )
    })
  })
