/** What the person who is signed in was told of, and what of it is not read yet. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Notification } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { wordsOf } from "../../logic/notifications.ts"
import { problemOf } from "../../logic/problems.ts"
import { ago } from "../../logic/words.ts"
import { client } from "../client.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { queryClient } from "../queries.ts"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/notifications.css"
import { notificationsKey, notificationsQuery } from "./queries.ts"

const filters = [
  ["Unread", true],
  ["All", undefined]
] as const

/** Does something about notifications, and asks for them anew. */
const change = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run()
  } catch (error) {
    tell(problemOf(error, navigator.onLine).text)
  }
  await queryClient.invalidateQueries({ queryKey: notificationsKey })
}

const mark = (notificationId: string, read: boolean) =>
  change(() => client.notifications.updateNotification({ params: { notificationId }, payload: { read } }))

export const NotificationsScreen = () => {
  const [at, setAt] = useState(0)
  const unread = filters[at]![1]
  const asked = useInfiniteQuery(notificationsQuery(unread))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const items = asked.data?.pages.flatMap((page) => page.items)
  const [last] = items ?? []
  const left = asked.data?.pages[0]?.unread ?? 0
  return (
    <div className="screen narrow">
      <header className="list-head">
        <ScreenTitle title="Notifications">Notifications</ScreenTitle>
        {left > 0 && last !== undefined ? (
          <button
            type="button"
            className="button secondary"
            onClick={() =>
              void change(() => client.notifications.readNotifications({ payload: { readUntil: last.createdAt } }))
            }
          >
            Mark all as read
          </button>
        ) : null}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of a bar are no fieldset */}
      <div className="toggle" role="group" aria-label="Show">
        {filters.map(([name], index) => (
          <button key={name} type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
            {name}
          </button>
        ))}
      </div>
      {items === undefined ? (
        <Waiting />
      ) : items.length === 0 ? (
        <Empty title={unread === true ? "You have read all" : "Nobody has told you anything"}>
          <p>
            Here you see when somebody asks for your review, mentions or answers you, and what becomes of your change
            requests.
          </p>
        </Empty>
      ) : (
        <ul className="rows notifications" aria-label="Notifications">
          {items.map((one) => (
            <li key={one.id} data-unread={one.readAt === undefined}>
              <Row notification={one} />
            </li>
          ))}
        </ul>
      )}
      {asked.hasNextPage ? (
        <div className="buttons">
          <button
            type="button"
            className="button secondary"
            disabled={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage()}
          >
            Show older ones
          </button>
        </div>
      ) : null}
    </div>
  )
}

const Row = ({ notification }: { readonly notification: Notification }) => {
  const { createdAt, id, message: sentence, readAt, space, urls, words } = notification
  const isUnread = readAt === undefined
  return (
    <>
      <AppLink className="row" href={urls.app} onClick={() => (isUnread ? void mark(id, true) : undefined)}>
        <span className="notification-text">
          <span className="notification-sentence">
            {isUnread ? <span className="hidden">Unread: </span> : null}
            {sentence}
          </span>
          {words === undefined ? null : <span className="notification-words">{wordsOf(words)}</span>}
          <span className="notification-place">
            {space.title || "Untitled"} · {ago(createdAt, Date.now())}
          </span>
        </span>
      </AppLink>
      <button
        type="button"
        className="text-button"
        aria-label={`${isUnread ? "Mark as read" : "Mark as unread"}: ${sentence}`}
        onClick={() => void mark(id, isUnread)}
      >
        {isUnread ? "Mark as read" : "Mark as unread"}
      </button>
    </>
  )
}
