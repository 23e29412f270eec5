/** Whether the history of a space and of its change requests is whole, read from the tables themselves. */
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { World } from "./world.ts"

interface RevisionRow {
  readonly id: string
  readonly head: string | null
  readonly sequence: number | bigint | null
  readonly parents: string
  readonly type: string
  readonly root: string
  readonly merged_from: string | null
}

interface ChangeRequestRow {
  readonly id: string
  readonly number: number | bigint
  readonly status: string
  readonly revision_initial: string
  readonly revision_merged_ancestor: string | null
  readonly revision_merged: string | null
}

export interface KnownChangeRequest {
  readonly id: string
  readonly number: number
  readonly status: string
  readonly merged: string | null
  /** All revisions of its draft, the first one first. */
  readonly revisions: ReadonlyArray<string>
}

export interface SpaceHistory {
  /** Of the primary content, the first one first. */
  readonly revisions: ReadonlyArray<string>
  readonly changeRequests: ReadonlyArray<KnownChangeRequest>
  readonly problems: ReadonlyArray<string>
}

/** Reads the history of a space, and everything about it that cannot be true. */
export const readHistory = (world: World, spaceId: string): Promise<SpaceHistory> =>
  world.operate(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const revisions =
        yield* sql<RevisionRow>`SELECT id, head, sequence, parents, type, root, merged_from FROM revisions
        WHERE space_id = ${spaceId} ORDER BY sequence`
      const heads = yield* sql<{
        name: string
        revision_id: string
        root: string
        sequence: number | bigint
      }>`SELECT name, revision_id, root, sequence FROM heads WHERE space_id = ${spaceId}`
      const changeRequests = yield* sql<ChangeRequestRow>`SELECT id, number, status, revision_initial,
          revision_merged_ancestor, revision_merged FROM change_requests WHERE space_id = ${spaceId} ORDER BY number`
      const events = yield* sql<{ target_id: string; action: string }>`SELECT target_id, action FROM audit_events
        WHERE action IN ('change-request.create', 'change-request.merge')`
      const [counts] = yield* sql<Record<"n" | "open" | "draft", number | bigint>>`SELECT change_requests AS n,
          change_requests_open AS open, change_requests_draft AS draft FROM spaces WHERE id = ${spaceId}`

      const problems: Array<string> = []
      const check = (holds: boolean, problem: string) => {
        if (!holds) problems.push(problem)
      }
      const byId = new Map(revisions.map((revision) => [revision.id, revision]))
      const parentsOf = ({ parents }: RevisionRow): ReadonlyArray<string> => JSON.parse(parents)

      /** A head stands on its last revision, and each of its revisions on the one before; none is beside the chain. */
      const chainOf = (name: string, bottom: string | undefined): ReadonlyArray<string> => {
        const head = heads.find((one) => one.name === name)
        const chain = revisions.filter((revision) => revision.head === name)
        if (head === undefined) {
          problems.push(`${name} has no head`)
          return []
        }
        let below = bottom
        for (const [i, revision] of chain.entries()) {
          const [parent] = parentsOf(revision)
          check(parent === below, `${revision.id} of ${name} stands on ${parent}, not on ${below}`)
          if (i > 0) {
            const step = Number(revision.sequence) - Number(chain[i - 1]!.sequence)
            check(step === 1, `${revision.id} of ${name} comes ${step} places after the one before`)
          }
          for (const one of parentsOf(revision)) check(byId.has(one), `${revision.id} has a parent that is not there`)
          below = revision.id
        }
        check(head.revision_id === below, `the head of ${name} is not its last revision`)
        check(
          byId.get(head.revision_id)?.root === head.root,
          `the head of ${name} shows other content than its revision`
        )
        const last = chain.at(-1)
        if (last !== undefined) check(Number(last.sequence) === Number(head.sequence), `${name} counts otherwise`)
        return chain.map(({ id }) => id)
      }

      const main = chainOf("primary", undefined)
      const merges = revisions.filter(({ head, type }) => head === "primary" && type === "merge")
      const known = changeRequests.map((row, i): KnownChangeRequest => {
        const name = `#${row.number}`
        check(Number(row.number) === i + 1, `${name} stands in the place of ${i + 1}`)
        check(byId.get(row.revision_initial)?.head === "primary", `${name} begins at no revision of the space`)
        const own = chainOf(row.id, row.revision_initial)
        const ancestor = row.revision_merged_ancestor
        check(ancestor === null || main.includes(ancestor), `${name} was updated from no revision of the space`)
        const updates = own.flatMap((id) => (byId.get(id)!.type === "update" ? [parentsOf(byId.get(id)!)[1]] : []))
        check((updates.at(-1) ?? null) === ancestor, `${name} was last updated from another revision`)
        const into = merges.filter(({ merged_from }) => merged_from === row.id)
        const isMerged = row.status === "merged"
        check(into.length === (isMerged ? 1 : 0), `${name} is ${row.status} and has ${into.length} merges`)
        check(row.revision_merged === (into[0]?.id ?? null), `${name} names another merge`)
        const said = (action: string) =>
          events.filter((one) => one.target_id === row.id && one.action === action).length
        check(
          said("change-request.create") === 1,
          `${name} was made ${said("change-request.create")} times, says the trail`
        )
        check(
          said("change-request.merge") === into.length,
          `the trail knows ${said("change-request.merge")} merges of ${name}`
        )
        return {
          id: row.id,
          number: Number(row.number),
          status: row.status,
          merged: row.revision_merged,
          revisions: own
        }
      })
      check(
        merges.every(({ merged_from }) => known.some(({ id }) => id === merged_from)),
        "a merge is of nothing"
      )
      check(heads.length === known.length + 1, "there are heads of nothing")
      const inStatus = (status: string) => known.filter((one) => one.status === status).length
      check(Number(counts!.n) === known.length, "the space counts other change requests")
      check(Number(counts!.open) === inStatus("open"), "the space counts other open change requests")
      check(Number(counts!.draft) === inStatus("draft"), "the space counts other drafts")
      return { revisions: main, changeRequests: known, problems }
    }).pipe(Effect.orDie)
  )
