/** A provider of an organization, and people who come in with it. */
import { expect } from "@effect/vitest"
import type { UserActor } from "@octavo/core/kernel/shared/Actor"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
import { type ProvenIdentity, SignIns } from "@octavo/core/people/sign-in/SignIns"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"

let people = 0
export const somebody = (): Pick<ProvenIdentity, "subject" | "email" | "name"> => {
  people++
  return { subject: `subject ${people}`, email: `proven-${people}@octavo.test`, name: "Ada" }
}

/** An organization with a provider that is set up. */
export const newProvider = Effect.gen(function* () {
  const { admin, id: org } = yield* newOrganization()
  const complete = { entityID: "https://idp.test/", ssoURL: "https://idp.test/sso", certificate: "CERT one" }
  const provider = yield* (yield* SamlProviders).create(org, { label: "Okta", ...complete }).pipe(as(admin))
  return { admin, org, provider }
})

/** Signs somebody in, from the begin to the session. */
export const signIn = (
  made: { readonly org: string; readonly provider: { readonly id: string } },
  who: Pick<ProvenIdentity, "subject" | "email" | "name">
) =>
  Effect.gen(function* () {
    const signIns = yield* SignIns
    const { browser, cookie } = yield* signIns.begin(undefined, "/app/s/x")
    const newcomers = { role: "edit", team: null } as const
    const code = yield* signIns.prove(
      { organizationId: made.org, providerId: made.provider.id, newcomers, ...who },
      browser
    )
    const { session, to } = yield* signIns.finish(code, cookie)
    expect(to).toBe("/app/s/x")
    const actor = (yield* (yield* Sessions).resume(session)) as UserActor
    return { session, actor }
  })
