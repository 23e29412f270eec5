/** Stories of SAML providers. */
import { describe, expect, layer } from "@effect/vitest"
import { withEarlierIds } from "@octavo/core/kernel/shared/currentIds"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

const complete = { entityID: "https://idp.test/", ssoURL: "https://idp.test/sso", certificate: "CERT one" }

export const samlSuite = (under: StoreUnderTest) =>
  describe(`SAML providers on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are added, are active once they are complete, listed oldest first, changed and removed", () =>
        Effect.gen(function* () {
          const { admin, id: org } = yield* newOrganization()
          const providers = yield* SamlProviders
          const team = yield* (yield* Teams).create(org, { title: "Newcomers" }).pipe(as(admin))
          const first = yield* providers.create(org, { label: "Okta", defaultTeam: team.id }).pipe(as(admin))
          const base = `https://octavo.test/app/~/saml/${withEarlierIds(first.id)}`
          expect(first).toEqual({
            object: "saml-provider",
            id: first.id,
            label: "Okta",
            ssoURL: "",
            entityID: "",
            certificate: "",
            defaultTeam: team,
            // the organization's own
            defaultRole: "read",
            createdAt: first.createdAt,
            status: "pending",
            service: { entityID: base, acsURL: `${base}/acs`, startURL: `${base}/start` },
            urls: { location: `https://octavo.test/v1/orgs/${org}/saml/${first.id}` }
          })
          const second = yield* providers
            .create(org, { label: "Entra", ...complete, defaultRole: null })
            .pipe(as(admin))
          expect([second.status, second.defaultRole]).toEqual(["active", null])
          const list = (params = {}) => providers.list(org, params).pipe(as(admin))
          expect(yield* list()).toEqual({ count: 2, items: [first, second] })
          const page = yield* list({ limit: 1 })
          expect((yield* list({ page: page.next!.page })).items).toEqual([second])
          const logins = providers.logins(org).pipe(as(yield* newMember(org, "read")))
          expect(yield* logins).toEqual({
            items: [{ id: second.id, label: "Entra", startURL: second.service.startURL }]
          })

          const update = (input: Parameters<typeof providers.update>[2]) =>
            providers.update(org, first.id, input).pipe(as(admin))
          expect((yield* update({ entityID: complete.entityID, ssoURL: complete.ssoURL })).status).toBe("pending")
          expect(yield* update({ certificate: complete.certificate, defaultTeam: null })).toMatchObject({
            ...complete,
            status: "active"
          })
          expect((yield* providers.get(org, first.id).pipe(as(admin))).defaultTeam).toBeUndefined()
          expect((yield* update({ certificate: "" })).status).toBe("pending")
          // a team that goes leaves no trace
          yield* update({ defaultTeam: team.id })
          yield* (yield* Teams).remove(org, team.id).pipe(as(admin))
          expect((yield* list()).items[0]!.defaultTeam).toBeUndefined()

          expect(yield* providers.remove(org, second.id).pipe(as(admin))).toBe(true)
          expect(yield* providers.remove(org, second.id).pipe(as(admin))).toBe(false)
          expect((yield* logins).items).toEqual([])
        })
      )

      it.effect("are refused with a certificate that is none, and a team that is not theirs", () =>
        Effect.gen(function* () {
          const { admin, id: org } = yield* newOrganization()
          const other = yield* newOrganization()
          const providers = yield* SamlProviders
          const foreign = yield* (yield* Teams).create(other.id, { title: "Theirs" }).pipe(as(other.admin))
          const { id } = yield* providers.create(org, { label: "Okta" }).pipe(as(admin))
          for (const input of [{ certificate: "text" }, { defaultTeam: foreign.id }, { defaultTeam: "nothing" }]) {
            const [field] = Object.keys(input)
            for (const attempt of [providers.create(org, { label: "X", ...input }), providers.update(org, id, input)]) {
              const error = yield* Effect.flip(attempt.pipe(as(admin)))
              expect(error).toMatchObject({ _tag: "Invalid", details: [{ path: field }] })
              expect(error.message).toContain(field)
            }
          }
          expect((yield* providers.list(org, {}).pipe(as(admin))).count).toBe(1)
        })
      )

      it.effect("are seen by members and changed by admins, with a trail; nobody else knows of them", () =>
        Effect.gen(function* () {
          const { admin, id: org } = yield* newOrganization()
          const other = yield* newOrganization()
          const providers = yield* SamlProviders
          const { id } = yield* providers.create(org, { label: "Okta" }).pipe(as(admin))
          yield* providers.update(org, id, { label: "Entra", certificate: "CERT two" }).pipe(as(admin))
          yield* providers.update(org, id, { label: "Entra" }).pipe(as(admin))
          const member = yield* newMember(org, "create")
          expect((yield* providers.get(org, id).pipe(as(member))).label).toBe("Entra")
          for (const who of [member, yield* newMember(org, null)]) {
            expect(yield* refusal(providers.update(org, id, { label: "Mine" }).pipe(as(who)))).toBe("Forbidden")
            expect(yield* refusal(providers.create(org, { label: "Mine" }).pipe(as(who)))).toBe("Forbidden")
            expect(yield* refusal(providers.remove(org, id).pipe(as(who)))).toBe("Forbidden")
          }
          expect(yield* refusal(providers.logins(org).pipe(as(yield* newMember(org, null))))).toBe("Forbidden")
          expect(yield* refusal(providers.get(other.id, id).pipe(as(other.admin)))).toBe("NotFound")
          expect(yield* refusal(providers.update(other.id, id, {}).pipe(as(other.admin)))).toBe("NotFound")
          expect(yield* providers.remove(other.id, id).pipe(as(other.admin))).toBe(false)
          yield* providers.remove(org, id).pipe(as(admin))
          const { items } = yield* (yield* Audit).list(org, {}, {}).pipe(as(admin))
          const events = items.filter(({ target }) => target.type === "saml-provider")
          expect(events.map(({ action, target }) => [action, target.label]).reverse()).toEqual([
            ["saml.create", "Okta"],
            ["saml.update", "Okta"],
            ["saml.delete", "Entra"]
          ])
        })
      )

      it.effect("give newcomers the role of the organization, unless they say another", () =>
        Effect.gen(function* () {
          const { admin, id: org } = yield* newOrganization()
          yield* (yield* Organizations).update(org, { defaultRole: "edit" }).pipe(as(admin))
          const providers = yield* SamlProviders
          expect((yield* providers.create(org, { label: "One" }).pipe(as(admin))).defaultRole).toBe("edit")
          const made = yield* providers.create(org, { label: "Two", defaultRole: "comment" }).pipe(as(admin))
          expect(made.defaultRole).toBe("comment")
        })
      )
    })
  })
