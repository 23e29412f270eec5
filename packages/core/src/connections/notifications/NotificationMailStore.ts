import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { MailTime } from "./MailSettings.ts"
import type { NotificationKind, NotificationRecord } from "./Notification.ts"

/** The notifications of one mail. */
export interface NotificationMail {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly notifications: ReadonlyArray<NotificationRecord>
}

/** The port of what is mailed of notifications, and of what people want to be mailed. */
export class NotificationMailStore extends Context.Service<
  NotificationMailStore,
  {
    /** What somebody has chosen; all else is as usual. */
    readonly chosen: (userId: string) => Effect.Effect<Partial<Record<NotificationKind, MailTime>>, StorageError>
    /** Keeps what somebody chose; what waits to be mailed of kinds that are mailed never waits no more. */
    readonly choose: (
      userId: string,
      chosen: Partial<Record<NotificationKind, MailTime>>
    ) => Effect.Effect<void, StorageError>
    /**
     * Takes what is to be mailed to one person, whose address is verified, until `again`: if it is not sent until then
     * it is to be mailed once more, with the same id. `undefined` when nothing is.
     * @param since what came earlier is not mailed any more
     */
    readonly take: (times: {
      readonly now: string
      readonly since: string
      readonly again: string
      readonly id: string
    }) => Effect.Effect<NotificationMail | undefined, StorageError>
    /** It was sent, or needs not be. */
    readonly sent: (mail: Pick<NotificationMail, "id" | "userId">) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/notifications/NotificationMailStore") {}
