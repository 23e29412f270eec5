import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Copies of pictures of other hosts that pages of spaces show, which texts name them, and up to where that is known. */
export const remotePictures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { changedParts, types, tableOptions } = yield* Dialect
  const { integer, text } = types
  yield* sql`CREATE TABLE remote_picture_scans (
    space_id ${text} NOT NULL PRIMARY KEY REFERENCES spaces(id) ON DELETE CASCADE,
    root ${text} NOT NULL,
    is_whole ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE remote_pictures (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    id ${text} NOT NULL,
    url ${text} NOT NULL,
    host ${text} NOT NULL,
    state ${text} NOT NULL,
    blob ${text} REFERENCES blobs(hash),
    content_type ${text},
    size ${integer},
    width ${integer},
    height ${integer},
    tries ${integer} NOT NULL,
    next_try_at ${text},
    tried_at ${text},
    reason ${text},
    PRIMARY KEY (space_id, id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX remote_pictures_by_blob ON remote_pictures (blob)`
  yield* sql`CREATE INDEX remote_pictures_due ON remote_pictures (space_id, next_try_at) WHERE next_try_at IS NOT NULL`
  yield* sql`CREATE TABLE remote_picture_places (
    space_id ${text} NOT NULL,
    text_name ${text} NOT NULL,
    picture_id ${text} NOT NULL,
    PRIMARY KEY (space_id, text_name, picture_id),
    FOREIGN KEY (space_id, picture_id) REFERENCES remote_pictures(space_id, id) ON DELETE CASCADE
  ) ${tableOptions}`
  yield* sql`CREATE INDEX remote_picture_places_by_picture ON remote_picture_places (space_id, picture_id)`
  // pages of the space are drawn anew when there is something else to draw
  yield* changedParts.track("remote_pictures", { part: "space_id", columns: ["state", "blob"] })
})
