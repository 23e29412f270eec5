/**
 * Files' bytes in a bucket of S3-compatible storage. A small file is one request; a larger one goes up in parts as it
 * comes, so that a file of any size takes the memory of one part. What is broken off is given up at the storage, too.
 */
import type { BlobStorageShape } from "@octavo/core/content/revisions/BlobStorage"
import { ObjectMissing } from "@octavo/core/content/revisions/model/Objects"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { makeHasher } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect, Exit, Option, Redacted, Stream } from "effect"
import { failed } from "./errors.ts"

export interface S3Config {
  /** `https://host` of the storage, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  /** What keys begin with; empty, or ending with `/`. */
  readonly prefix: string
  readonly region: string
  /** Without them, the client looks where the official tools do: variables, files, the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | undefined
}

/** Bytes of a part; storage takes none below 5 MB but the last one. */
const partBytes = 8 * 1024 * 1024

export const s3Storage = (config: S3Config): BlobStorageShape => {
  const { bucket: Bucket, prefix } = config
  // a server that never touches a file has no library for it in memory
  let opened: ReturnType<typeof open> | undefined
  const library = () => {
    opened ??= open(config)
    return opened
  }
  const attempt = <A>(
    operation: string,
    run: (library: Awaited<ReturnType<typeof open>>, signal: AbortSignal) => Promise<A>
  ) => Effect.tryPromise({ try: async (signal) => run(await library(), signal), catch: failed(operation) })

  const put = (key: string, body: Uint8Array) =>
    attempt("files.write", ({ client, s3 }, abortSignal) =>
      client.send(new s3.PutObjectCommand({ Bucket, Key: prefix + key, Body: body }), { abortSignal })
    )

  /** An upload in parts: given up when the scope ends otherwise than well. */
  const multipart = (key: string) =>
    Effect.acquireRelease(
      attempt("files.write", async ({ client, s3 }) => {
        const begun = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: prefix + key }))
        return { Bucket, Key: prefix + key, UploadId: begun.UploadId! }
      }),
      (upload, exit) =>
        Exit.isSuccess(exit)
          ? Effect.void
          : Effect.ignore(
              attempt("files.write", ({ client, s3 }) => client.send(new s3.AbortMultipartUploadCommand(upload)))
            )
    )

  return {
    write: (bytes, note) =>
      Effect.scoped(
        Effect.gen(function* () {
          const key = makeId()
          const hasher = makeHasher()
          let size = 0
          const buffer = new Uint8Array(partBytes)
          let filled = 0
          const parts: Array<{ PartNumber: number; ETag: string | undefined }> = []
          let upload: Effect.Success<ReturnType<typeof multipart>> | undefined
          const sendPart = Effect.gen(function* () {
            upload ??= yield* multipart(key)
            const part = { ...upload, PartNumber: parts.length + 1, Body: buffer.subarray(0, filled) }
            const { ETag } = yield* attempt("files.write", ({ client, s3 }, abortSignal) =>
              client.send(new s3.UploadPartCommand(part), { abortSignal })
            )
            parts.push({ PartNumber: part.PartNumber, ETag })
            filled = 0
          })
          yield* Stream.runForEach(bytes, (piece) =>
            Effect.gen(function* () {
              hasher.update(piece)
              size += piece.length
              for (let start = 0; start < piece.length; ) {
                if (filled === partBytes) yield* sendPart
                const some = piece.subarray(start, start + partBytes - filled)
                buffer.set(some, filled)
                filled += some.length
                start += some.length
              }
            })
          )
          if (upload === undefined) yield* put(key, buffer.subarray(0, filled))
          else {
            if (filled > 0) yield* sendPart
            const whole = { ...upload, MultipartUpload: { Parts: parts } }
            yield* attempt("files.write", ({ client, s3 }, abortSignal) =>
              client.send(new s3.CompleteMultipartUploadCommand(whole), { abortSignal })
            )
          }
          const stored = { key, hash: hasher.digest(), size }
          yield* note(stored)
          return stored
        })
      ),
    read: (key, { end, start }) =>
      Stream.unwrap(
        Effect.map(
          Effect.tryPromise({
            try: async (abortSignal) => {
              const { client, s3 } = await library()
              const Range = `bytes=${start}-${end - 1}`
              const { Body, ContentRange } = await client.send(
                new s3.GetObjectCommand({ Bucket, Key: prefix + key, Range }),
                {
                  abortSignal
                }
              )
              // some storage answers with the whole
              return { body: Body!.transformToWebStream(), skip: ContentRange === undefined ? start : 0 }
            },
            catch: (cause) =>
              (cause as Error).name === "NoSuchKey" ? new ObjectMissing({ hash: key }) : failed("files.read")(cause)
          }),
          ({ body, skip }) =>
            Stream.fromReadableStream({ evaluate: () => body, onError: failed("files.read") }).pipe(
              part(skip, end - start)
            )
        )
      ),
    remove: (keys) =>
      Effect.forEach(
        keys,
        (key) =>
          attempt("files.remove", ({ client, s3 }) =>
            client.send(new s3.DeleteObjectCommand({ Bucket, Key: prefix + key }))
          ),
        { concurrency: 8, discard: true }
      ),
    before: (at) =>
      Stream.paginate<string | undefined, ReadonlyArray<string>, ReturnType<ReturnType<typeof failed>>>(
        undefined,
        (ContinuationToken) =>
          Effect.map(
            attempt("files.before", ({ client, s3 }) =>
              client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
            ),
            ({ Contents = [], NextContinuationToken }) => {
              const time = Date.parse(at)
              const old = Contents.filter(
                ({ LastModified }) => LastModified !== undefined && LastModified.getTime() < time
              )
              return [
                [old.map(({ Key }) => Key!.slice(prefix.length))],
                Option.fromUndefinedOr(NextContinuationToken)
              ] as const
            }
          )
      )
  }
}

/** So many of the bytes of a stream, after some that are left out. */
const part =
  (skip: number, length: number) =>
  <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E> =>
    Stream.suspend(() => {
      let before = skip
      let left = length
      return bytes.pipe(
        Stream.map((piece) => {
          const from = Math.min(before, piece.length)
          const some = piece.subarray(from, from + left)
          before -= from
          left -= some.length
          return some
        }),
        Stream.takeUntil(() => left === 0)
      )
    })

const open = async ({ credentials, endpoint, region }: S3Config) => {
  const s3 = await import("@aws-sdk/client-s3")
  const client = new s3.S3Client({
    endpoint,
    region,
    // the bucket in the path, which every storage knows
    forcePathStyle: true,
    // checksums of its own are newer than many a storage
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...ifDefined(credentials, ({ accessKeyId, secretAccessKey }) => ({
      credentials: { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
    }))
  })
  return { s3, client }
}
