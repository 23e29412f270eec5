/**
 * What names files' bytes beside revisions, so that `BlobCollector` leaves them. An area that keeps a blob adds a line
 * here, and declares the column with `REFERENCES blobs(hash)`: then the database, too, refuses to lose it.
 */

/** Columns with the hash of a blob, or NULL. */
export const blobColumns: ReadonlyArray<readonly [table: string, column: string]> = [
  ["openapi_specs", "source_text"],
  ["openapi_versions", "raw"],
  ["openapi_versions", "content"],
  ["openapi_versions", "description_index"],
  ["font_faces", "blob"],
  ["site_exports", "blob"],
  ["uploads", "blob"],
  ["remote_pictures", "blob"]
]

/** Columns with text in which download addresses (`…/~files/…`) may stand. */
export const blobTexts: ReadonlyArray<readonly [table: string, column: string]> = [
  ["organizations", "logo"],
  ["site_customizations", "settings"],
  ["site_space_customizations", "settings"],
  ["spaces", "icon"],
  ["users", "photo_url"]
]
