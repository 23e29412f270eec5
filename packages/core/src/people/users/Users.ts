/** Users and their API tokens. */
import { Context, Effect, Layer, Schema } from "effect"
import { type Actor, CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { accessPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { readEmail } from "../../kernel/shared/email.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import { operatorOnly } from "../../kernel/shared/operatorOnly.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { codePoints, isStorable, Text, WebAddress } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { OidcProvider } from "../oidc/OidcProvider.ts"
import { Access } from "../permissions/Access.ts"
import { scopes as knownScopes } from "../permissions/actions.ts"
import { hashToken, tokenPrefix } from "./Authentication.ts"
import { avatarPicture } from "./avatar.ts"
import { makeRequireProvider } from "./signInOrigin.ts"
import {
  operatorId,
  operatorUser,
  type Token,
  type TokenRecord,
  toToken,
  toUser,
  type User,
  type UserRecord
} from "./User.ts"
import { UserStore } from "./UserStore.ts"

/** Body of `PATCH /v1/users/{userId}` (`docs/contributing/wire.md#people`). */
export const UserPatch = Schema.Struct({
  displayName: Schema.optionalKey(Text(1, 64)),
  photoURL: Schema.optionalKey(WebAddress)
})
export type UserPatch = typeof UserPatch.Type

/** What a new API token may be: a label, and optionally narrower rights and an end. */
export const NewToken = Schema.Struct({
  label: Text(1, 50),
  /** Leave out for a token that may do all that its user may. */
  scopes: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Literals(knownScopes)))),
  /** ISO 8601, in the future. */
  expiresAt: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type NewToken = typeof NewToken.Type

/** Somebody whom the operator names. */
export interface NewPerson {
  readonly email: string
  readonly displayName: string
}

/** A name as it is kept; `undefined` when the text is none. */
export const readName = (text: string): string | undefined => {
  const name = text.trim()
  return codePoints(name) >= 1 && codePoints(name) <= 64 && isStorable(name) ? name : undefined
}

/** An address and a name as they are kept. */
export const readPerson = Effect.fnUntraced(function* (input: NewPerson) {
  const email = readEmail(input.email)
  if (email === undefined) {
    return yield* new Invalid({ message: `${JSON.stringify(input.email)} is not an e-mail address` })
  }
  const displayName = readName(input.displayName)
  if (displayName === undefined) return yield* new Invalid({ message: "A name has 1 to 64 characters" })
  return { email, displayName }
})

export class Users extends Context.Service<
  Users,
  {
    /** The caller. */
    readonly me: Effect.Effect<User, Forbidden | NotFound | StorageError, CurrentActor>
    /** A user who is the caller or shares an organization with the caller. */
    readonly get: (id: string) => Effect.Effect<User, Forbidden | NotFound | StorageError, CurrentActor>
    /** The picture of a person who gave none, as SVG, for whoever knows its address: it tells two letters of the name. */
    readonly avatar: (id: string) => Effect.Effect<string, NotFound | StorageError>
    /** Changes one's own profile. */
    readonly update: (
      id: string,
      patch: UserPatch
    ) => Effect.Effect<User, Forbidden | NotFound | StorageError, CurrentActor>
    /** Adds a user, or finds the one with this address: for the operator only, who vouches for the address. */
    readonly ensure: (person: NewPerson) => Effect.Effect<User, Forbidden | Invalid | StorageError, CurrentActor>
    /**
     * Makes an API token; `token` in the answer is the secret, shown this once. Callers make their own only. One that is
     * made with a token has no more rights, and ends with it: at the same time unless an earlier one is asked for.
     */
    readonly createToken: (
      userId: string,
      input: NewToken
    ) => Effect.Effect<Token & { readonly token: string }, Forbidden | Invalid | NotFound | StorageError, CurrentActor>
    readonly listTokens: (
      userId: string,
      params: ListParams
    ) => Effect.Effect<Page<Token>, Forbidden | Invalid | NotFound | StorageError, CurrentActor>
    /** Ends a token at once; `false` when the user has no such token. */
    readonly revokeToken: (
      userId: string,
      tokenId: string
    ) => Effect.Effect<boolean, Forbidden | NotFound | StorageError, CurrentActor>
  }
>()("@octavo/core/people/users/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const store = yield* UserStore
      const requireProvider = yield* makeRequireProvider
      const issuer = (yield* OidcProvider)?.issuer
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey
      const audit = yield* Audit
      const transaction = yield* Transaction

      const known = makePartCache<UserRecord | null>(yield* Epoch, 10_000)

      const require = Effect.fnUntraced(function* (id: string) {
        const user = yield* store.get(id)
        return user ?? (yield* NotFound.of("user", id))
      })

      const get = traced("Users.get")(function* (id: string) {
        const actor = yield* CurrentActor
        yield* access.scope("user.view")
        const seen =
          isSelf(actor, id) ||
          actor.kind === "operator" ||
          (actor.kind === "user" && (yield* store.shareOrganization(actor.userId, id, actor.organizationId)))
        if (!seen) return yield* NotFound.of("user", id)
        const user = yield* known(
          accessPart,
          id,
          Effect.suspend(() => Effect.map(store.get(id), (found) => found ?? null))
        )
        return toUser(instance, user ?? (yield* NotFound.of("user", id)))
      })

      const me = Effect.flatMap(CurrentActor, (actor) =>
        actor.kind === "user" ? get(actor.userId) : Effect.fail(notAPerson)
      )

      const update = traced("Users.update")(function* (id: string, patch: UserPatch) {
        const seen = yield* get(id)
        const actor = yield* CurrentActor
        yield* access.scope("user.edit")
        if (!isSelf(actor, id) && actor.kind !== "operator") {
          return yield* new Forbidden({ message: "A profile is changed by its owner" })
        }
        if (limitOf(actor) !== undefined) {
          return yield* new Forbidden({ message: "Who signs in through an organization changes nothing beyond it" })
        }
        yield* store.update(seen.id, patch)
        return toUser(instance, yield* require(id))
      })

      const ensure = traced("Users.ensure")(function* (input: NewPerson) {
        yield* operatorOnly
        const { email, displayName } = yield* readPerson(input)
        const at = yield* now
        const found = yield* store.findByEmail(email)
        if (found === undefined) {
          const user = { id: makeId(), displayName, email, photoURL: null, createdAt: at, verifiedAt: at }
          if (yield* store.insert(user)) return toUser(instance, user)
        }
        // there already, or added by another process in between
        const other = found ?? (yield* store.findByEmail(email))
        if (other === undefined) return yield* new Invalid({ message: "This user was removed meanwhile; try again" })
        if (other.verifiedAt !== null) return toUser(instance, other)
        yield* store.verify(other.id, at)
        return toUser(instance, (yield* store.get(other.id)) ?? other)
      })

      /** Tokens are made, listed and ended by their owner or the operator. */
      const owner = Effect.fnUntraced(function* (userId: string) {
        const actor = yield* CurrentActor
        yield* access.scope("user.tokens")
        if (!isSelf(actor, userId) && actor.kind !== "operator") return yield* NotFound.of("user", userId)
        return yield* require(userId)
      })

      const createToken = traced("Users.createToken")(function* (userId: string, input: NewToken) {
        const user = yield* owner(userId)
        const actor = yield* CurrentActor
        const organizationId = limitOf(actor) ?? null
        const made = actor.kind === "user" ? actor : undefined
        const origin = { organizationId, providerId: made?.providerId ?? null }
        const parentId = made?.tokenId ?? null
        // who came through an organization is vouched for, there
        if (user.verifiedAt === null && organizationId === null) return yield* unverified
        const createdAt = yield* now
        // what a token makes ends with it at the latest
        const expiresAt = input.expiresAt ?? made?.endsAt ?? null
        const end = expiresAt === null ? undefined : Date.parse(expiresAt)
        if (end !== undefined && !(end > Date.parse(createdAt))) {
          return yield* new Invalid({ message: "expiresAt must be an ISO 8601 date-time in the future" })
        }
        if (end !== undefined && made?.endsAt !== undefined && end > Date.parse(made.endsAt)) {
          return yield* new Invalid({
            message: `expiresAt must not be after ${made.endsAt}: then the token ends that this one is made with`
          })
        }
        const secret = tokenPrefix + makeSecret(43)
        const record: TokenRecord = {
          id: makeId(),
          userId,
          hash: hashToken(secret),
          label: input.label,
          ...origin,
          parentId,
          scopes: input.scopes ?? null,
          createdAt,
          expiresAt: end === undefined ? null : new Date(end).toISOString(),
          lastUsedAt: null
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* requireProvider(issuer, origin)
            if (parentId !== null && !(yield* store.holdToken(userId, parentId))) return yield* parentEnded
            yield* store.insertToken(record)
            yield* audit.recordForMember(userId, {
              action: "token.create",
              target: { type: "token", id: record.id },
              payload: { user: userId, scopes: record.scopes, expiresAt: record.expiresAt }
            })
          }).pipe(Effect.catchTag("Unauthorized", ({ message }) => Effect.fail(new Forbidden({ message }))))
        )
        return { ...toToken(record), token: secret }
      })

      const listTokens = traced("Users.listTokens")(function* (userId: string, params: ListParams) {
        yield* owner(userId)
        const limit = limitOf(yield* CurrentActor)
        const page = yield* paginate(
          ["tokens", userId, limit],
          params,
          (token: TokenRecord) => [token.id],
          (slice) => store.listTokens(userId, limit, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, toToken)
      })

      const revokeToken = traced("Users.revokeToken")(function* (userId: string, tokenId: string) {
        yield* owner(userId)
        const limit = limitOf(yield* CurrentActor)
        return yield* transaction.run(
          Effect.tap(store.deleteToken(userId, limit, tokenId), (deleted) =>
            deleted
              ? audit.recordForMember(userId, {
                  action: "token.revoke",
                  target: { type: "token", id: tokenId },
                  payload: { user: userId }
                })
              : Effect.void
          )
        )
      })

      const avatar = traced("Users.avatar")(function* (id: string) {
        const name = id === operatorId ? operatorUser(instance).displayName : (yield* store.get(id))?.displayName
        return name === undefined ? yield* NotFound.of("picture", id) : avatarPicture(id, name)
      })

      return Users.of({ me, get, avatar, update, ensure, createToken, listTokens, revokeToken })
    })
  )
}

const isSelf = (actor: Actor, userId: string): boolean => actor.kind === "user" && actor.userId === userId

/** The one organization that there is for the caller, if only one is. */
const limitOf = (actor: Actor): string | undefined => (actor.kind === "user" ? actor.organizationId : undefined)

const notAPerson = new Forbidden({ message: "This needs the token of a person" })

const parentEnded = new Forbidden({ message: "The token that this one is made with has just ended" })

const unverified = new Forbidden({
  message: "The e-mail address of this account is not verified yet: open the link in the mail that was sent to it"
})
