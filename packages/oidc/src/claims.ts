/** What claims say of somebody, whichever way a provider writes them. */
import type { OidcClaims } from "@octavo/core/oidc/OidcProvider"

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

/** @param claims of the ID token, with those of the user information beneath them */
export const readClaims = (subject: string, claims: Claims, groupsClaim: string): OidcClaims => {
  const given = [claims["given_name"], claims["family_name"]].flatMap((part) => textOf(part) ?? [])
  return {
    subject,
    email: textOf(claims["email"]),
    emailVerified: booleanOf(claims["email_verified"]),
    name: textOf(claims["name"]) ?? (given.length === 0 ? undefined : given.join(" ")),
    groups: groupsOf(claims, groupsClaim)
  }
}
