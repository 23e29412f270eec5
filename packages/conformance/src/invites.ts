import { describe, expect, layer } from "@effect/vitest"
import { Collections } from "@octavo/core/collections/Collections"
import { InviteLinks } from "@octavo/core/invites/InviteLinks"
import { Invites } from "@octavo/core/invites/Invites"
import { Mails } from "@octavo/core/mail/Mails"
import { MemberStore } from "@octavo/core/members/MemberStore"
import { Members } from "@octavo/core/members/Members"
import { Organizations } from "@octavo/core/organizations/Organizations"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Authentication } from "@octavo/core/users/Authentication"
import { UserStore } from "@octavo/core/users/UserStore"
import { Users } from "@octavo/core/users/Users"
import { Verification } from "@octavo/core/users/Verification"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  outbox,
  refusal,
  type StoreUnderTest,
  services
} from "./harness.ts"

let addresses = 0
const newAddress = () => `invited-${++addresses}@mail.test`

const mailsTo = (address: string) => outbox.filter(({ to }) => to === address)
const secretIn = (link: string | undefined) => new URL(link ?? "x:").searchParams.get("token") ?? ""

/** Sends what waits, until each of these people has got so many. */
const deliver = (mails: number, ...to: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { work } = yield* Mails
    while (to.some((address) => mailsTo(address).length < mails)) yield* work
  })

