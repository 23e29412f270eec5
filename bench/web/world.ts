/** An organization with a space to read, and one with pages of many blocks to write in. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { octavoLayer } from "@octavo/runtime/layer"
import { createOrganization } from "@octavo/runtime/setup"
import { Effect } from "effect"
import { makeSpace } from "../support/seed.ts"

export interface WebWorld {
  /** Of an admin. */
  readonly token: string
  /** Path below `/app` of a space, and of pages of it. */
  readonly space: string
  readonly pages: ReadonlyArray<string>
  /** Path of a page, by how many blocks it has. */
  readonly long: ReadonlyMap<number, string>
}

/** Blocks as they stand in pages: text above all, and something else now and then. */
const blocks = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const kind = at % 10
    if (kind === 0) return `## Section ${at / 10 + 1}`
    if (kind === 4) return "```js\nconst answer = 6 * 7\n```"
    if (kind === 7) return `{% hint style="info" %}\nMind what stands in block ${at}.\n{% endhint %}`
    return `Block ${at} says a thing in **two** sentences of an ordinary length. The second one has \`code\` and [a link](https://example.com/${at}).`
  }).join("\n\n")

export const makeWorld = (database: string, dataDirectory: string, lengths: ReadonlyArray<number>): Promise<WebWorld> =>
  Effect.gen(function* () {
    const content = yield* ChangeRequestContent
    const spaces = yield* Spaces
    const { organization, token } = yield* createOrganization({
      title: "Bench",
      another: true,
      email: "admin@bench.test",
      name: "Admin"
    })
    const read = yield* makeSpace(organization.id, "Handbook", { pages: 200, bytes: 4_000 })
    const written = yield* spaces.create(organization.id, { title: "Long pages" })
    yield* content.editSpace(written.id, {
      changes: lengths.map((length) => ({
        operation: "insert_page" as const,
        title: `Blocks ${length}`,
        document: { markdown: `${blocks(length)}\n` }
      }))
    })
    return {
      token,
      space: `/s/${read.id}`,
      pages: Array.from({ length: 10 }, (_, at) => `/s/${read.id}/page-about-topic-${at}`),
      long: new Map(lengths.map((length) => [length, `/s/${written.id}/blocks-${length}`]))
    }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
