import { describe, expect, layer } from "@effect/vitest"
import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { MemberStore } from "@octavo/core/people/members/MemberStore"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Users } from "@octavo/core/people/users/Users"
import { Verification } from "@octavo/core/people/users/Verification"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  refusal,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { inviteLinkStories } from "./invite-links.ts"
import { deliver, mailsTo, newAddress, secretIn } from "./invite-mails.ts"

/** Invitations by e-mail, links, and joining by domain. */
export const invitesSuite = (under: StoreUnderTest) =>
  describe(`invites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      inviteStories(story)
      inviteLinkStories(story)
    })
  })

const inviteStories = (story: Story) => {
  story("an invited address is a member at once, and can be used after the link in the mail was opened", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const users = yield* Users
      const verification = yield* Verification
      const authentication = yield* Authentication
      const { admin, id } = yield* newOrganization("Acme & Sons")
      const address = newAddress()
      const result = yield* invites.send(id, { emails: [address.toUpperCase()], role: "edit" }).pipe(as(admin))
      expect(result).toMatchObject({ invited: 1 })
      expect(result.failedSSOEmails).toBeUndefined()
      const userId = result.users[0]!
      const member = yield* members.get(id, userId).pipe(as(admin))
      expect(member).toMatchObject({ role: "edit", sso: false, user: { email: address } })
      // nobody makes a token for it before: not the person, not the operator
      expect(yield* refusal(users.createToken(userId, { label: "x" })).pipe(as(userId))).toBe("Forbidden")
      expect(yield* refusal(users.createToken(userId, { label: "x" })).pipe(asOperator)).toBe("Forbidden")
      yield* deliver(1, address)
      const [mail] = mailsTo(address)
      expect(mail!.subject).toBe("Confirm your address to join Acme & Sons")
      expect(mail!.text).toContain(mail!.link!)
      const secret = secretIn(mail!.link)
      const { email, token } = yield* verification.confirm(secret)
      expect(email).toBe(address)
      expect(yield* authentication.authenticate(token)).toMatchObject({ kind: "user", userId })
      // once
      expect(yield* refusal(verification.confirm(secret))).toBe("NotFound")
      expect(yield* refusal(verification.confirm("x".repeat(43)))).toBe("NotFound")
    })
  )

  story("members that were there before are named, not counted, and keep their role", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const users = yield* UserStore
      const { admin, id } = yield* newOrganization()
      const member = yield* newMember(id, "create")
      const known = yield* newUser()
      const email = (yield* users.get(member))!.email
      const fresh = newAddress()
      const result = yield* invites
        .send(id, {
          emails: [email, { email: fresh, role: null }, fresh, known.email, { email: fresh, role: "read" }],
          role: "comment"
        })
        .pipe(as(admin))
      expect(result.invited).toBe(2)
      expect(result.users).toHaveLength(3)
      expect(result.users).toContain(member)
      expect((yield* members.get(id, member).pipe(as(admin))).role).toBe("create")
      expect((yield* members.get(id, known.id).pipe(as(admin))).role).toBe("comment")
      expect((yield* members.list(id, { search: fresh }, {}).pipe(as(admin))).items[0]!.role).toBe("read")
      yield* deliver(1, fresh, known.email)
      expect(mailsTo(email)).toHaveLength(0)
      // somebody whose address is verified gets no secret
      expect(mailsTo(known.email)).toMatchObject([{ link: "https://octavo.test" }])
      // naming them again sends the link again to who has not opened it, and nothing to the others
      expect((yield* invites.send(id, { emails: [fresh, known.email] }).pipe(as(admin))).invited).toBe(0)
      yield* deliver(2, fresh)
      expect(mailsTo(known.email)).toHaveLength(1)
    })
  )

  story("each mailed link works until one of them is used, for seven days", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const verification = yield* Verification
      const { admin, id } = yield* newOrganization()
      const [early, late] = [newAddress(), newAddress()]
      yield* invites.send(id, { emails: [early] }).pipe(as(admin))
      yield* invites.send(id, { emails: [early] }).pipe(as(admin))
      yield* invites.send(id, { emails: [late] }).pipe(as(admin))
      yield* deliver(2, early)
      yield* deliver(1, late)
      const [first, second] = mailsTo(early).map(({ link }) => secretIn(link))
      yield* TestClock.adjust("6 days")
      yield* verification.confirm(first!)
      expect(yield* refusal(verification.confirm(second!))).toBe("NotFound")
      yield* TestClock.adjust("2 days")
      expect(yield* refusal(verification.confirm(secretIn(mailsTo(late)[0]!.link)))).toBe("NotFound")
    })
  )

  story("a body that names one wrong address invites nobody", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const { admin, id } = yield* newOrganization()
      const error = yield* Effect.flip(invites.send(id, { emails: [newAddress(), "nobody"] }).pipe(as(admin)))
      expect(error).toMatchObject({ _tag: "Invalid", details: [{ path: "emails.1" }] })
      expect((yield* members.list(id, {}, {}).pipe(as(admin))).count).toBe(1)
      expect(yield* invites.send(id, { emails: [] }).pipe(as(admin))).toEqual({ users: [], invited: 0 })
    })
  )

  story("members for single sign-on, and those who cannot become one by an invite", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const users = yield* UserStore
      const { admin, id } = yield* newOrganization()
      const member = yield* newMember(id, "read")
      const email = (yield* users.get(member))!.email
      const fresh = newAddress()
      const result = yield* invites.send(id, { emails: [email, fresh], sso: true }).pipe(as(admin))
      expect(result).toMatchObject({ invited: 1, failedSSOEmails: [email] })
      expect((yield* members.get(id, result.users[1]!).pipe(as(admin))).sso).toBe(true)
      expect((yield* members.setSso(id, member).pipe(as(admin))).sso).toBe(true)
      expect((yield* members.setSso(id, member).pipe(as(admin))).sso).toBe(true)
      expect(yield* refusal(members.setSso(id, "nobody")).pipe(as(admin))).toBe("NotFound")
    })
  )

  story("only admins invite, and make, read, change or revoke links: one table (threat: role escalation)", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const links = yield* InviteLinks
      const { admin, id } = yield* newOrganization()
      const other = yield* newOrganization()
      const { id: link } = yield* links.create(id, { role: "admin" }).pipe(as(admin))
      const ok = "nothing refused it"
      const callers: Array<readonly [string, string, string]> = [
        // caller, changing and listing, reading one by its id
        [admin, ok, ok],
        [other.admin, "NotFound", "NotFound"],
        [(yield* newUser()).id, "NotFound", "NotFound"],
        [yield* newMember(id, null), "Forbidden", ok]
      ]
      for (const role of ["read", "comment", "edit", "review", "create"] as const) {
        callers.push([yield* newMember(id, role), "Forbidden", ok])
      }
      for (const [caller, change, read] of callers) {
        for (const attempt of [
          refusal(invites.send(id, { emails: [newAddress()], role: "read" })),
          refusal(links.list(id, {}, {})),
          refusal(links.create(id, { role: null })),
          refusal(links.update(id, link, { role: "admin" }))
        ]) {
          expect(yield* attempt.pipe(as(caller)), caller).toBe(change)
        }
        // whether there is such a link is told only to who may change it
        const unknown = change === ok ? "NotFound" : change
        expect(yield* refusal(links.update(id, "none", { role: "read" })).pipe(as(caller))).toBe(unknown)
        expect(yield* refusal(links.remove(id, "none")).pipe(as(caller))).toBe(unknown)
        if (change !== ok) expect(yield* refusal(links.remove(id, link)).pipe(as(caller))).toBe(change)
        expect(yield* refusal(links.get(id, link)).pipe(as(caller)), caller).toBe(read)
        expect(yield* refusal(links.get(id, "none")).pipe(as(caller))).toBe("NotFound")
      }
    })
  )

  story("an account whose address nobody verified is linked to nothing (threat: invite abuse)", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const links = yield* InviteLinks
      const organizations = yield* Organizations
      const members = yield* MemberStore
      const a = yield* newOrganization()
      const b = yield* newOrganization()
      const address = newAddress()
      // somebody registers another's address in an organization of their own
      const { users } = yield* invites.send(b.id, { emails: [address] }).pipe(as(b.admin))
      const userId = users[0]!
      const link = yield* links.create(a.id, { role: "admin" }).pipe(as(a.admin))
      yield* organizations.update(a.id, { emailDomains: ["mail.test"] }).pipe(as(a.admin))
      expect(yield* refusal(invites.accept(a.id, link.id)).pipe(as(userId))).toBe("NotFound")
      expect(yield* refusal(invites.joinByDomain(a.id)).pipe(as(userId))).toBe("NotFound")
      expect(yield* members.get(a.id, userId)).toBeUndefined()
    })
  )

  story("joining by the domain of a verified address", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const organizations = yield* Organizations
      const users = yield* Users
      const { admin, id } = yield* newOrganization()
      yield* organizations.update(id, { emailDomains: ["corp.test"], defaultRole: "comment" }).pipe(as(admin))
      const user = (email: string) =>
        Effect.map(users.ensure({ email, displayName: "P" }).pipe(asOperator), (it) => it.id)
      const mine = yield* user(`ada-${id}@corp.test`)
      for (const email of [
        `a-${id}@evil.test`,
        `a-${id}@sub.corp.test`,
        `a-${id}@xcorp.test`,
        `corp.test-${id}@evil.test`
      ]) {
        const error = yield* Effect.flip(invites.joinByDomain(id).pipe(as(yield* user(email))))
        const nowhere = yield* Effect.flip(invites.joinByDomain("nowhere").pipe(as(mine)))
        expect(`${error._tag} ${error.message.replace(id, "X")}`).toBe(
          `${nowhere._tag} ${nowhere.message.replace("nowhere", "X")}`
        )
      }
      yield* invites.joinByDomain(id).pipe(as(mine))
      yield* invites.joinByDomain(id).pipe(as(mine))
      expect((yield* members.get(id, mine).pipe(as(admin))).role).toBe("comment")
      // a member with more keeps it, one from elsewhere stays what they are
      yield* invites.joinByDomain(id).pipe(as(admin))
      expect((yield* members.get(id, admin).pipe(as(admin))).role).toBe("admin")
    })
  )

  story("who administrates a space invites to it, and to nothing else", () =>
    Effect.gen(function* () {
      const links = yield* InviteLinks
      const invites = yield* Invites
      const spaces = yield* Spaces
      const { admin, id } = yield* newOrganization()
      const mine = yield* spaces.create(id, { title: "Mine" }).pipe(as(admin))
      const other = yield* spaces.create(id, { title: "Other" }).pipe(as(admin))
      const guest = (yield* newUser()).id
      const way = yield* links.create(id, { level: "admin", space: mine.id }).pipe(as(admin))
      yield* invites.accept(id, way.id).pipe(as(guest))
      const link = yield* links.create(id, { level: "edit", space: mine.id }).pipe(as(guest))
      expect((yield* links.list(id, { space: mine.id }, {}).pipe(as(guest))).count).toBe(2)
      expect(yield* refusal(links.create(id, { level: "read", space: other.id })).pipe(as(guest))).toBe("Invalid")
      expect(yield* refusal(links.create(id, { role: "read" })).pipe(as(guest))).toBe("Forbidden")
      expect(yield* refusal(links.list(id, {}, {})).pipe(as(guest))).toBe("Forbidden")
      expect(yield* links.remove(id, link.id).pipe(as(guest))).toBe(true)
      // members who cannot see the space do not see its links
      const stranger = yield* newMember(id, null)
      expect(yield* refusal(links.get(id, way.id)).pipe(as(stranger))).toBe("NotFound")
    })
  )

  story("two organizations that invite the same people at once make each of them once", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const a = yield* newOrganization()
      const b = yield* newOrganization()
      const emails = Array.from({ length: 30 }, newAddress)
      const [first, second] = yield* Effect.all(
        [
          invites.send(a.id, { emails }).pipe(as(a.admin)),
          invites.send(b.id, { emails: [...emails].reverse() }).pipe(as(b.admin))
        ],
        { concurrency: "unbounded" }
      )
      expect([first.invited, second.invited]).toEqual([30, 30])
      expect([...first.users].sort()).toEqual([...second.users].sort())
      yield* deliver(2, ...emails)
      expect(emails.map((email) => mailsTo(email).length)).toEqual(emails.map(() => 2))
    })
  )
}
