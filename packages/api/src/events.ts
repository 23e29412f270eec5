import { eventData, Listening } from "@octavo/core/connections/events/SpaceEvent"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id } from "./shared.ts"

const query = Listening.fields

const event = <const Name extends keyof typeof eventData>(name: Name) =>
  Schema.Struct({
    id: Schema.optionalKey(Schema.String),
    event: Schema.Literal(name),
    data: Schema.fromJsonString<(typeof eventData)[Name]>(eventData[name])
  })

/** Events of the stream. */
const SpaceEvent = Schema.Union([
  event("head"),
  event("comment"),
  event("review"),
  event("change-request"),
  event("presence")
]).annotate({ identifier: "SpaceEvent" })

const stream = HttpApiSchema.StreamSse({ events: SpaceEvent })

const lasting =
  "Server-sent events (`text/event-stream`), for as long as the connection lasts. The first are `head`, with the present " +
  "revision, and `presence`, with everybody who listens to the same: so a client that connects again reads anew what it " +
  "shows, and has missed nothing. Events name what changed; what it is now is read with the other operations. A stream " +
  "ends when the caller may not read any more, does not read what is sent, or the server stops."

/** What happens meanwhile. */
export const EventsGroup = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("streamSpaceEvents", "/spaces/:spaceId/events", {
      params: { spaceId: Id },
      query,
      success: stream,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Listen to a space",
        description: `${lasting} Told are the space's own content and comments, and its change requests and reviews.`
      })
    ),
    HttpApiEndpoint.get("streamChangeRequestEvents", "/spaces/:spaceId/change-requests/:changeRequestId/events", {
      params: { spaceId: Id, changeRequestId: Id },
      query,
      success: stream,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Listen to a change request",
        description: `${lasting} Told are the draft, the change request itself, its comments and its reviews.`
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Events",
      description: "What others do in a space or a change request while it is open, and who is here."
    })
  )
