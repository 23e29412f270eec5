/** Teams of an organization, and who is in them. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { toMember } from "../members/Member.ts"
import { Access } from "../permissions/Access.ts"
import type { ActionName } from "../permissions/actions.ts"
import {
  type MemberTeam,
  type NewTeam,
  type OrganizationTeamMember,
  type Team,
  type TeamChange,
  type TeamFilter,
  type TeamMemberRecord,
  type TeamMembersUpdate,
  type TeamRecord,
  type TeamRole,
  type TeamUpdate,
  teamChange,
  teamRights,
  toTeam
} from "./Team.ts"
import { TeamStore } from "./TeamStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Teams extends Context.Service<
  Teams,
  {
    /** All teams of the organization, oldest first. */
    readonly list: (
      organizationId: string,
      filter: TeamFilter,
      params: ListParams
    ) => Effect.Effect<Page<Team>, Failure | Invalid, CurrentActor>
    readonly create: (organizationId: string, input: NewTeam) => Effect.Effect<Team, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, teamId: string) => Effect.Effect<Team, Failure, CurrentActor>
    readonly update: (
      organizationId: string,
      teamId: string,
      input: TeamUpdate
    ) => Effect.Effect<Team, Failure, CurrentActor>
    /** Deletes the team and what was granted to it; `false`: there was none. */
    readonly remove: (organizationId: string, teamId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    readonly members: (
      organizationId: string,
      teamId: string,
      params: ListParams
    ) => Effect.Effect<Page<OrganizationTeamMember>, Failure | Invalid, CurrentActor>
    readonly updateMembers: (
      organizationId: string,
      teamId: string,
      input: TeamMembersUpdate
    ) => Effect.Effect<void, Failure | Invalid, CurrentActor>
    /** Adds a member of the organization to the team, or changes the place of one who is in. */
    readonly putMember: (
      organizationId: string,
      teamId: string,
      userId: string,
      role: TeamRole | undefined
    ) => Effect.Effect<void, Failure, CurrentActor>
    /** Takes somebody out of the team; `false`: was not in. */
    readonly removeMember: (
      organizationId: string,
      teamId: string,
      userId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** The teams that a member is in: for members, and for the person alone. */
    readonly ofMember: (
      organizationId: string,
      userId: string,
      filter: Pick<TeamFilter, "title">,
      params: ListParams
    ) => Effect.Effect<Page<MemberTeam>, Failure | Invalid, CurrentActor>
    /** Teams of one organization as the caller sees them. For those who may see them. */
    readonly show: (
      organizationId: string,
      teams: ReadonlyArray<TeamRecord>
    ) => Effect.Effect<ReadonlyArray<Team>, StorageError, CurrentActor>
  }
>()("@octavo/core/people/teams/Teams") {
  static readonly layer = Layer.effect(
    Teams,
    Effect.gen(function* () {
      const store = yield* TeamStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      /** The caller's role in the organization, as `teamRights` takes it. */
      const roleIn = (organizationId: string, action: ActionName) =>
        Effect.map(access.organization(organizationId, action), ({ membership, role }): Role | null =>
          membership === undefined ? role : membership.role
        )

      const placesOf = Effect.fnUntraced(function* (teamIds: ReadonlyArray<string>) {
        const actor = yield* CurrentActor
        return actor.kind === "user" ? yield* store.places(actor.userId, teamIds) : new Map<string, TeamRole>()
      })

      const show = Effect.fnUntraced(function* (organizationId: string, teams: ReadonlyArray<TeamRecord>) {
        const actor = yield* CurrentActor
        const role = yield* roleIn(organizationId, "organization.view").pipe(
          Effect.provideService(CurrentActor, actor.kind === "user" ? { ...actor, scopes: null } : actor),
          Effect.catchTags({ NotFound: () => Effect.succeed(null), Forbidden: () => Effect.succeed(null) })
        )
        const places = yield* placesOf(teams.map(({ id }) => id))
        return teams.map((team) => toTeam(team, teamRights(role, places.get(team.id)).manage))
      })

      const require = Effect.fnUntraced(function* (organizationId: string, teamId: string) {
        const team = yield* store.get(organizationId, teamId)
        return team ?? (yield* NotFound.of("team", teamId))
      })

      /** Loads a team for somebody who may see it, or who owns it. */
      const open = Effect.fnUntraced(function* (organizationId: string, teamId: string, manage: boolean) {
        yield* access.scope(manage ? "teams.manage" : "teams.view")
        const actor = yield* CurrentActor
        if (actor.kind === "site") {
          return yield* Effect.andThen(access.organization(organizationId, "teams.view"), notForGuests)
        }
        const role = yield* roleIn(organizationId, "organization.view").pipe(
          Effect.provideService(CurrentActor, actor.kind === "user" ? { ...actor, scopes: null } : actor)
        )
        const rights = teamRights(role, (yield* placesOf([teamId])).get(teamId))
        if (!rights.view) return yield* notForGuests
        const team = yield* require(organizationId, teamId)
        if (manage && !rights.manage) return yield* ownersOnly
        return { team, manages: rights.manage }
      })

      const list = traced("Teams.list")(function* (organizationId: string, filter: TeamFilter, params: ListParams) {
        yield* access.organization(organizationId, "teams.view")
        const page = yield* paginate(
          ["teams", organizationId, filter.owner, filter.title],
          params,
          (team: TeamRecord) => [team.id],
          (slice) => store.list(organizationId, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* show(organizationId, page.items) }
      })

      const apply = Effect.fnUntraced(function* (organizationId: string, team: TeamRecord, change: TeamChange) {
        const done = yield* store.change(organizationId, team.id, change)
        if (done === undefined) return yield* NotFound.of("team", team.id)
        if (done.changed) {
          yield* audit.record({
            organizationId,
            action: "team.members",
            target: { type: "team", id: team.id, label: team.title },
            payload: {
              put: Object.fromEntries([...change.put].map(([id, role]) => [id, role ?? "member"])),
              remove: change.remove
            }
          })
        }
        return done
      })

      const create = traced("Teams.create")(function* (organizationId: string, input: NewTeam) {
        yield* access.organization(organizationId, "teams.edit")
        const id = makeId()
        const team = { id, organizationId, title: input.title, createdAt: yield* now }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(team)
            yield* audit.record({
              organizationId,
              action: "team.create",
              target: { type: "team", id, label: team.title },
              payload: {}
            })
            const members = input.members ?? []
            if (members.length === 0) return
            const change: TeamChange = { put: new Map(members.map((member) => [member, undefined])), remove: [] }
            const { unknown } = yield* apply(organizationId, { ...team, members: 0, spaces: 0 }, change)
            if (unknown.length > 0) {
              return yield* notMembers(unknown.map((member) => ({ path: `members.${members.indexOf(member)}` })))
            }
          })
        )
        return toTeam(yield* require(organizationId, id), true)
      })

      const get = traced("Teams.get")(function* (organizationId: string, teamId: string) {
        const { manages, team } = yield* open(organizationId, teamId, false)
        return toTeam(team, manages)
      })

      const update = traced("Teams.update")(function* (organizationId: string, teamId: string, input: TeamUpdate) {
        yield* open(organizationId, teamId, true)
        yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* store.rename(organizationId, teamId, input.title)
            if (before === undefined) return yield* NotFound.of("team", teamId)
            if (before === input.title) return
            yield* audit.record({
              organizationId,
              action: "team.update",
              target: { type: "team", id: teamId, label: before },
              payload: { title: { before, after: input.title } }
            })
          })
        )
        return toTeam(yield* require(organizationId, teamId), true)
      })

      const remove = traced("Teams.remove")(function* (organizationId: string, teamId: string) {
        yield* access.organization(organizationId, "teams.edit")
        return yield* transaction.run(
          Effect.gen(function* () {
            const team = yield* store.get(organizationId, teamId)
            if (team === undefined || !(yield* store.remove(organizationId, teamId))) return false
            yield* audit.record({
              organizationId,
              action: "team.delete",
              target: { type: "team", id: teamId, label: team.title }
            })
            return true
          })
        )
      })

      const members = traced("Teams.members")(function* (organizationId: string, teamId: string, params: ListParams) {
        yield* open(organizationId, teamId, false)
        const page = yield* paginate(
          ["team-members", organizationId, teamId],
          params,
          ({ member }: TeamMemberRecord) => [member.user.id],
          (slice) => store.listMembers(organizationId, teamId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, ({ member, role }) => ({
          organization: toMember(instance, member),
          team: { role },
          permissions: { view: true }
        }))
      })

      const updateMembers = traced("Teams.updateMembers")(function* (
        organizationId: string,
        teamId: string,
        input: TeamMembersUpdate
      ) {
        const { team } = yield* open(organizationId, teamId, true)
        const { unknown } = yield* transaction.run(apply(organizationId, team, teamChange(input)))
        if (unknown.length > 0) {
          return yield* notMembers(
            unknown.map((id) => {
              const index = input.add?.indexOf(id) ?? -1
              return { path: index < 0 ? `memberships.${id}` : `add.${index}` }
            })
          )
        }
      })

      const putMember = traced("Teams.putMember")(function* (
        organizationId: string,
        teamId: string,
        userId: string,
        role: TeamRole | undefined
      ) {
        const { team } = yield* open(organizationId, teamId, true)
        const { unknown } = yield* transaction.run(
          apply(organizationId, team, { put: new Map([[userId, role]]), remove: [] })
        )
        if (unknown.length > 0) return yield* NotFound.of("member", userId)
      })

      const removeMember = traced("Teams.removeMember")(function* (
        organizationId: string,
        teamId: string,
        userId: string
      ) {
        const { team } = yield* open(organizationId, teamId, true)
        const { changed } = yield* transaction.run(apply(organizationId, team, { put: new Map(), remove: [userId] }))
        return changed
      })

      const ofMember = traced("Teams.ofMember")(function* (
        organizationId: string,
        userId: string,
        filter: Pick<TeamFilter, "title">,
        params: ListParams
      ) {
        const actor = yield* CurrentActor
        yield* access.scope("teams.view")
        const own = actor.kind === "user" && actor.userId === userId
        yield* access
          .organization(organizationId, own ? "organization.view" : "members.view")
          .pipe(Effect.provideService(CurrentActor, own ? { ...actor, scopes: null } : actor))
        if (!(yield* store.isMember(organizationId, userId))) return yield* NotFound.of("member", userId)
        const page = yield* paginate(
          ["member-teams", organizationId, userId, filter.title],
          params,
          ({ team }: { readonly team: TeamRecord }) => [team.id],
          (slice) => store.listOf(organizationId, userId, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const teams = yield* show(
          organizationId,
          page.items.map(({ team }) => team)
        )
        return { ...page, items: page.items.map(({ role }, i) => ({ team: teams[i]!, member: { role } })) }
      })

      return Teams.of({
        list,
        create,
        get,
        update,
        remove,
        members,
        updateMembers,
        putMember,
        removeMember,
        ofMember,
        show
      })
    })
  )
}

const notForGuests = new Forbidden({ message: "Guests do not see teams" })

const ownersOnly = new Forbidden({ message: "This takes an admin of the organization or an owner of the team" })

const notMembers = (details: ReadonlyArray<{ readonly path: string }>) =>
  new Invalid({
    message: "A team takes members of its organization",
    details: details.map(({ path }) => ({ path, message: "names no member of this organization" }))
  })
