/**
 * Writes of one transaction that wait for the next statement: they go with it as common table expressions, in one round
 * trip. All parts of one statement see the rows as they were before it, and a row is changed once at most: so writes to a
 * table that has one waiting go before, and so does what names such a table. Words to other processes, which they hear
 * when all is committed, go with rows that are added behind them, or are the last of all.
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

/** What may follow common table expressions; its own stand behind them. */
const mayFollow = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH(?!\s+RECURSIVE))\b/
const ownExpressions = /^\s*WITH\b/

/** What adds rows whatever is there, and tells words by the way. */
const addsRows = /^\s*INSERT INTO\s+"?\w+"?\s*\([^()]*\)\s*VALUES\b(?!.*\bON CONFLICT\b)/s

export class WriteQueue {
  private waiting: Array<Waiting> = []
  private words: Array<ReadonlyArray<unknown>> = []
  /** Words that were sent. */
  private told: Array<ReadonlyArray<unknown>> = []

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  /** Lets a word wait for the end of the transaction, the same one once; `false` for what is none. */
  tell({ parameters, sql }: Query): boolean {
    if (!word.test(sql)) return false
    const isKnown = [...this.told, ...this.words].some((known) => known.every((value, i) => value === parameters[i]))
    if (!isKnown) this.words.push(parameters)
    return true
  }

  /** The words that wait, as one statement. */
  takeWords(): Query | undefined {
    const calls = this.takeCalls()
    return calls && { ...calls, sql: `SELECT ${calls.sql}` }
  }

  private takeCalls(): Query | undefined {
    const words = this.words
    this.words = []
    if (words.length === 0) return undefined
    this.told.push(...words)
    const calls = words.map((_, i) => `pg_notify($${2 * i + 1}, $${2 * i + 2})`)
    return { sql: calls.join(", "), parameters: words.flat() }
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
    const teller = this.waiting.findIndex(({ sql }) => addsRows.test(sql))
    const calls = teller < 0 ? undefined : this.takeCalls()
    if (calls !== undefined) {
      const { parameters, sql } = all[teller]!
      all[teller] = {
        sql: `${sql} RETURNING ${numberedFrom(calls.sql, parameters.length)}`,
        parameters: [...parameters, ...calls.parameters]
      }
    }
    this.waiting = []
    const parameters: Array<unknown> = []
    const texts = all.map((query) => {
      const text = numberedFrom(query.sql, parameters.length)
      parameters.push(...query.parameters)
      return text
    })
    if (texts.length === 1) return { sql: texts[0]!, parameters }
    const before = texts.slice(0, -1).map((text, i) => `w${i} AS (${text})`)
    const end = texts.at(-1)!
    const own = ownExpressions.exec(end)
    const rest = own === null ? ` ${end}` : `,${end.slice(own[0].length)}`
    return { sql: `WITH ${before.join(", ")}${rest}`, parameters }
  }

  /** What was written since is taken back, and words that were sent since are not heard: they are to be sent again. */
  takeBack(): void {
    this.waiting = []
    this.words.unshift(...this.told)
    this.told = []
  }

  private isNamed(sql: string): boolean {
    if (this.isEmpty) return false
    const words = new Set(sql.match(/\w+/g))
    return this.waiting.some(({ table }) => words.has(table))
  }
}

/** A text with so many parameters before its own. */
const numberedFrom = (sql: string, count: number): string =>
  sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + count}`)
