/**
 * Writes of one transaction that wait for the next statement: they go with it as common table expressions, in one round
 * trip. All parts of one statement see the rows as they were before it, and a row is changed once at most: so writes to a
 * table that has one waiting go before, and so does what names such a table. Words to other processes, which they hear
 * when all is committed, are the last of them.
 */

interface Query {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

interface Waiting extends Query {
  readonly table: string
  readonly isInsert: boolean
}

/** So many go together at most: each different set of them is a statement that the server prepares. */
const mostWaiting = 16
const mostParameters = 2_000

const write = /^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)/

const word = /^SELECT pg_notify\(\$1, \$2\)$/

/** What may follow common table expressions. */
const mayFollow = /^\s*(?:SELECT|INSERT|UPDATE|DELETE)\b/

export class WriteQueue {
  private waiting: Array<Waiting> = []
  private words: Array<ReadonlyArray<unknown>> = []

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  /** Lets a word wait for the end of the transaction, the same one once; `false` for what is none. */
  tell({ parameters, sql }: Query): boolean {
    if (!word.test(sql)) return false
    const isKnown = this.words.some((known) => known.every((value, i) => value === parameters[i]))
    if (!isKnown) this.words.push(parameters)
    return true
  }

  /** The words that wait, as one statement. */
  takeWords(): Query | undefined {
    const words = this.words
    this.words = []
    if (words.length === 0) return undefined
    const calls = words.map((_, i) => `pg_notify($${2 * i + 1}, $${2 * i + 2})`)
    return { sql: `SELECT ${calls.join(", ")}`, parameters: words.flat() }
  }

  /** Lets a write wait; `false` when those that wait have to go first, or it can't wait. */
  add(query: Query): boolean {
    const [, verb, table] = write.exec(query.sql) ?? []
    if (table === undefined || query.sql.includes("RETURNING")) return false
    const isInsert = verb === "INSERT INTO"
    const isFull =
      this.waiting.length === mostWaiting ||
      this.waiting.reduce((sum, one) => sum + one.parameters.length, query.parameters.length) > mostParameters
    if (isFull || this.waiting.some((one) => one.table === table && !(one.isInsert && isInsert))) return false
    // rows that it names of another table may be waiting
    if (this.isNamed(query.sql.slice(query.sql.indexOf(table) + table.length))) return false
    this.waiting.push({ ...query, table, isInsert })
    return true
  }

  /** Whether a statement may go with those that wait. */
  canFollow({ parameters, sql }: Query): boolean {
    return mayFollow.test(sql) && parameters.length <= mostParameters && !this.isNamed(sql)
  }

  /** All that wait as one statement, with the one that follows; then none waits. */
  take(last?: Query): Query {
    const all: Array<Query> = last === undefined ? [...this.waiting] : [...this.waiting, last]
    this.clear()
    const parameters: Array<unknown> = []
    const texts = all.map((query) => {
      const text = query.sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + parameters.length}`)
      parameters.push(...query.parameters)
      return text
    })
    if (texts.length === 1) return { sql: texts[0]!, parameters }
    const before = texts.slice(0, -1).map((text, i) => `w${i} AS (${text})`)
    return { sql: `WITH ${before.join(", ")} ${texts.at(-1)}`, parameters }
  }

  clear(): void {
    this.waiting = []
  }

  private isNamed(sql: string): boolean {
    if (this.isEmpty) return false
    const words = new Set(sql.match(/\w+/g))
    return this.waiting.some(({ table }) => words.has(table))
  }
}
