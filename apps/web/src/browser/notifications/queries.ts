/** What screens ask of notifications, with the names under which answers are kept. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client, pageAt } from "../client.ts"

/** In front of the keys of what one was told. */
export const notificationsKey = ["notifications"]

/** What the caller was told, the latest first, a page of it at a time. */
export const notificationsQuery = (unread: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: ["notifications", "list", unread],
    queryFn: ({ pageParam }) =>
      client.notifications.listNotifications({
        query: {
          limit: 50,
          ...(unread === undefined ? {} : { unread }),
          ...pageAt(pageParam)
        }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** What of it is mailed, and when. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ["notifications", "settings"],
  queryFn: () => client.notifications.getNotificationSettings()
})

/** How much of it is not read; asked again each minute, while somebody looks. */
export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await client.notifications.listNotifications({ query: { limit: 0 } })).unread,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true
})