/** Invitations by e-mail, links, and joining by domain. */
export const invitesSuite = (under: StoreUnderTest) =>
  describe(`invites on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("an invited address is a member at once, and can be used after the link in the mail was opened", () =>
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

      it.effect("members that were there before are named, not counted, and keep their role", () =>
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

      it.effect("each mailed link works until one of them is used, for seven days", () =>
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

      it.effect("a body that names one wrong address invites nobody", () =>
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

      it.effect("members for single sign-on, and those who cannot become one by an invite", () =>
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

      it.effect("only admins invite, and make, read, change or revoke links: one table (threat 6)", () =>
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

      it.effect("links of the three kinds let in, and raise what there is", () =>
        Effect.gen(function* () {
          const invites = yield* Invites
          const links = yield* InviteLinks
          const members = yield* Members
          const spaces = yield* Spaces
          const collections = yield* Collections
          const { admin, id } = yield* newOrganization()
          const collection = yield* collections.create(id, { title: "C" }).pipe(as(admin))
          const inside = yield* spaces.create(id, { parent: collection.id }).pipe(as(admin))
          const outside = yield* spaces.create(id, {}).pipe(as(admin))
          const toSpace = yield* links.create(id, { level: "comment", space: outside.id }).pipe(as(admin))
          expect(toSpace).toMatchObject({
            object: "invite",
            level: "comment",
            redundant: true,
            space: { id: outside.id }
          })
          const toCollection = yield* links.create(id, { level: "edit", collection: collection.id }).pipe(as(admin))
          expect(toCollection).toMatchObject({ level: "edit", collection: { id: collection.id } })
          const toOrganization = yield* links.create(id, { role: "read" }).pipe(as(admin))
          expect(toOrganization).toEqual({ object: "invite", id: toOrganization.id, role: "read", redundant: true })
          const person = (yield* newUser()).id
          yield* invites.accept(id, toSpace.id).pipe(as(person))
          expect((yield* members.get(id, person).pipe(as(admin))).role).toBe(null)
          expect((yield* spaces.list(id, {}).pipe(as(person))).items.map((space) => space.id)).toEqual([outside.id])
          yield* invites.accept(id, toCollection.id).pipe(as(person))
          expect((yield* spaces.get(inside.id).pipe(as(person))).permissions).toMatchObject({
            edit: true,
            review: false
          })
          expect((yield* links.get(id, toOrganization.id).pipe(as(person))).redundant).toBe(false)
          yield* invites.accept(id, toOrganization.id).pipe(as(person))
          yield* invites.accept(id, toOrganization.id).pipe(as(person))
          expect((yield* members.get(id, person).pipe(as(admin))).role).toBe("read")
          expect((yield* links.get(id, toOrganization.id).pipe(as(person))).redundant).toBe(true)
          // the lists are of one kind each
          expect((yield* links.list(id, {}, {}).pipe(as(admin))).items.map((link) => link.id)).toEqual([
            toOrganization.id
          ])
          expect(
            (yield* links.list(id, { space: outside.id }, {}).pipe(as(admin))).items.map((link) => link.id)
          ).toEqual([toSpace.id])
          expect((yield* links.list(id, { collection: collection.id }, {}).pipe(as(admin))).count).toBe(1)
          expect(yield* refusal(links.list(id, { collection: "a", space: "b" }, {})).pipe(as(admin))).toBe("Invalid")
          // changed links give what they say now, by their own word
          expect(yield* refusal(links.update(id, toSpace.id, { role: "edit" })).pipe(as(admin))).toBe("Invalid")
          expect(yield* refusal(links.update(id, toOrganization.id, { level: "edit" })).pipe(as(admin))).toBe("Invalid")
          expect(yield* links.update(id, toSpace.id, { level: "review" }).pipe(as(admin))).toMatchObject({
            level: "review"
          })
          expect(yield* links.update(id, toSpace.id, {}).pipe(as(admin))).toMatchObject({ level: "review" })
          yield* invites.accept(id, toSpace.id).pipe(as(person))
          expect((yield* spaces.get(outside.id).pipe(as(person))).permissions.review).toBe(true)
          // back down: nobody is lowered
          yield* links.update(id, toSpace.id, { level: "read" }).pipe(as(admin))
          yield* invites.accept(id, toSpace.id).pipe(as(person))
          expect((yield* spaces.get(outside.id).pipe(as(person))).permissions.review).toBe(true)
        })
      )

      it.effect("a link never lowers: members with more keep it, admins stay (threat 6)", () =>
        Effect.gen(function* () {
          const invites = yield* Invites
          const links = yield* InviteLinks
          const members = yield* Members
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const space = yield* spaces.create(id, {}).pipe(as(admin))
          const creator = yield* newMember(id, "create")
          const low = yield* links.create(id, { role: null }).pipe(as(admin))
          const onSpace = yield* links.create(id, { level: "read", space: space.id }).pipe(as(admin))
          for (const person of [admin, creator]) {
            yield* invites.accept(id, low.id).pipe(as(person))
            yield* invites.accept(id, onSpace.id).pipe(as(person))
            expect((yield* spaces.get(space.id).pipe(as(person))).permissions.review).toBe(true)
          }
          expect((yield* members.get(id, admin).pipe(as(admin))).role).toBe("admin")
          expect((yield* members.get(id, creator).pipe(as(admin))).role).toBe("create")
        })
      )

      it.effect("guessed, revoked, foreign and turned-off links are absent alike (threats 7 and 11)", () =>
        Effect.gen(function* () {
          const invites = yield* Invites
          const links = yield* InviteLinks
          const members = yield* Members
          const organizations = yield* Organizations
          const spaces = yield* Spaces
          const a = yield* newOrganization()
          const b = yield* newOrganization()
          const person = (yield* newUser()).id
          const link = yield* links.create(a.id, { role: "admin" }).pipe(as(a.admin))
          expect(link.id).toMatch(/^[0-9A-Za-z]{22}$/)
          const revoked = yield* links.create(a.id, { role: "admin" }).pipe(as(a.admin))
          expect(yield* links.remove(a.id, revoked.id).pipe(as(a.admin))).toBe(true)
          expect(yield* refusal(links.remove(a.id, revoked.id)).pipe(as(a.admin))).toBe("NotFound")
          const words = (organizationId: string, inviteId: string) =>
            Effect.map(
              Effect.flip(invites.accept(organizationId, inviteId).pipe(as(person))),
              (error) => `${error._tag} ${error.message.replace(inviteId, "X")}`
            )
          const missing = yield* words(a.id, "none")
          expect(missing).toContain("NotFound")
          for (const [organizationId, inviteId] of [
            [a.id, `${link.id.slice(0, -1)}${link.id.endsWith("a") ? "b" : "a"}`],
            [a.id, revoked.id],
            [b.id, link.id],
            ["nowhere", link.id]
          ] as const) {
            expect(yield* words(organizationId, inviteId)).toBe(missing)
          }
          // turned off: the link is there, and lets nobody in
          yield* organizations.update(a.id, { inviteLinks: false }).pipe(as(a.admin))
          expect(yield* words(a.id, link.id)).toBe(missing)
          expect(yield* refusal(links.create(a.id, { role: "read" })).pipe(as(a.admin))).toBe("Forbidden")
          yield* organizations.update(a.id, { inviteLinks: true }).pipe(as(a.admin))
          // to a space that is not there, or is another organization's
          const foreign = yield* spaces.create(b.id, {}).pipe(as(b.admin))
          expect(yield* refusal(links.create(a.id, { level: "read", space: foreign.id })).pipe(as(a.admin))).toBe(
            "Invalid"
          )
          expect(yield* refusal(links.create(a.id, { level: "read", collection: "none" })).pipe(as(a.admin))).toBe(
            "Invalid"
          )
          expect((yield* members.list(a.id, {}, {}).pipe(as(a.admin))).count).toBe(1)
          yield* invites.accept(a.id, link.id).pipe(as(person))
          expect((yield* members.get(a.id, person).pipe(as(a.admin))).role).toBe("admin")
        })
      )

      it.effect("an account whose address nobody verified is linked to nothing (threat 7)", () =>
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

      it.effect("joining by the domain of a verified address", () =>
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

      it.effect("who administrates a space invites to it, and to nothing else", () =>
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

      it.effect("100 people with one link at once all come in, once; a link revoked meanwhile lets in no more", () =>
        Effect.gen(function* () {
          const links = yield* InviteLinks
          const invites = yield* Invites
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          const link = yield* links.create(id, { role: "edit" }).pipe(as(admin))
          const people = yield* Effect.forEach(Array.from({ length: 50 }), () => newUser())
          yield* Effect.all(
            [...people, ...people].map((person) => invites.accept(id, link.id).pipe(as(person.id))),
            { concurrency: "unbounded" }
          )
          expect((yield* members.list(id, { role: "edit" }, {}).pipe(as(admin))).count).toBe(50)
          const late = yield* Effect.forEach(Array.from({ length: 20 }), () => newUser())
          yield* Effect.all(
            [
              ...late.map((person) => Effect.exit(invites.accept(id, link.id).pipe(as(person.id)))),
              Effect.exit(links.remove(id, link.id).pipe(as(admin)))
            ],
            { concurrency: "unbounded" }
          )
          const after = yield* members.list(id, {}, {}).pipe(as(admin))
          const straggler = (yield* newUser()).id
          expect(yield* refusal(invites.accept(id, link.id)).pipe(as(straggler))).toBe("NotFound")
          expect((yield* members.list(id, {}, {}).pipe(as(admin))).count).toBe(after.count)
        })
      )

      it.effect("two organizations that invite the same people at once make each of them once", () =>
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
    })
  })
