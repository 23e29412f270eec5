/** Lists on the command line: one page, or all of it page by page, so that no list is held as a whole. */
import type { ListParams, Page } from "@octavo/core/kernel/shared/pagination"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { printable } from "./run.ts"
import { json } from "./settings.ts"

/** Items of one page. */
const [most, usual] = [1000, 50]

/** The flags that every list takes. */
export const listFlags = {
  limit: Flag.Int("limit").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription(`How many to show, 1 to ${most} [default: ${usual}]`),
    Flag.filter(
      (limit) => limit >= 1 && limit <= most,
      (limit) => `must be a number from 1 to ${most}, not ${limit}`
    ),
    Flag.withDefault(usual)
  ),
  page: Flag.String("page").pipe(
    Flag.withMetavar("PAGE"),
    Flag.withDescription("Goes on where the list before it ended, which named the page"),
    Flag.optional
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("All of them, however many; read and written page by page"),
    Flag.withDefault(false)
  ),
  json
}

export interface ListOptions {
  readonly limit: number
  readonly page: Option.Option<string>
  readonly all: boolean
  readonly json: boolean
}

/** How a list is shown to people. */
export interface ListTable<A> {
  /** What there is none of, when the list is empty. */
  readonly what: string
  readonly columns: ReadonlyArray<string>
  readonly row: (item: A) => ReadonlyArray<string>
}

/** Prints a list: as one line of JSON (`count`, `items`, `next`), or as lines of columns for people. */
export const printList = Effect.fnUntraced(function* <A, E, R>(
  { limit, page, all, json }: ListOptions,
  list: (params: ListParams) => Effect.Effect<Page<A>, E, R>,
  { what, columns, row }: ListTable<A>
) {
  let read = yield* list({ limit: all ? most : limit, page: Option.getOrUndefined(page) })
  const { count } = read
  if (json) yield* write(`{"count":${count},"items":[`)
  else if (read.items.length === 0) yield* write(`No ${what}\n`)
  let widths: ReadonlyArray<number> = columns.map(() => 0)
  for (let isFirst = true; ; isFirst = false) {
    const rows = read.items.map(row)
    if (json) {
      const items = read.items.map((item) => JSON.stringify(item)).join(",")
      yield* write(isFirst || items === "" ? items : `,${items}`)
    } else if (rows.length > 0) {
      const shown = (isFirst ? [columns, ...rows] : rows).map((cells) => cells.map(printable))
      widths = widths.map((width, i) => Math.max(width, ...shown.map((cells) => cells[i]?.length ?? 0)))
      const lines = shown.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "))
      yield* write(lines.map((line) => `${line.trimEnd()}\n`).join(""))
    }
    if (!all || read.next === undefined) break
    read = yield* list({ limit: most, page: read.next.page })
  }
  const { next } = read
  if (json) yield* write(`]${next === undefined ? "" : `,"next":${JSON.stringify(next)}`}}\n`)
  else if (next !== undefined) {
    process.stderr.write(`There are ${count} in all: go on with --page ${next.page}, or say --all\n`)
  }
})

/** Waits until whoever reads has taken it. */
const write = (text: string): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    process.stdout.write(text, () => resume(Effect.void))
  })
