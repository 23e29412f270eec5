import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { NotificationRecord } from "./Notification.ts"
import type { Notice } from "./notices.ts"

/** The port of notifications. They go with the person, the space, the change request and the comment. */
export class NotificationStore extends Context.Service<
  NotificationStore,
  {
    /** In one statement, joins the caller's transaction: one for each person who is told, but for who did it. */
    readonly note: (
      notice: Notice,
      what: {
        readonly id: string
        readonly actorId: string | null
        readonly createdAt: string
        /** When what is mailed at once, or once a day, is to be mailed. */
        readonly mailAt: { readonly "at-once": string; readonly daily: string }
      }
    ) => Effect.Effect<void, StorageError>
    /** Spaces that somebody was told of, with how many are unread. */
    readonly spaces: (
      userId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly spaceId: string; readonly unread: number }>, StorageError>
    /** Those of some spaces, the latest first; key `[createdAt, id]`. */
    readonly list: (
      userId: string,
      filter: { readonly unread?: boolean | undefined; readonly spaceIds: ReadonlyArray<string> },
      slice: Slice
    ) => Effect.Effect<Sliced<NotificationRecord>, StorageError>
    readonly get: (userId: string, id: string) => Effect.Effect<NotificationRecord | undefined, StorageError>
    /** @param readAt `null`: not read any more */
    readonly setRead: (userId: string, id: string, readAt: string | null) => Effect.Effect<void, StorageError>
    /** All that came until then. */
    readonly readUntil: (userId: string, until: string, readAt: string) => Effect.Effect<void, StorageError>
    /** Removes those that came before. */
    readonly removeBefore: (time: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/notifications/NotificationStore") {}
