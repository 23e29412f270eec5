/**
 * The full-text index on Postgres: a `tsvector` of the terms, one weight for each class. The terms are made by Octavo,
 * so no dictionary, configuration or extension of the server has a say in what is found.
 */
import { type Alternative, literal, type TermClasses, type TextSearch } from "@octavo/storage-sql"
import { Array as Arr, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

const weights = ["A", "B", "C", "D"] as const
const rowsAtOnce = 50

export const makeTextSearch = (sql: SqlClient.SqlClient): TextSearch => ({
  create: Effect.gen(function* () {
    yield* sql`CREATE TABLE search_terms (
      id bigint PRIMARY KEY REFERENCES search_pages(id) ON DELETE CASCADE,
      terms tsvector NOT NULL
    )`
    yield* sql`CREATE INDEX search_terms_by_term ON search_terms USING gin (terms)`
  }),
  put: (rows) =>
    Effect.forEach(
      Arr.chunksOf(rows, rowsAtOnce),
      (some) =>
        sql`INSERT INTO search_terms (id, terms) VALUES ${sql.csv(
          some.map(({ classes, number }) => sql`(${number}::bigint, ${vectorOf(classes)}::tsvector)`)
        )} ${replaced}`,
      { discard: true }
    ),
  putOf: (page, classes) =>
    sql`INSERT INTO search_terms (id, terms) SELECT id, ${vectorOf(classes)}::tsvector FROM ${literal(page)} ${replaced}`,
  number: literal("t.id"),
  compared: (number) => sql`${number}::bigint`,
  matches: (words, classes) => {
    const where = classes === weights.length ? "" : weights.slice(0, classes).join("")
    const lexeme = (term: string, isPrefix: boolean): string => {
      const flags = (isPrefix ? "*" : "") + where
      return flags === "" ? quoted(term) : `${quoted(term)}:${flags}`
    }
    const alternative = ({ isPrefix, terms }: Alternative): string =>
      `(${terms.map((term) => lexeme(term, isPrefix)).join(" & ")})`
    const query = words.map((word) => `(${word.map(alternative).join(" | ")})`).join(" & ")
    return sql`t.terms @@ ${query}::tsquery`
  }
})

const replaced = literal("ON CONFLICT (id) DO UPDATE SET terms = excluded.terms")

const vectorOf = (classes: TermClasses): string =>
  classes.flatMap((terms, i) => terms.map((term) => `${quoted(term)}:1${weights[i]}`)).join(" ")

const quoted = (term: string): string => `'${term.replace(/['\\]/g, "$&$&")}'`
