import { globSync, readFileSync } from "node:fs"
import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { afterRaces, mostRaces, pauseAfter, whileAway } from "../../src/kernel/shared/backoff.ts"

const root = new URL("../../../../", import.meta.url)

it.effect("a race that is always lost ends, as a store that is busy", () =>
  Effect.gen(function* () {
    yield* afterRaces("content.edit", 0)
    yield* afterRaces("content.edit", 1)
    yield* afterRaces("content.edit", 3)
    const error = yield* Effect.flip(afterRaces("content.edit", mostRaces))
    expect([error._tag, error.operation, error.retryable]).toEqual(["StorageError", "content.edit", true])
  })
)

it("pauses of those who lose races grow, up to an end that a request lives to see", () => {
  const pauses = Array.from({ length: mostRaces }, (_, lost) => pauseAfter(lost))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.reduce((sum, pause) => sum + pause / 2, 0)).toBeLessThan(30_000)
})

it.effect("what is away is asked less and less often, and at least every five seconds", () =>
  Effect.gen(function* () {
    let tries = 0
    const asking = yield* Effect.suspend(() => Effect.fail(++tries)).pipe(Effect.retry(whileAway), Effect.forkChild)
    const after: Array<number> = []
    for (const _ of [1, 2, 3, 4]) {
      yield* TestClock.adjust("15 seconds")
      after.push(tries)
    }
    yield* Fiber.interrupt(asking)
    const [first, ...rest] = after.map((count, i) => count - (after[i - 1] ?? 0))
    expect(first).toBeGreaterThan(5)
    expect(rest).toEqual([3, 3, 3])
  })
)

/** What tries again, by file, and why it comes to an end: `afterRaces`, `times`, or it waits for what comes back. */
const ends: Readonly<Record<string, "races" | "times" | "away" | `${string} ${string}`>> = {
  "packages/client/src/effect.ts": "times",
  "packages/client/src/events.ts": "at growing pauses, for as long as somebody takes what comes",
  "packages/client/src/request.ts": "as many tries as the caller says, then the last answer",
  "packages/core/src/connections/conversations/ConversationAnalysis.ts": "pages of a list, each behind the one before",
  "packages/core/src/connections/conversations/modelReader.ts": "times",
  "packages/core/src/connections/events/Events.ts": "away",
  "packages/core/src/connections/events/followers.ts": "away",
  "packages/core/src/connections/notifications/NotificationMails.ts":
    "those that are due, of which each look makes fewer",
  "packages/core/src/content/change-requests/merging.ts": "races",
  "packages/core/src/content/content-index/ContentIndex.ts": "pages of a space, each step behind the one before",
  "packages/core/src/content/embeddings/EmbeddingJobs.ts": "pages of a list, each behind the one before",
  "packages/core/src/content/git/GitImports.ts": "races",
  "packages/core/src/content/glossary/glossaryNames.ts": "pages of a list, each behind the one before",
  "packages/core/src/content/remote-pictures/RemotePictures.ts": "times; pages of a list, each behind the one before",
  "packages/core/src/content/revisions/BlobCollector.ts": "pages of a list, each behind the one before",
  "packages/core/src/content/revisions/ContentChanges.ts": "races",
  "packages/core/src/content/space-content/EditContent.ts": "races",
  "packages/core/src/content/space-content/History.ts": "races",
  "packages/core/src/content/translations/TranslateSpace.ts": "races",
  "packages/core/src/content/translations/TranslateTexts.ts":
    "four tries, at growing pauses, none longer than two minutes",
  "packages/core/src/content/translations/Translations.ts": "races",
  "packages/core/src/delivery/hostnames/Hostnames.ts": "those that are due, of which each look makes fewer",
  "packages/core/src/kernel/shared/backoff.ts": "races",
  "packages/core/src/kernel/shared/pagination.ts": "parts of one page, each behind the one before, until it is full",
  "packages/core/src/people/email-domains/EmailDomains.ts": "those that are due, of which each look makes fewer",
  "packages/git-cli/src/lock.ts": "whoever holds the lock touches it, or it is taken away after half a minute",
  "packages/local/src/folderSpace.ts": "times",
  "packages/local/src/serveFolder.ts": "each time that something in the folder changed, for as long as it is served",
  "packages/outbound/src/OpenAiModel.ts": "times",
  "packages/pdf/src/index.ts": "messages of a thread, each of which has to come in time",
  "packages/runtime/src/layer.ts": "away",
  "packages/runtime/src/server.ts": "away",
  "packages/site/src/drawing/contentRequests.ts": "so many rounds at most, each of which asks for what was missing",
  "packages/site/src/published/wholeSite.ts": "steps of an index, of which there are as many as parts",
  "packages/storage-postgres/src/wakeups.ts": "away",
  "packages/storage-sql/src/JobQueue.ts": "away",
  "packages/storage-sql/src/sharedPoll.ts":
    "takes again when its queue is opened by an offer or the look, which waits for what is away",
  "packages/storage-sqlite/src/checkpoints.ts": "each time that much was written, at pauses when it fails"
}

/** Loops without an end of their own, in which something is waited for, and what Effect tries again. */
const triesAgain = (text: string): ReadonlyArray<string> =>
  [
    ...text.matchAll(
      /(?:for \((?:let \w+ = \d+)?; ?; ?(?:\w+\+\+)?\)|while \(true\)|while \(!\(yield\*[^\n]*\)\)) ?[\s\S]{0,700}|\w+\.(?:retry|retryTransient|retryOrElse|eventually)\([\s\S]{0,160}/g
    )
  ]
    .map(([found]) => found)
    .filter((found) => !/^(?:for|while)/.test(found) || /\byield\*|\bawait\b/.test(found))

it("everything that tries again comes to an end, or waits for what comes back", () => {
  const files = globSync("{packages,apps}/*/src/**/*.ts", { cwd: root }).filter(
    (file) => !/^packages\/(?:acceptance|conformance|programs)\//.test(file) && !file.includes("/migrations/")
  )
  const found = new Map(
    files.flatMap((file) => {
      const loops = triesAgain(readFileSync(new URL(file, root), "utf8"))
      return loops.length === 0 ? [] : [[file, loops] as const]
    })
  )
  expect([...found.keys()].toSorted()).toEqual(Object.keys(ends))
  const rules: Readonly<Record<string, RegExp>> = {
    races: /afterRaces\((?:"[\w.]+"|operation), lost\)/,
    times: /\btimes: /,
    away: /\bwhileAway\b/
  }
  const without = [...found].flatMap(([file, loops]) => {
    const rule = rules[ends[file]!]
    return rule === undefined
      ? []
      : loops.filter((loop) => !rule.test(loop)).map((loop) => `${file}: ${loop.slice(0, 80)}`)
  })
  expect(without).toEqual([])
})
