/** Where the bytes of files lie, beside the database. */
import { resolve } from "node:path"
import { OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { Effect, Layer, Redacted } from "effect"
import { ConfigError, type OctavoConfig } from "./config.ts"

type Place =
  | { readonly kind: "database" }
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "s3"; readonly endpoint: string; readonly bucket: string; readonly prefix: string }

/** What the settings say; throws a `ConfigError` that says what is possible. */
export const fileStoragePlace = ({ files = "database", s3AccessKeyId, s3SecretAccessKey }: OctavoConfig): Place => {
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    throw new ConfigError("An access key of S3-compatible storage needs both its id and its secret")
  }
  if (files === "database") return { kind: "database" }
  if (/^directory:./.test(files)) return { kind: "directory", path: resolve(files.slice("directory:".length)) }
  const url = /^s3:https?:/.test(files) ? URL.parse(files.slice("s3:".length)) : null
  const [bucket = "", ...prefix] = url?.pathname.split("/").filter((part) => part !== "") ?? []
  if (url === null || bucket === "" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new ConfigError(
      `The place of files ${JSON.stringify(files.replace(/\/\/[^@/]*@/, "//***@"))} must be database, directory:./path or s3:https://HOST/BUCKET[/PREFIX]`
    )
  }
  return { kind: "s3", endpoint: url.origin, bucket, prefix: prefix.map((part) => `${part}/`).join("") }
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
      const { s3AccessKeyId: accessKeyId, s3Region: region = "us-east-1", s3SecretAccessKey: secret } = config
      const credentials =
        accessKeyId === undefined || secret === undefined
          ? undefined
          : { accessKeyId, secretAccessKey: Redacted.make(secret) }
      return s3Storage({ ...place, region, credentials })
    })
  )
