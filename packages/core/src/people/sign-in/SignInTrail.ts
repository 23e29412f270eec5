/**
 * What the audit trails of a person's organizations have of their signing in: each session that begins, with what it was
 * shown who they are, each link that the operator made for it, and each try that was refused of which it is known whose it
 * was.
 */

import { Clock, Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { present } from "../../kernel/shared/defined.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import type { AuditEntry } from "../audit/AuditEvent.ts"
import { hashToken } from "../users/Authentication.ts"
import { IdentityStore } from "../users/IdentityStore.ts"
import type { UserRecord } from "../users/User.ts"
import { UserStore } from "../users/UserStore.ts"
import { CurrentBrowser } from "./browser.ts"
import type { SessionRecord } from "./SessionStore.ts"

/** With what somebody shows who they are; a `link` is one that the operator handed out. */
export type SignInMethod = "mail" | "link" | "set-up" | "token" | "saml" | "oidc"

/** A try that is known to be of a person, or of an organization's provider. */
export interface RefusedSignIn {
  readonly with: SignInMethod
  readonly reason: string
  readonly of:
    | { readonly userId: string }
    | { readonly organizationId: string; readonly providerId: string; readonly label: string }
}

/** The same refusal is told once in this time, from however many places: strangers do not fill a trail. */
const pauseMs = 60_000

export class SignInTrail extends Context.Service<
  SignInTrail,
  {
    /**
     * For use in the transaction in which the session begins.
     * @param shown with what, where the session itself does not tell
     */
    readonly started: (
      session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">,
      shown?: SignInMethod
    ) => Effect.Effect<void, StorageError>
    /** The caller makes a link for somebody. */
    readonly handedOut: (user: Pick<UserRecord, "id" | "email">) => Effect.Effect<void, StorageError, CurrentActor>
    /** Of its own: what was refused is undone. */
    readonly refused: (refused: RefusedSignIn) => Effect.Effect<void, StorageError>
    /** The same of an API token, where there is one like it: one that is over, or no longer good. */
    readonly refusedToken: (token: string, reason: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/people/sign-in/SignInTrail") {
  static readonly layer = Layer.effect(
    SignInTrail,
    Effect.gen(function* () {
      const audit = yield* Audit
      const users = yield* UserStore
      const identities = yield* IdentityStore

      /** Whoever it is about is who did it, as far as that is known. */
      const ofPerson = Effect.fnUntraced(function* (
        userId: string,
        organizationId: string | null,
        entry: Pick<AuditEntry, "action" | "payload">
      ) {
        const user = yield* users.get(userId)
        if (user === undefined) return
        const browser = yield* CurrentBrowser
        yield* audit
          .recordForMember(userId, {
            action: entry.action,
            target: { type: "user", id: userId, label: user.email },
            payload: { ...entry.payload, ...present({ browser }) }
          })
          .pipe(
            Effect.provideService(CurrentActor, {
              kind: "user",
              userId,
              tokenId: null,
              scopes: null,
              ...present({ organizationId })
            })
          )
      })

      const started = traced("SignInTrail.started")(function* (
        session: Pick<SessionRecord, "userId" | "organizationId" | "providerId" | "tokenId">,
        shown = methodOf(session)
      ) {
        const { organizationId, providerId, tokenId, userId } = session
        yield* ofPerson(userId, organizationId, {
          action: "session.start",
          payload: {
            with: shown,
            ...present({ provider: providerId, token: tokenId })
          }
        })
      })

      const handedOut = traced("SignInTrail.handedOut")(function* ({ email, id }: Pick<UserRecord, "id" | "email">) {
        yield* audit.recordForMember(id, { action: "session.link", target: { type: "user", id, label: email } })
      })

      const refused = traced("SignInTrail.refused")(function* ({ of, reason, with: method }: RefusedSignIn) {
        const now = yield* Clock.currentTimeMillis
        const what = JSON.stringify([of, method, reason])
        const iso = (at: number) => new Date(at).toISOString()
        if (!(yield* identities.useOnce("sign-in-refused", hashToken(what), iso(now), iso(now + pauseMs)))) return
        const entry = { action: "session.refuse", payload: { with: method, reason } } as const
        if ("userId" in of) return yield* ofPerson(of.userId, null, entry)
        yield* audit
          .record({
            organizationId: of.organizationId,
            ...entry,
            target: { type: "saml-provider", id: of.providerId, label: of.label }
          })
          .pipe(Effect.provideService(CurrentActor, { kind: "operator" }))
      })

      const refusedToken = traced("SignInTrail.refusedToken")(function* (token: string, reason: string) {
        const found = yield* users.findToken(hashToken(token))
        if (found !== undefined) yield* refused({ with: "token", reason, of: { userId: found.userId } })
      })

      return SignInTrail.of({ started, handedOut, refused, refusedToken })
    })
  )
}

const methodOf = ({
  organizationId,
  providerId,
  tokenId
}: Pick<SessionRecord, "organizationId" | "providerId" | "tokenId">): SignInMethod =>
  tokenId !== null ? "token" : providerId === null ? "mail" : organizationId === null ? "oidc" : "saml"
