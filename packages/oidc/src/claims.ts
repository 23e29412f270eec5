/** What claims say of somebody, whichever way a provider writes them. */
import type { OidcClaims } from "@octavo/core/people/oidc/OidcProvider"
import { isSubject } from "@octavo/core/people/sign-in/subjects"

type Claims = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** The claim of a name; else what is at the path that it is, so that `realm_access.roles` is found. */
export const claimAt = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split(".")
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), claims)
}

/** Whether the provider says that there are groups which it does not name (Entra, above 200 of them). */
const isOverfull = (claims: Claims, name: string): boolean =>
  claims["hasgroups"] === true || (isRecord(claims["_claim_names"]) && Object.hasOwn(claims["_claim_names"], name))

const groupsOf = (claims: Claims, name: string): OidcClaims["groups"] => {
  const value = claimAt(claims, name)
  if (value === undefined && isOverfull(claims, name)) return undefined
  const names = Array.isArray(value) ? value : [value]
  return names.flatMap((group) => (typeof group === "string" && group !== "" ? [group] : []))
}

/** A boolean, or a text for one, which some providers send. */
const booleanOf = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === "true"

/** Whether something is missing in an ID token that the provider may tell when it is asked. */
export const isIncomplete = (claims: Claims, groupsClaim: string | undefined): boolean =>
  textOf(claims["email"]) === undefined ||
  textOf(claims["name"]) === undefined ||
  (groupsClaim !== undefined && claimAt(claims, groupsClaim) === undefined && !isOverfull(claims, groupsClaim))

/** Characters of the name of a person (OpenID Connect Core 1.0, 2). */
const longestSubject = 255

/**
 * Why an ID token can't be believed that is signed, in words; `undefined` when it can.
 * @param now seconds since 1970
 * @param skew how far clocks may differ, in seconds
 */
export const claimsProblem = (claims: Claims, now: number, skew: number): string | undefined => {
  const { sub } = claims
  if (typeof sub !== "string" || !isSubject(sub, longestSubject)) {
    return `The ID token does not name you: its sub must be 1 to ${longestSubject} characters`
  }
  for (const name of ["iat", "auth_time", "nbf"]) {
    const at = claims[name]
    if (at === undefined) continue
    if (typeof at !== "number" || !(at <= now + skew)) {
      return "The ID token is of a time to come: the clocks differ, or it was not made for now"
    }
  }
  return undefined
}

/**
 * What is said of somebody. The address and whether it is verified are of one document: of the ID token, which is
 * signed, or else of the information about the person.
 * @param token claims of the ID token
 * @param more the information that the provider gave about the same person, `undefined` when it was not asked
 */
export const readClaims = (
  token: Claims & { readonly sub: string },
  more: Claims | undefined,
  groupsClaim: string
): OidcClaims => {
  const about = more === undefined || textOf(token["email"]) !== undefined ? token : more
  const claims = { ...more, ...token }
  const given = [claims["given_name"], claims["family_name"]].flatMap((part) => textOf(part) ?? [])
  return {
    subject: token.sub,
    email: textOf(about["email"]),
    emailVerified: booleanOf(about["email_verified"]),
    name: textOf(claims["name"]) ?? (given.length === 0 ? undefined : given.join(" ")),
    groups: groupsOf(claims, groupsClaim)
  }
}
