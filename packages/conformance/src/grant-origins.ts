/** What gives people their roles on content, found again from grants, teams and default levels one by one. */
import { expect } from "@effect/vitest"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { type Role, rank } from "@octavo/core/kernel/shared/roles"
import type { UserContentAccess } from "@octavo/core/people/grants/Grant"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
import { asOperator } from "./harness.ts"

interface Content {
  readonly kind: "space" | "collection"
  readonly id: string
}

/** What one step of the chain says: of each person the grants, and of all members the default level. */
const levelOf = Effect.fn(function* (organization: string, object: Content) {
  const grants = yield* Grants
  const teams = yield* Teams
  const content =
    object.kind === "space" ? yield* (yield* Spaces).get(object.id) : yield* (yield* Collections).get(object.id)
  const given: Array<{ readonly user: string; readonly role: Role; readonly team?: string }> = []
  for (const { permission, user } of (yield* grants.users(object, { limit: 100 })).items)
    given.push({ user: user.id, role: permission })
  for (const { permission, team } of (yield* grants.teams(object, { limit: 100 })).items) {
    for (const { organization: member } of (yield* teams.members(organization, team.id, { limit: 100 })).items)
      given.push({ user: member.id, role: permission, team: team.id })
  }
  return { object, given, defaultLevel: content.defaultLevel }
})

/**
 * Checks that what a list of everybody with access says of each is what the nearest step says.
 * @param chain the content that was asked about, and the collections around it from the nearest on
 */
export const checkOrigins = Effect.fn(function* (
  organization: string,
  chain: ReadonlyArray<Content>,
  listed: ReadonlyArray<UserContentAccess>
) {
  const members = yield* Members
  const levels = yield* Effect.forEach(chain, (object) => levelOf(organization, object))
  for (const { origin, user } of listed) {
    const { role } = yield* members.get(organization, user.id)
    const speaks = (level: (typeof levels)[number]) =>
      level.given.some((one) => one.user === user.id) || (level.defaultLevel !== null && role !== null)
    const nearest = role === "admin" ? undefined : levels.find(speaks)
    if (nearest === undefined) {
      expect(origin).toEqual({ type: "organization", organization })
      continue
    }
    const { given, object } = nearest
    const own = given.filter((one) => one.user === user.id)
    const most = Math.max(...own.map((one) => rank(one.role)))
    const best = own.filter((one) => rank(one.role) === most)
    const team = best
      .flatMap((one) => one.team ?? [])
      .toSorted()
      .at(0)
    expect(origin).toEqual({
      type: object.kind,
      [object.kind]: object.id,
      ...(own.length === 0
        ? { reason: "default" }
        : best.some((one) => one.team === undefined)
          ? { reason: "member" }
          : { reason: "team", team })
    })
  }
}, asOperator)
