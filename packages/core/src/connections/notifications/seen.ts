/** Who asks for notifications, and what of them a person may see at this moment. */
import { Effect } from "effect"
import { ReviewStore } from "../../content/reviews/ReviewStore.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Forbidden } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { Access } from "../../people/permissions/Access.ts"
import { type NotificationRecord, toNotification } from "./Notification.ts"

/** The id of the caller, who is a person. */
export const makeSelf = Effect.map(Access, (access) =>
  Effect.fnUntraced(function* (action: "notifications.view" | "notifications.edit") {
    const actor = yield* CurrentActor
    yield* access.scope(action)
    if (actor.kind !== "user") return yield* new Forbidden({ message: "This needs the token of a person" })
    return actor.userId
  })
)

/** Whether the caller may see what happens in a space. */
export const makeMaySee = Effect.map(Access, (access) => (spaceId: string) => {
  const hidden = () => Effect.succeed(false)
  return access
    .space(spaceId, "change-request.view")
    .pipe(Effect.as(true), Effect.catchTags({ NotFound: hidden, Forbidden: hidden }))
})

/** Those of the notifications that the caller may see, as the API shows them. */
export const makeSeen = Effect.gen(function* () {
  const people = yield* ReviewStore
  const instance = yield* Instance
  const maySee = yield* makeMaySee
  return Effect.fnUntraced(function* (records: ReadonlyArray<NotificationRecord>) {
    const spaces = new Map<string, boolean>()
    for (const { spaceId } of records) if (!spaces.has(spaceId)) spaces.set(spaceId, yield* maySee(spaceId))
    const actors = yield* people.people([...new Set(records.flatMap(({ actorId }) => actorId ?? []))])
    return records
      .filter(({ spaceId }) => spaces.get(spaceId))
      .map((one) => toNotification(instance, one, one.actorId === null ? undefined : actors.get(one.actorId)))
  })
})
