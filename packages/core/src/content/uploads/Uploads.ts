/**
 * Uploads: a URL that one client may send the bytes of one announced file to, once, within an hour. The URL is signed
 * and needs no token; the right of who asked for it is looked at again when the bytes come.
 */
import { currentId } from "@octavo/document"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { downloadUrl } from "../revisions/downloads.ts"
import { fileSizeProblem, fileTooLarge, MaxFileBytes, makeRoomProblem } from "../revisions/fileSize.ts"
import { mediaHeadBytes, readMedia } from "../revisions/media.ts"
import { UploadedFiles } from "../revisions/UploadedFiles.ts"
import {
  isAsAnnounced,
  keyLifetime,
  type NewUpload,
  type StorageUploadUrl,
  type UploadedFile,
  type UploadRecord,
  uploadProblems,
  urlLifetime
} from "./Upload.ts"
import { UploadStore } from "./UploadStore.ts"

/** Bytes that an upload URL does not take. */
export class UploadRefused extends Schema.TaggedError<UploadRefused>()("UploadRefused", {
  reason: Schema.Literals(["expired", "used", "too-large", "too-small", "wrong-type"]),
  message: Schema.String
}) {}

export class Uploads extends Context.Service<
  Uploads,
  {
    /** Announces a file; gives the URL that takes its bytes. */
    readonly create: (
      organizationId: string,
      input: NewUpload
    ) => Effect.Effect<StorageUploadUrl, Forbidden | NotFound | StorageError | Invalid, CurrentActor>
    /**
     * Takes the bytes that a URL was made for.
     * @param signed the part of the URL that is signed
     * @param announced type and size that the request tells, where it does
     */
    readonly receive: <E>(
      signed: string,
      announced: { readonly type?: string | undefined; readonly size?: number | undefined },
      bytes: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<UploadedFile, UploadRefused | NotFound | StorageError | E>
    /** The upload of a key whose bytes are there and may still be taken. Asks for no right: the organization's does. */
    readonly find: (
      organizationId: string,
      key: string
    ) => Effect.Effect<(UploadRecord & { readonly blob: string }) | undefined, StorageError>
    /** Forgets what nobody uploaded, or took, in time; its bytes lose that name. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/uploads/Uploads") {
  static readonly layer = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const store = yield* UploadStore
      const access = yield* Access
      const blobs = yield* Blobs
      const instance = yield* Instance
      const key = yield* SigningKey

      const roomProblem = yield* makeRoomProblem
      const maxFileBytes = yield* MaxFileBytes

      /** @param space that a file is for; what is for no space asks for a right on the organization */
      const mayUpload = Effect.fnUntraced(function* (organizationId: string, space: string | undefined) {
        if (space === undefined) return yield* Effect.asVoid(access.organization(organizationId, "storage.upload"))
        const found = yield* access.space(space, "content.upload")
        if (found.organizationId !== organizationId) return yield* NotFound.of("space", space)
      })

      const create = traced("Uploads.create")(function* (organizationId: string, input: NewUpload) {
        const details = uploadProblems(input)
        const { file, kind } = input
        const space = kind === "content_file" ? input.space : undefined
        yield* mayUpload(organizationId, space)
        const [first] = details
        if (first !== undefined) return yield* new Invalid({ message: `${first.path} ${first.message}`, details })
        const tooLarge = space === undefined ? undefined : fileSizeProblem(file.size, maxFileBytes)
        const problem = tooLarge ?? (yield* roomProblem(file.size))
        if (problem !== undefined) return yield* fileTooLarge("file.size", problem)
        const actor = yield* CurrentActor
        const createdAt = yield* now
        const id = makeId()
        yield* store.insert({
          id,
          organizationId,
          kind,
          name: file.name,
          contentType: file.type.toLowerCase(),
          size: file.size,
          createdBy: actor.kind === "user" ? actor.userId : null,
          createdAt,
          expiresAt: later(createdAt, urlLifetime),
          blob: null
        })
        return {
          object: "storage-signed-url" as const,
          url: `${instance.publicUrl}/~uploads/${signValue(key, purpose, space === undefined ? [id] : [id, space])}`,
          key: keyOf(id)
        }
      })

      /** The upload of a URL, for as long as who asked for it may upload. */
      const open = Effect.fnUntraced(function* (signed: string) {
        const absent = new NotFound({ message: "No upload was asked for with this URL" })
        const value = verifyValue(key, purpose, signed)
        const [id, space] = Array.isArray(value) ? value.map(String) : []
        const upload = id === undefined ? undefined : yield* store.get(id)
        if (upload === undefined) return yield* absent
        if (upload.createdBy !== null) {
          yield* mayUpload(upload.organizationId, space).pipe(
            Effect.provideService(CurrentActor, {
              kind: "user",
              userId: upload.createdBy,
              tokenId: null,
              scopes: null
            }),
            Effect.catchTags({ NotFound: () => Effect.fail(absent), Forbidden: () => Effect.fail(absent) })
          )
        }
        if (upload.blob !== null) return yield* refused("used", "This URL was used already; ask for another one")
        if (upload.expiresAt <= (yield* now)) {
          return yield* refused("expired", "This URL is older than an hour; ask for another one")
        }
        return upload
      })

      const receive = traced("Uploads.receive")(function* <E>(
        signed: string,
        announced: { readonly type?: string | undefined; readonly size?: number | undefined },
        bytes: Stream.Stream<Uint8Array, E>
      ) {
        const upload = yield* open(signed)
        const tooLarge = refused("too-large", `The file is larger than the ${upload.size} bytes that were announced`)
        const type = announced.type?.split(";")[0]?.trim().toLowerCase()
        if (type !== undefined && type !== upload.contentType) {
          return yield* refused("wrong-type", `This URL takes ${upload.contentType}, not ${type.slice(0, 100)}`)
        }
        if (announced.size !== undefined && announced.size > upload.size) return yield* tooLarge
        const noRoom = yield* roomProblem(upload.size)
        if (noRoom !== undefined) return yield* refused("too-large", `${upload.name} ${noRoom}`)
        const head = new Uint8Array(Math.min(upload.size, mediaHeadBytes))
        let size = 0
        const stored = yield* blobs.put(
          Stream.mapEffect(bytes, (piece) => {
            if (size < head.length) head.set(piece.subarray(0, head.length - size), size)
            size += piece.length
            return size > upload.size ? tooLarge : Effect.succeed(piece)
          })
        )
        if (stored.size < upload.size) {
          return yield* refused("too-small", `The file has ${stored.size} bytes, and ${upload.size} were announced`)
        }
        const { contentType } = yield* readMedia(upload.name, head)
        if (!isAsAnnounced(upload.kind, upload.contentType, contentType)) {
          return yield* refused("wrong-type", `The file is ${contentType}, and ${upload.contentType} was announced`)
        }
        if (!(yield* store.fill(upload.id, stored.hash, later(yield* now, keyLifetime)))) {
          return yield* refused("used", "This URL was used already; ask for another one")
        }
        const { id, name } = upload
        const owner = { organization: upload.organizationId }
        const file = { name, blob: stored.hash, contentType }
        return {
          object: "storage-file" as const,
          key: keyOf(id),
          name,
          type: upload.contentType,
          size: stored.size,
          ...(upload.kind === "organization_file" ? { downloadURL: downloadUrl({ instance, key, owner }, file) } : {})
        }
      })

      const find = (organizationId: string, storageKey: string) => findIn(store, organizationId, storageKey)

      return Uploads.of({ create, receive, find, sweep: Effect.flatMap(now, store.removeExpired) })
    })
  )
}

