/** What somebody, or a team, was given on a space. */
import type { Role } from "../../../logic/api.ts"
import { client } from "../../client.ts"

export interface Given {
  readonly kind: "user" | "team"
  readonly id: string
  readonly name: string
  /** Of its own on the space; absent where something else gives the role. */
  readonly role: Role | undefined
  /** What it may now. */
  readonly now: Role
}

/** Gives a role, whether there was one before or not. */
export const give = (spaceId: string, { id, kind }: Pick<Given, "id" | "kind">, role: Role): Promise<unknown> =>
  client.spacePermissions.inviteToSpace({
    params: { spaceId },
    payload: kind === "user" ? { role, users: [id] } : { role, teams: [id] }
  })

export const takeAway = (spaceId: string, { id, kind }: Given): Promise<unknown> =>
  kind === "user"
    ? client.spacePermissions.removeUserFromSpace({ params: { spaceId, userId: id } })
    : client.spacePermissions.removeTeamFromSpace({ params: { spaceId, teamId: id } })
