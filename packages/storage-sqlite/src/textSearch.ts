/** The full-text index on SQLite: FTS5 without a copy of the text, one column for each class of terms. */
import { type Alternative, literal, type TextSearch } from "@octavo/storage-sql"
import { Array as Arr, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

const columns = ["title", "headings", "frequent", "body"] as const
const rowsAtOnce = 50

export const makeTextSearch = (sql: SqlClient.SqlClient): TextSearch => ({
  create: Effect.gen(function* () {
    // terms come folded and apart by spaces: all that is not ASCII is part of a term
    yield* sql`CREATE VIRTUAL TABLE search_terms USING fts5(
      title, headings, frequent, body, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii')`
    yield* sql`CREATE TRIGGER search_pages_gone AFTER DELETE ON search_pages
      BEGIN DELETE FROM search_terms WHERE rowid = old.id; END`
  }),
  put: (rows) =>
    Effect.forEach(
      Arr.chunksOf(rows, rowsAtOnce),
      (some) =>
        sql`INSERT OR REPLACE INTO search_terms (rowid, title, headings, frequent, body) VALUES ${sql.csv(
          some.map(
            ({ classes, number }) =>
              sql`(${integer(sql, number)}, ${sql.csv(classes.map((terms) => sql`${terms.join(" ")}`))})`
          )
        )}`,
      { discard: true }
    ),
  number: literal("t.rowid"),
  compared: (number) => integer(sql, number),
  matches: (words, classes) => {
    const all = words.map((word) => `(${word.map(phrases).join(" OR ")})`).join(" AND ")
    const query = classes === columns.length ? all : `{${columns.slice(0, classes).join(" ")}} : (${all})`
    return sql`t.search_terms MATCH ${query}`
  }
})

/** Large numbers are bound as floating ones, which FTS5 does not take for row ids. */
const integer = (sql: SqlClient.SqlClient, number: number) => sql`CAST(${number} AS INTEGER)`

const phrases = ({ isPrefix, terms }: Alternative): string => {
  const all = terms.map((term) => `"${term.replaceAll('"', '""')}"${isPrefix ? " *" : ""}`)
  return all.length === 1 ? all[0]! : `(${all.join(" AND ")})`
}
