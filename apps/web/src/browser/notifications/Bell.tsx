/** The way to what one was told, with how much of it is not read. */
import { useQuery } from "@tanstack/react-query"
import { counted } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { unreadQuery } from "./queries.ts"

/** More are not counted. */
const most = 99

export const Bell = () => {
  const unread = useQuery(unreadQuery).data ?? 0
  return (
    <AppLink
      className="bell"
      href="/account/notifications"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${counted(unread, "unread one")}`}
    >
      <Icon name="bell" />
      {unread === 0 ? null : (
        <span className="bell-count" aria-hidden="true">
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </AppLink>
  )
}
