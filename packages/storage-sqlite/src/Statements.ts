import type Database from "better-sqlite3"

/** Rows as objects, rows as arrays, or the driver's own report of a write. */
export type Mode = "rows" | "values" | "raw"

const pragma = /^\s*pragma\b/i

/** A prepared statement together with the modes it was last switched to. */
export class Prepared {
  readonly statement: Database.Statement
  /** May run on the reader. Pragmas may not: they would speak of the wrong connection. */
  readonly onlyReads: boolean
  private safeIntegers = false
  private values = false

  constructor(statement: Database.Statement) {
    this.statement = statement
    this.onlyReads = statement.readonly && statement.reader && !pragma.test(statement.source)
  }

  run(parameters: ReadonlyArray<unknown>, mode: Mode, safeIntegers: boolean): any {
    const { statement } = this
    if (!statement.reader) {
      const report = statement.run(...parameters)
      return mode === "raw" ? report : []
    }
    if (this.safeIntegers !== safeIntegers) {
      statement.safeIntegers(safeIntegers)
      this.safeIntegers = safeIntegers
    }
    const values = mode === "values"
    if (this.values !== values) {
      statement.raw(values)
      this.values = values
    }
    return statement.all(...parameters)
  }
}

/** Most prepared statements of a connection. */
const mostStatements = 500

/** The prepared statements of one connection; the oldest goes first. */
export class Statements {
  readonly database: Database.Database
  private readonly cache = new Map<string, Prepared>()

  constructor(database: Database.Database) {
    this.database = database
  }

  get(sql: string, cached: boolean): Prepared {
    if (!cached) return new Prepared(this.database.prepare(sql))
    const known = this.cache.get(sql)
    if (known !== undefined) return known
    const prepared = new Prepared(this.database.prepare(sql))
    if (this.cache.size >= mostStatements) this.cache.delete(this.cache.keys().next().value!)
    this.cache.set(sql, prepared)
    return prepared
  }

  /** The statement if this connection can prepare it and it only reads. */
  reading(sql: string, cached: boolean): Prepared | undefined {
    try {
      const prepared = this.get(sql, cached)
      return prepared.onlyReads ? prepared : undefined
    } catch {
      return undefined
    }
  }
}
