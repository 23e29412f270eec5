/** What the caller was told, of spaces that the caller may still see. */
import { Clock, Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { Notification, NotificationRecord } from "./Notification.ts"
import { NotificationStore } from "./NotificationStore.ts"
import { makeMaySee, makeSeen, makeSelf } from "./seen.ts"

type Failure = Forbidden | StorageError

/** A list with how many of all are unread. */
export type NotificationPage = Page<Notification> & { readonly unread: number }

export class Notifications extends Context.Service<
  Notifications,
  {
    /** The latest first. */
    readonly list: (
      filter: { readonly unread?: boolean | undefined },
      params: ListParams
    ) => Effect.Effect<NotificationPage, Failure | Invalid, CurrentActor>
    /** Marks one as read, or as unread. */
    readonly update: (
      id: string,
      patch: { readonly read: boolean }
    ) => Effect.Effect<Notification, Failure | NotFound, CurrentActor>
    /** Marks all as read that came until then. */
    readonly readUntil: (until: string) => Effect.Effect<void, Failure, CurrentActor>
    /** Removes what came long ago. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/notifications/Notifications") {
  static readonly layer = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const self = yield* makeSelf
      const maySee = yield* makeMaySee
      const seen = yield* makeSeen
      const key = yield* SigningKey

      const list = traced("Notifications.list")(function* (
        { unread }: { readonly unread?: boolean | undefined },
        params: ListParams
      ) {
        const userId = yield* self("notifications.view")
        const spaces = yield* Effect.filter(yield* store.spaces(userId), ({ spaceId }) => maySee(spaceId))
        const spaceIds = spaces.map(({ spaceId }) => spaceId)
        const page = yield* paginate(
          ["notifications", userId, unread],
          params,
          ({ createdAt, id }: NotificationRecord) => [createdAt, id],
          (slice) => store.list(userId, { unread, spaceIds }, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return {
          ...page,
          items: yield* seen(page.items),
          unread: spaces.reduce((sum, one) => sum + one.unread, 0)
        }
      })

      const update = traced("Notifications.update")(function* (id: string, { read }: { readonly read: boolean }) {
        const userId = yield* self("notifications.edit")
        const found = yield* store.get(userId, id)
        if (found === undefined || !(yield* maySee(found.spaceId))) return yield* NotFound.of("notification", id)
        // what was read stays read since then
        const readAt = read ? (found.readAt ?? (yield* now)) : null
        yield* store.setRead(userId, id, readAt)
        return (yield* seen([{ ...found, readAt }]))[0] ?? (yield* NotFound.of("notification", id))
      })

      const readUntil = traced("Notifications.readUntil")(function* (until: string) {
        const userId = yield* self("notifications.edit")
        yield* store.readUntil(userId, until, yield* now)
      })

      const sweep = Effect.flatMap(Clock.currentTimeMillis, (time) =>
        store.removeBefore(new Date(time - keptFor).toISOString())
      )

      return Notifications.of({ list, update, readUntil, sweep })
    })
  )
}

/** 180 days, in milliseconds. */
const keptFor = 180 * 86_400_000
