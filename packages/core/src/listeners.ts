/**
 * Who hears what. What happens in one area is announced there, and heard here by the areas above it: in the transaction in
 * which it happens, in the order of the lists.
 */

import { Effect, Layer } from "effect"
import { EventLog } from "./connections/events/EventLog.ts"
import { Notifier } from "./connections/notifications/Notifier.ts"
import { Outbox } from "./connections/webhooks/Outbox.ts"
import { eventOfVisitor, gitSync } from "./connections/webhooks/WebhookEvent.ts"
import { Collided } from "./content/change-requests/Collided.ts"
import { CommentReacted } from "./content/comments/CommentReacted.ts"
import { ContentIndex } from "./content/content-index/ContentIndex.ts"
import { GitSynced } from "./content/git/GitSynced.ts"
import { HistoryRead } from "./content/git/HistoryRead.ts"
import { PageHistoryStore } from "./content/git/PageHistoryStore.ts"
import { RedirectsRead } from "./content/git/RedirectsRead.ts"
import { SpecificationRead } from "./content/openapi/SpecificationRead.ts"
import { picturesListener } from "./content/remote-pictures/askForPictures.ts"
import { RemotePictureStore } from "./content/remote-pictures/RemotePictureStore.ts"
import { HeadMoved } from "./content/revisions/HeadMoved.ts"
import { HeadMoving } from "./content/revisions/HeadMoving.ts"
import { primary } from "./content/revisions/Revision.ts"
import { SpaceCopied } from "./content/spaces/SpaceCopied.ts"
import { EventsNoted } from "./delivery/insights/EventsNoted.ts"
import { AutomaticRedirects } from "./delivery/redirects/AutomaticRedirects.ts"
import { Purges } from "./delivery/renderers/Purges.ts"
import { heardBy } from "./kernel/announcements/Announcement.ts"
import { Audited } from "./people/audit/Audited.ts"

const auditedLayer = heardBy(
  Audited,
  Effect.gen(function* () {
    const purges = yield* Purges
    const outbox = yield* Outbox
    const log = yield* EventLog
    const notifier = yield* Notifier
    return [purges.recorded, outbox.recorded, log.recorded, notifier.recorded]
  })
)

const headMovedLayer = heardBy(
  HeadMoved,
  Effect.gen(function* () {
    const purges = yield* Purges
    const outbox = yield* Outbox
    const index = yield* ContentIndex
    const redirects = yield* AutomaticRedirects
    const log = yield* EventLog
    const askForPictures = yield* picturesListener
    return [
      () => log.moved,
      askForPictures,
      ({ head, spaceId }) => purges.moved(spaceId, head),
      ({ head, revision }) => (head === primary ? outbox.moved(revision) : Effect.void),
      ({ diff, from, revision, spaceId }) =>
        diff === undefined ? Effect.void : index.move(spaceId, from, revision.root, diff),
      ({ diff, from, revision, spaceId }) =>
        diff === undefined ? Effect.void : redirects.follow(spaceId, from, revision.root, diff)
    ]
  })
)

const headMovingLayer = heardBy(
  HeadMoving,
  Effect.map(ContentIndex, ({ prepare }) => [({ from, spaceId, to }) => prepare(spaceId, from, to)])
)

const commentReactedLayer = heardBy(
  CommentReacted,
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const log = yield* EventLog
    return [outbox.reacted, log.reacted]
  })
)

const redirectsReadLayer = heardBy(
  RedirectsRead,
  Effect.map(AutomaticRedirects, ({ replace }) => [({ redirects, spaceId }) => replace(spaceId, redirects)])
)

const spaceCopiedLayer = heardBy(
  SpaceCopied,
  Effect.gen(function* () {
    const redirects = yield* AutomaticRedirects
    const pictures = yield* RemotePictureStore
    const histories = yield* PageHistoryStore
    return [
      ({ copyId, spaceId }) => redirects.copy(spaceId, copyId),
      ({ copyId, spaceId }) => pictures.copy(spaceId, copyId),
      ({ copyId, spaceId }) => histories.copy(spaceId, copyId)
    ]
  })
)

const collidedLayer = heardBy(
  Collided,
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const notifier = yield* Notifier
    return [outbox.collided, notifier.collided]
  })
)

const gitSyncedLayer = heardBy(
  GitSynced,
  Effect.map(Outbox, ({ tell }) => [(step) => tell([gitSync(step)])])
)

const historyReadLayer = heardBy(
  HistoryRead,
  Effect.map(Purges, ({ moved }) => [({ spaceId }) => moved(spaceId, primary)])
)

const specificationReadLayer = heardBy(
  SpecificationRead,
  Effect.map(Purges, ({ specified }) => [specified])
)

const eventsNotedLayer = heardBy(
  EventsNoted,
  Effect.map(Outbox, ({ tell }) => [(events) => tell(events.flatMap((event) => eventOfVisitor(event) ?? []))])
)

/** What people, delivery and the jobs of content announce, heard by queues alone: below all floors. */
export const queuedListeners = Layer.mergeAll(
  auditedLayer,
  collidedLayer,
  eventsNotedLayer,
  gitSyncedLayer,
  historyReadLayer,
  specificationReadLayer
).pipe(Layer.provide([Purges.layer, Outbox.layer, EventLog.layer, Notifier.layer]))

/** What content announces of itself, heard by what is made from it too: below its floor. */
export const contentListeners = Layer.mergeAll(
  commentReactedLayer,
  headMovedLayer,
  headMovingLayer,
  redirectsReadLayer,
  spaceCopiedLayer
).pipe(Layer.provide([Purges.layer, Outbox.layer, EventLog.layer, ContentIndex.layer, AutomaticRedirects.layer]))
