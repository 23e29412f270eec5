/** Members of an organization, with what can be done about each. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { Member, Organization } from "../../../logic/api.ts"
import { roleName } from "../../../logic/memberRoles.ts"
import { ago } from "../../../logic/words.ts"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { meQuery } from "../../queries.ts"
import { nameOf } from "../../shell/Person.tsx"
import { PersonCell } from "../PersonCell.tsx"

const MemberDialog = lazy(() => import("./MemberDialog.tsx"))
const RoleDialog = lazy(() => import("./RoleDialog.tsx"))
const RemoveMemberDialog = lazy(() => import("./RemoveMemberDialog.tsx"))

interface MemberRowsProps {
  readonly organization: Organization
  readonly members: ReadonlyArray<Member>
  /** Whether they are those of another filter, until the right ones are there. */
  readonly isBusy: boolean
}

interface Opened {
  readonly what: "access" | "role" | "remove"
  readonly member: Member
}

export const MemberRows = ({ isBusy, members, organization }: MemberRowsProps) => {
  const me = useQuery(meQuery).data?.id
  const [menu, setMenu] = useState<{ readonly member: Member; readonly anchor: Element }>()
  const [opened, setOpened] = useState<Opened>()
  const { admin } = organization.permissions
  const open = (what: Opened["what"], member: Member) => () => setOpened({ what, member })
  const dialog = opened && {
    organization,
    member: opened.member,
    isMe: opened.member.user.id === me,
    onClose: () => setOpened(undefined)
  }
  return (
    <>
      <ul className="rows" aria-label="Members" aria-busy={isBusy}>
        {members.map((member) => {
          const { disabled, id, lastSeenAt, role, sso, user } = member
          return (
            <li key={id} className="person-row">
              <PersonCell user={user}>
                {user.id === me ? <span className="chip">You</span> : null}
                {sso ? <span className="chip">Single sign-on</span> : null}
                {disabled ? <span className="chip">Disabled</span> : null}
              </PersonCell>
              <span className="person-seen">
                {lastSeenAt === undefined ? "Not seen yet" : `Seen ${ago(lastSeenAt, Date.now())}`}
              </span>
              <span className="person-role">{roleName(role)}</span>
              <button
                type="button"
                className="tool"
                aria-label={`Actions for ${nameOf(user)}`}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => setMenu({ member, anchor: currentTarget })}
              >
                <Icon name="more" />
              </button>
            </li>
          )
        })}
      </ul>
      {menu === undefined ? null : (
        <PopMenu
          label={`Actions for ${nameOf(menu.member.user)}`}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
        >
          <PopMenuItem onAction={open("access", menu.member)}>Teams and spaces</PopMenuItem>
          {admin ? <PopMenuItem onAction={open("role", menu.member)}>Change role</PopMenuItem> : null}
          {menu.member.user.id === me ? (
            <PopMenuItem onAction={open("remove", menu.member)} isDanger>
              Leave the organization
            </PopMenuItem>
          ) : admin ? (
            <PopMenuItem onAction={open("remove", menu.member)} isDanger>
              Remove
            </PopMenuItem>
          ) : null}
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {dialog === undefined ? null : opened?.what === "access" ? (
          <MemberDialog {...dialog} />
        ) : opened?.what === "role" ? (
          <RoleDialog {...dialog} />
        ) : (
          <RemoveMemberDialog {...dialog} />
        )}
      </Suspense>
    </>
  )
}
