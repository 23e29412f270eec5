/** What a database URL says. Loads nothing that opens a store. */
import { resolve } from "node:path"
import * as Redacted from "effect/Redacted"
import { ConfigError, redacted, type Secret } from "./config.ts"

export type DatabaseUrl =
  | { readonly kind: "sqlite"; readonly filename: string }
  | { readonly kind: "postgres"; readonly url: Redacted.Redacted }

/** What is wrong with a database URL, in words that stand behind its name and tell no password. */
export const databaseProblem = (url: string): string | undefined => {
  if (/^sqlite:(?:\/\/)?$/.test(url)) return "must name a file; write sqlite:./octavo.db"
  if (/^(?:sqlite:|postgres(?:ql)?:\/\/)/.test(url)) return undefined
  // what stands behind the colon may have a password, and so may all of it where there is no colon
  const scheme = /^[a-z][a-z0-9+.-]{0,15}:/i.exec(url)?.[0]
  return `must begin with sqlite: or postgres://${scheme === undefined ? "" : `, not ${scheme}`}`
}

/** Reads a database URL; throws a `ConfigError` that says what is possible. */
export const parseDatabaseUrl = (given: Secret): DatabaseUrl => {
  const url = Redacted.value(redacted(given))
  const problem = databaseProblem(url)
  if (problem !== undefined) throw new ConfigError(`The database URL ${problem}`)
  if (!url.startsWith("sqlite:")) return { kind: "postgres", url: redacted(given) }
  const filename = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "")
  return { kind: "sqlite", filename: filename === ":memory:" ? filename : resolve(filename) }
}
