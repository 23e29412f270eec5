/** Where the bytes of files lie, beside the database. */
import { OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { Effect, Layer } from "effect"
import { ConfigError, type OctavoConfig, redacted } from "./config.ts"
import { type FilesPlace, filesProblem, parseFilesPlace } from "./filesPlace.ts"
import { labelOf, settings } from "./settings.ts"

/** What the settings say; throws a `ConfigError` that says what is possible. */
export const fileStoragePlace = (config: OctavoConfig): FilesPlace => {
  const { files = settings.files.fallback, s3AccessKeyId, s3SecretAccessKey } = config
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    const [given, missing] =
      s3AccessKeyId === undefined
        ? (["s3SecretAccessKey", "s3AccessKeyId"] as const)
        : (["s3AccessKeyId", "s3SecretAccessKey"] as const)
    throw new ConfigError(`${labelOf(missing)} is needed with ${labelOf(given)}: an access key has an id and a secret`)
  }
  const place = parseFilesPlace(files)
  if (place === undefined) throw new ConfigError(`${labelOf("files")} ${filesProblem(files)}`)
  return place
}

/** The storage outside of the database, where one is configured. */
export const fileStorageLayer = (config: OctavoConfig) =>
  Layer.effect(
    OutsideBlobStorage,
    Effect.gen(function* () {
      const place = yield* Effect.sync(() => fileStoragePlace(config))
      if (place.kind === "database") return undefined
      if (place.kind === "directory") {
        const { directoryStorage } = yield* Effect.promise(() => import("@octavo/blobs/directory"))
        return directoryStorage(place.path)
      }
      const { s3Storage } = yield* Effect.promise(() => import("@octavo/blobs/s3"))
      const {
        s3AccessKeyId: accessKeyId,
        s3Region: region = settings.s3Region.fallback,
        s3SecretAccessKey: secret
      } = config
      const credentials =
        accessKeyId === undefined || secret === undefined
          ? undefined
          : { accessKeyId, secretAccessKey: redacted(secret) }
      return s3Storage({ ...place, region, credentials })
    })
  )
