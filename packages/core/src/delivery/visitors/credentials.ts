/** What a request to a published site brings to be let in, and to be known. Pure. */
import { type Claims, claimsInQuery, unsignedClaims } from "../../kernel/conditions/Visitor.ts"

/** Names of the cookies that sites set; each holds for one site alone, by its path or host. */
export const siteCookies = {
  shareKey: "octavo-share",
  jwt: "octavo-visitor",
  /** Read with all cookies of its beginning (`Visitor.ts`). */
  unsigned: "gitbook-visitor-public-octavo"
} as const

/** A cookie that the customer's own server may set. */
const foreignJwt = "gitbook-visitor-token"

export interface Credentials {
  /** Key of a share link: from the query, and from an earlier visit. */
  readonly shareKey: string | undefined
  readonly keptShareKey: string | undefined
  /** A visitor's token: from the query, and from cookies. */
  readonly jwt: string | undefined
  readonly keptJwts: ReadonlyArray<string>
  readonly unsigned: Claims
  /** Some of the unsigned claims are new: from the query. */
  readonly unsignedIsNew: boolean
}

export const noCredentials: Credentials = {
  shareKey: undefined,
  keptShareKey: undefined,
  jwt: undefined,
  keptJwts: [],
  unsigned: {},
  unsignedIsNew: false
}

/** What credentials are in: the query without its `?`, and the `Cookie` header. */
export interface CredentialSource {
  readonly query?: string | undefined
  readonly cookie?: string | undefined
}

export const readCredentials = ({ cookie = "", query = "" }: CredentialSource): Credentials => {
  if (cookie === "" && query === "") return noCredentials
  const cookies = parseCookies(cookie)
  const asked = new URLSearchParams(query)
  const kept = (name: string) => cookies.filter(([key]) => key === name).map(([, value]) => value)
  return {
    shareKey: only(asked, "shareKey"),
    keptShareKey: kept(siteCookies.shareKey)[0],
    jwt: only(asked, "jwt_token"),
    keptJwts: [...kept(siteCookies.jwt), ...kept(foreignJwt)],
    unsigned: unsignedClaims({ query: asked, cookies }),
    unsignedIsNew: claimsInQuery(asked)
  }
}

/** A parameter that is there once: two of a name say nothing (threat: share key guessing). */
const only = (query: URLSearchParams, name: string): string | undefined => {
  const values = query.getAll(name)
  return values.length === 1 ? values[0] : undefined
}

/** Names and values of a `Cookie` header (RFC 6265, 4.2), decoded; what can't be decoded is as it came. */
export const parseCookies = (header: string): ReadonlyArray<readonly [name: string, value: string]> =>
  header.split(";").flatMap((pair) => {
    const equals = pair.indexOf("=")
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name === "") return []
    const value = pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1")
    return [[name, decoded(value)]]
  })

/**
 * The value of a cookie that is there once. Of several of one name none counts: a script of a site on the same host can
 * set one beside ours, and none in its place.
 */
export const onlyCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined || !header.includes(name)) return undefined
  const values = parseCookies(header).filter(([given]) => given === name)
  return values.length === 1 ? values[0]![1] : undefined
}

const decoded = (value: string): string => {
  if (!value.includes("%")) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