/** Uploads as content takes them: each is its uploader's alone, since its key is the id of a file that others see. */
export const uploadedFilesLayer = Layer.effect(
  UploadedFiles,
  Effect.gen(function* () {
    const store = yield* UploadStore
    return UploadedFiles.of({
      take: traced("UploadedFiles.take")(function* (organizationId, storageKey) {
        const upload = yield* findIn(store, organizationId, storageKey)
        const actor = yield* CurrentActor
        if (upload === undefined || upload.createdBy !== (actor.kind === "user" ? actor.userId : null)) {
          return { problem: "names no uploaded file of yours in this organization; upload it (again) first" }
        }
        const { blob, contentType, id, kind, size } = upload
        if (kind !== "content_file")
          return { problem: `names a file that was uploaded as ${kind}, not as content_file` }
        return { id, contentType, size, blob }
      })
    })
  })
)

/** The upload of a key whose bytes are there and may still be taken. */
const findIn = Effect.fnUntraced(function* (store: UploadStore["Service"], organizationId: string, storageKey: string) {
  const id = storageKey.startsWith(keyPrefix) ? currentId(storageKey.slice(keyPrefix.length)) : undefined
  const upload = id === undefined ? undefined : yield* store.get(id)
  if (upload?.organizationId !== organizationId || upload.blob === null) return undefined
  return upload.expiresAt <= (yield* now) ? undefined : { ...upload, blob: upload.blob }
})

const purpose = "upload"
const keyPrefix = "uploads/"
const keyOf = (id: string): string => `${keyPrefix}${id}`

const later = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString()

const refused = (reason: UploadRefused["reason"], message: string) =>
  Effect.fail(new UploadRefused({ reason, message }))
