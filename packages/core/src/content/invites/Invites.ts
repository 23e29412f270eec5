/** How people come into an organization: invited by e-mail, with a link, or by the domain of their address. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor, isOutside } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { domainOf } from "../../kernel/shared/email.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { mayGrant } from "../../people/grants/Grant.ts"
import { Mailer, unsentNote } from "../../people/mail/Mailer.ts"
import { Mails } from "../../people/mail/Mails.ts"
import { Access } from "../../people/permissions/Access.ts"
import { type EmailInvites, type InviteResult, inviteesOf, joinPlan } from "./Invite.ts"
import { type Invited, InviteStore } from "./InviteStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Invites extends Context.Service<
  Invites,
  {
    /**
     * Makes users and memberships for the addresses at once, and has a mail sent to everybody who is new. Nobody can
     * use an account before its address is verified by the link in that mail; naming somebody again who has not done
     * that sends another one. Members keep their role.
     */
    readonly send: (
      organizationId: string,
      input: EmailInvites
    ) => Effect.Effect<InviteResult, Failure | Invalid, CurrentActor>
    /** Joins with a link; only ever raises what the caller may do. A second time changes nothing. */
    readonly accept: (organizationId: string, inviteId: string) => Effect.Effect<void, Failure, CurrentActor>
    /** Joins an organization that takes everybody with an address of the caller's domain. */
    readonly joinByDomain: (organizationId: string) => Effect.Effect<void, Failure, CurrentActor>
  }
>()("@octavo/core/content/invites/Invites") {
  static readonly layer = Layer.effect(
    Invites,
    Effect.gen(function* () {
      const store = yield* InviteStore
      const access = yield* Access
      const audit = yield* Audit
      const mails = yield* Mails
      const unsent = unsentNote(yield* Mailer)
      const transaction = yield* Transaction

      const send = traced("Invites.send")(function* (organizationId: string, input: EmailInvites) {
        const actor = yield* CurrentActor
        const { role: own } = yield* access.organization(organizationId, "invites.edit")
        const admission = yield* store.admission(organizationId)
        if (admission === undefined) return yield* NotFound.of("organization", organizationId)
        const { invitees, wrong } = inviteesOf(input, admission.defaultRole)
        if (wrong.length > 0) {
          return yield* new Invalid({
            message: "emails must be e-mail addresses",
            details: wrong.map((i) => ({ path: `emails.${i}`, message: "is not an e-mail address" }))
          })
        }
        if (!invitees.every(({ role }) => mayGrant(own, role))) return yield* aboveOwn
        const sso = input.sso ?? false
        const at = yield* now
        const people = yield* transaction.run(
          Effect.gen(function* () {
            yield* store.hold(organizationId)
            const admitted = yield* store.admit(organizationId, invitees, sso, at)
            yield* mails.queue(
              admitted.filter(isTold).map(({ userId }) => ({
                kind: "invitation",
                userId,
                organizationId,
                senderId: actor.kind === "user" ? actor.userId : null
              }))
            )
            const roles = new Map(invitees.map(({ email, role }) => [email, role]))
            for (const { added, email, userId } of admitted) {
              if (!added) continue
              yield* audit.record({
                organizationId,
                action: "invite.send",
                target: { type: "user", id: userId, label: email },
                payload: { role: roles.get(email) ?? null, sso }
              })
            }
            return admitted
          })
        )
        return {
          users: people.map(({ userId }) => userId),
          invited: people.filter(({ added }) => added).length,
          ...(sso
            ? { failedSSOEmails: people.filter((person) => !person.added && !person.sso).map(({ email }) => email) }
            : {}),
          ...(unsent !== undefined && people.some(isTold) ? { unsent } : {})
        }
      })

      /** The person behind the token, whose address must be verified. */
      const person = Effect.fnUntraced(function* (organizationId: string, absent: NotFound) {
        yield* access.scope("invites.join")
        const actor = yield* CurrentActor
        if (actor.kind !== "user") return yield* new Forbidden({ message: "This needs the token of a person" })
        if (isOutside(actor, organizationId)) return yield* absent
        return { userId: actor.userId, email: yield* store.verifiedEmail(actor.userId) }
      })

      const accept = traced("Invites.accept")(function* (organizationId: string, inviteId: string) {
        const absent = NotFound.of("invite", inviteId)
        const { email, userId } = yield* person(organizationId, absent)
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const admission = yield* store.hold(organizationId)
            const link = yield* store.get(organizationId, inviteId)
            if (link === undefined || admission?.inviteLinks !== true || email === undefined) return yield* absent
            const facts = yield* access.facts(userId, link.target)
            const plan = facts?.organizationId === organizationId ? joinPlan(link, facts) : undefined
            if (plan === undefined) return yield* absent
            if (plan.membership === undefined && plan.grant === undefined) return
            yield* store.join(organizationId, userId, link.target, plan, at)
            yield* audit.record({
              organizationId,
              action: "invite.accept",
              target: { type: "user", id: userId, label: email },
              // the id of a link is its secret
              payload: { [link.target.kind]: link.target.id, ...plan }
            })
          })
        )
      })

      const joinByDomain = traced("Invites.joinByDomain")(function* (organizationId: string) {
        const absent = NotFound.of("organization", organizationId)
        const { email, userId } = yield* person(organizationId, absent)
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const admission = yield* store.hold(organizationId)
            if (admission === undefined || email === undefined) return yield* absent
            const target = { kind: "organization", id: organizationId } as const
            const membership = (yield* access.facts(userId, target))?.membership
            if (membership?.disabled === true) return yield* absent
            if (membership !== undefined) return
            if (!admission.emailDomains.includes(domainOf(email))) return yield* absent
            const role = admission.defaultRole
            yield* store.join(organizationId, userId, target, { membership: { role } }, at)
            yield* audit.record({
              organizationId,
              action: "member.join",
              target: { type: "user", id: userId, label: email },
              payload: { role }
            })
          })
        )
      })

      return Invites.of({ send, accept, joinByDomain })
    })
  )
}

/** Who is new, or has not confirmed the address, gets a mail. */
const isTold = ({ added, verified }: Invited): boolean => added || !verified

const aboveOwn = new Forbidden({ message: "Nobody can give a role above their own" })
