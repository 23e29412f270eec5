/**
 * Who reads a published site, as far as conditions know: what a customer's server vouches for, and what anybody may say
 * of themselves. The two never mix (threat: claim confusion). Pure.
 */
import type { Schema } from "effect"
import { contentHash, utf8 } from "../shared/hash.ts"

export type Claims = Readonly<Record<string, Schema.Json>>

export interface Visitor {
  /** Signed: from the visitor's JWT. */
  readonly claims: Claims
  /** From `visitor.*` in the query, or from an unsigned cookie: whatever the visitor likes. */
  readonly unsigned: Claims
}

export const anonymous: Visitor = { claims: {}, unsigned: {} }

/**
 * A name of all that is known of the visitor: what was made for one may be shown to another of the same name, and to
 * nobody else. The order of members does not matter; empty for nobody in particular.
 */
export const contextKey = ({ claims, unsigned }: Visitor): string =>
  Object.keys(claims).length === 0 && Object.keys(unsigned).length === 0
    ? ""
    : contentHash(utf8.encode(canonical([claims, unsigned])))

/** JSON with members in the order of their names. */
const canonical = (value: Schema.Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

/** Names that lead out of plain data in careless code: nothing is claimed under them (threats: claim confusion, prototype pollution). */
const refused: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** Claims nest as people write them; what is deeper than this is left out. */
const deepest = 10

/** Claims out of a value that came from outside: of plain JSON all that has a harmless name. */
export const toClaims = (value: unknown): Claims => {
  const made = plain(value, deepest)
  return isRecord(made) ? made : {}
}

const plain = (value: unknown, depth: number): Schema.Json | undefined => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  if (typeof value !== "object" || depth === 0) return undefined
  if (Array.isArray(value)) return value.map((item) => plain(item, depth - 1) ?? null)
  const made: Record<string, Schema.Json> = {}
  for (const [name, inner] of Object.entries(value)) {
    const kept = refused.has(name) ? undefined : plain(inner, depth - 1)
    if (kept !== undefined) made[name] = kept
  }
  return made
}

const isRecord = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Where unsigned claims may come from. */
export interface UnsignedSource {
  readonly query?: URLSearchParams | undefined
  /** Name and value, decoded. */
  readonly cookies?: Iterable<readonly [name: string, value: string]> | undefined
}

/** What unsigned claims may be as a whole, as JSON: they come with every request, and go into a cookie. */
const mostCharacters = 2048

/** How the names of cookies with unsigned claims begin; each holds a JSON object. */
const publicCookie = "gitbook-visitor-public"
const queryPrefix = "visitor."

/** Whether a query says something of its visitor. */
export const claimsInQuery = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => name.startsWith(queryPrefix))

/**
 * What visitors say of themselves: cookies `gitbook-visitor-public*`, then `visitor.<path>=<value>` of the query, which
 * goes before them. `true`, `false`, `null`, numbers and JSON objects are read as such, all else is text. More than
 * 2,048 characters say nothing at all.
 */
export const unsignedClaims = ({ cookies = [], query }: UnsignedSource): Claims => {
  const said: Record<string, Schema.Json> = {}
  for (const [name, value] of cookies) {
    if (name.startsWith(publicCookie)) Object.assign(said, toClaims(parsed(value)))
  }
  for (const [name, value] of query ?? []) {
    if (name.startsWith(queryPrefix)) place(said, name.slice(queryPrefix.length).split("."), parsed(value))
  }
  return toUnsigned(said)
}

/** Unsigned claims out of a value that came from outside. */
export const toUnsigned = (value: unknown): Claims => {
  const claims = toClaims(value)
  return JSON.stringify(claims).length > mostCharacters ? {} : claims
}

const place = (into: Record<string, Schema.Json>, path: ReadonlyArray<string>, value: Schema.Json): void => {
  if (path.length > deepest || path.some((name) => name === "" || refused.has(name))) return
  let at = into
  for (const name of path.slice(0, -1)) {
    const inner = at[name]
    // what a cookie said stays as it was: the query makes its own
    const own: Record<string, Schema.Json> = isRecord(inner) ? { ...inner } : {}
    at[name] = own
    at = own
  }
  at[path.at(-1)!] = value
}

const parsed = (text: string): Schema.Json => {
  if (text === "true" || text === "false" || text === "null" || /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)) {
    return JSON.parse(text)
  }
  if (!text.startsWith("{")) return text
  try {
    return toClaims(JSON.parse(text))
  } catch {
    return text
  }
}
