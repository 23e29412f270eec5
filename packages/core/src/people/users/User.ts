import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { avatarURL } from "./avatar.ts"

/** People who can act, as the store keeps them. E-mail addresses are unique, compared in lower case. */
export interface UserRecord {
  readonly id: string
  readonly displayName: string
  readonly email: string
  readonly photoURL: string | null
  readonly createdAt: string
  /** When the address was shown to be the person's own; `null`: the account can't be used yet. */
  readonly verifiedAt: string | null
}

/** An API token as the store keeps it: the secret itself is never stored, only its SHA-256. */
export interface TokenRecord {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly label: string
  /** The one organization where it counts; `null` for all. */
  readonly organizationId: string | null
  /** The token that it was made with, and ends with. */
  readonly parentId: string | null
  /** The sign-in provider behind the session that it was made in, and with which it ends. */
  readonly providerId: string | null
  /** `null`: may do all that the user may. */
  readonly scopes: ReadonlyArray<string> | null
  readonly createdAt: string
  /** ISO 8601, or `null` when it does not expire. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/** A user, as the API shows it. */
export const User = Schema.Struct({
  object: Schema.Literal("user"),
  id: Schema.String,
  displayName: Schema.String,
  email: Schema.String,
  photoURL: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "User" })
export type User = typeof User.Type

export const toUser = (instance: InstanceConfig, user: UserRecord): User => ({
  object: "user",
  id: user.id,
  displayName: user.displayName,
  email: user.email,
  photoURL: user.photoURL ?? avatarURL(instance, user.id),
  urls: { location: location(instance, `/users/${user.id}`) }
})

/** What the operator is called where a user's id stands. */
export const operatorId = "operator"

/** Stands for the operator, who is no person with an account, where an object must name somebody. */
export const operatorUser = (instance: InstanceConfig): User => ({
  object: "user",
  id: operatorId,
  displayName: "Operator",
  email: "",
  photoURL: avatarURL(instance, operatorId),
  urls: { location: location(instance, `/users/${operatorId}`) }
})

/** An API token, as its owner sees it. The secret is shown once, at creation. */
export const Token = Schema.Struct({
  object: Schema.Literal("token"),
  id: Schema.String,
  label: Schema.String,
  scopes: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Schema.String,
  expiresAt: Schema.optionalKey(Schema.String),
  lastUsedAt: Schema.optionalKey(Schema.String),
  /** The one organization where it counts: of who signed in through its provider. */
  organization: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Token" })
export type Token = typeof Token.Type

export const toToken = (token: TokenRecord): Token => ({
  object: "token",
  id: token.id,
  label: token.label,
  scopes: token.scopes,
  createdAt: token.createdAt,
  ...present({ expiresAt: token.expiresAt, lastUsedAt: token.lastUsedAt, organization: token.organizationId })
})
