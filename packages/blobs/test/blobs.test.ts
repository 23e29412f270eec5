/** The suite of files' bytes over a directory and over a real S3-compatible server. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { blobsSuite } from "@octavo/conformance/blobs"
import { type BlobStorageShape, OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { migrator } from "@octavo/storage-sql"
import { SqliteClient } from "@octavo/storage-sqlite"
import { memoryDatabase } from "@octavo/storage-sqlite/testing"
import { Effect, Layer, Redacted } from "effect"
import { suiteStores } from "../../storage-sql/test/conformance-stores.ts"
import { directoryStorage } from "../src/directory.ts"
import { s3Storage } from "../src/s3.ts"

const stores = suiteStores.pipe(
  Layer.provide(Layer.effectDiscard(migrator.migrate)),
  Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase)))
)

/** A directory of its own, deleted with the scope. */
const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "octavo-files-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const outside = <E, R>(name: string, storage: Effect.Effect<BlobStorageShape, E, R>) =>
  blobsSuite({
    name,
    store: Layer.mergeAll(stores, Layer.effect(OutsideBlobStorage, storage)) as typeof stores
  })

outside("a directory", Effect.map(directory, directoryStorage))

const account = { accessKeyId: "S3RVER", secretAccessKey: Redacted.make("S3RVER") }

outside(
  "S3-compatible storage",
  Effect.gen(function* () {
    const path = yield* directory
    const server = new S3rver({
      directory: path,
      port: 0,
      silent: true,
      // the server signs the path of a bucket without its last slash; the official client does so as S3 does
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: "files", configs: [] }]
    })
    const { port } = yield* Effect.acquireRelease(
      Effect.promise(() => server.run()),
      () => Effect.promise(() => server.close())
    )
    return s3Storage({
      endpoint: `http://localhost:${port}`,
      bucket: "files",
      prefix: "octavo/",
      region: "us-east-1",
      credentials: account
    })
  })
)
