/** What a merge costs as the space and as the change request grow: that of what changed, whatever the size of the space. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect, ManagedRuntime } from "effect"
import { median, shown } from "../support/numbers.ts"
import { makeSpace, markdown } from "../support/seed.ts"
import { atMost, type Row } from "../support/table.ts"

/** Pages of a space, and pages that a change request changes. */
const sizes = [100, 10_000] as const
const counts = [1, 10, 100] as const
const rounds: Readonly<Record<number, number>> = { 1: 60, 10: 30, 100: 12 }
const warmUps = 3
const textBytes = 4_000
/** Most entries of one batch. */
const batch = 50

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const runtime = ManagedRuntime.make(
    octavoLayer({ database: `sqlite:${join(directory, "octavo.db")}`, dataDirectory: directory, worker: false })
  )
  try {
    say("spaces")
    const spaces = await runtime.runPromise(
      Effect.gen(function* () {
        const users = yield* Users
        const organizations = yield* Organizations
        const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
        const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
        return yield* Effect.forEach(sizes, (pages) => makeSpace(id, `${pages}`, { pages, bytes: textBytes }))
      }).pipe(Effect.provideService(CurrentActor, operator))
    )
    const times = new Map<string, Array<number>>()
    for (const count of counts) {
      say(`merges of ${count} pages`)
      for (let round = -warmUps; round < rounds[count]!; round++) {
        // one of each in every round, so that whatever else the machine does meets all alike
        for (const [i, space] of spaces.entries()) {
          const milliseconds = await runtime.runPromise(
            Effect.provideService(merge(space, count, round + warmUps), CurrentActor, operator)
          )
          const name = `${count} ${sizes[i]}`
          if (round >= 0) times.set(name, [...(times.get(name) ?? []), milliseconds])
        }
      }
    }
    const at = (count: number, pages: number) => median(times.get(`${count} ${pages}`)!)
    const row = (what: string, ours: number, yardstick: number, limit?: number): Row => ({
      what,
      ours: `${shown(ours)} ms`,
      yardstick: `${shown(yardstick)} ms`,
      ratio: ours / yardstick,
      ...(limit === undefined ? {} : { bar: atMost(limit) })
    })
    return [
      ...counts.map((count) =>
        row(
          `${count} of 10,000 pages; the yardstick: of 100`,
          at(count, 10_000),
          at(count, 100),
          count === 1 ? 2 : undefined
        )
      ),
      row("10 of 10,000 pages; the yardstick: 1", at(10, 10_000), at(1, 10_000), 10),
      row("100 of 10,000 pages; the yardstick: 1", at(100, 10_000), at(1, 10_000), 100)
    ]
  } finally {
    await runtime.dispose()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Time of merging a change request that changes so many pages, while the space changed another one. */
const merge = (
  { id: space, leaves }: { readonly id: string; readonly leaves: ReadonlyArray<string> },
  count: number,
  round: number
) =>
  Effect.gen(function* () {
    const changeRequests = yield* ChangeRequests
    const contents = yield* ChangeRequestContent
    const page = (i: number) => leaves[(round * 7919 + i) % leaves.length]!
    const { id } = yield* changeRequests.create(space, {})
    const changes = Array.from(
      { length: Math.min(count, leaves.length - 1) },
      (_, i): ContentChange => ({
        operation: "update_page",
        page: page(i),
        document: { markdown: markdown(`Round ${round} page ${i}`, textBytes) }
      })
    )
    for (let start = 0; start < changes.length; start += batch) {
      yield* contents.edit(space, id, { changes: changes.slice(start, start + batch) })
    }
    yield* contents.editSpace(space, {
      changes: [{ operation: "update_page", page: page(leaves.length - 1), title: `Round ${round}` }]
    })
    const begun = performance.now()
    const { result } = yield* changeRequests.merge(space, id)
    if (result !== "merge") throw new Error(`The merge ended with ${result}`)
    return performance.now() - begun
  })

export default { title: "Merging change requests as the space and the changes grow", run }
