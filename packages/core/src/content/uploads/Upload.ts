/** Files that a client uploads for a later operation to take: fonts, imports, pictures of an organization. */
import { Schema } from "effect"
import type { InvalidDetail } from "../../kernel/shared/errors.ts"
import { OneOf, Text } from "../../kernel/shared/text.ts"

export const UploadKind = OneOf("StorageUploadKind", [
  "customization_font",
  "import_file",
  "organization_file",
  "content_file"
])
export type UploadKind = typeof UploadKind.Type

/** Most bytes of a file of any kind, whatever an installation allows. */
export const mostUploadBytes = 10_000_000_000

/** Body of `POST .../storage/upload`. */
export const NewUpload = Schema.Struct({
  file: Schema.Struct({
    name: Text(1, 256),
    /** A media type (RFC 6838) without parameters. */
    type: Text(1, 255).check(
      Schema.isPattern(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u, { expected: "a type like font/woff2" })
    ),
    /** In bytes; exactly so many are taken. */
    size: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(mostUploadBytes))
  }),
  kind: UploadKind,
  /** Who may edit it may upload for it; other kinds ask for a right on the organization. */
  space: Schema.optionalKey(
    Text(1, 128).annotate({ description: "Of a content_file, which needs it: the space that it is for." })
  )
}).annotate({ identifier: "NewStorageUpload" })
export type NewUpload = typeof NewUpload.Type

/** Where the client sends the bytes, with PUT, and what names them afterwards. */
export const StorageUploadUrl = Schema.Struct({
  object: Schema.Literal("storage-signed-url"),
  url: Schema.String.annotate({
    description: "Takes the bytes with one PUT within an hour; the type, where it is sent, and the size as announced."
  }),
  key: Schema.String.annotate({
    description:
      "The `storageKey` of fonts, an entry of the `files` of imports, the `storageKey` of files of content; good for a day after the upload."
  })
}).annotate({ identifier: "StorageUploadURL" })
export type StorageUploadUrl = typeof StorageUploadUrl.Type

/** Answer of the PUT. */
export interface UploadedFile {
  readonly object: "storage-file"
  readonly key: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** Of an `organization_file`: for logos and other pictures in settings, which keep it for as long as they name it. */
  readonly downloadURL?: string
}

export interface UploadRecord {
  readonly id: string
  readonly organizationId: string
  readonly kind: UploadKind
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** Whose right is asked for again when the bytes come; nobody for the operator. */
  readonly createdBy: string | null
  readonly createdAt: string
  /** Until then the bytes may come, or, when they are there, be taken. */
  readonly expiresAt: string
  /** Hash of the bytes, when they are there. */
  readonly blob: string | null
}

/** How long an upload URL is good, in milliseconds. */
export const urlLifetime = 3_600_000
/** How long uploaded bytes wait for something that takes them, in milliseconds. */
export const keyLifetime = 24 * 3_600_000

interface Rule {
  /** In bytes. */
  readonly most: number
  readonly types: ReadonlyArray<string>
}

/** Of files of content the bound is the installation's, and their type is found when content takes them. */
const rules: Readonly<Record<Exclude<UploadKind, "content_file">, Rule>> = {
  customization_font: {
    most: 5_000_000,
    types: [
      "font/woff2",
      "font/woff",
      "application/font-woff2",
      "application/font-woff",
      "application/x-font-woff",
      // what browsers say where the system does not know fonts
      "application/octet-stream"
    ]
  },
  import_file: {
    most: 100_000_000,
    types: [
      "application/zip",
      "application/x-zip-compressed",
      "text/markdown",
      "text/x-markdown",
      "text/plain",
      "text/html"
    ]
  },
  organization_file: {
    most: 10_000_000,
    types: [
      "image/png",
      "image/jpeg",
      "image/gif",
      "image/webp",
      "image/avif",
      "image/svg+xml",
      "image/x-icon",
      "application/pdf"
    ]
  }
}

/** Every place of an upload that its kind does not allow. */
export const uploadProblems = ({ file, kind, space }: NewUpload): ReadonlyArray<InvalidDetail> => {
  if (kind === "content_file")
    return space === undefined ? [{ path: "space", message: "is needed for a content_file" }] : []
  const { most, types } = rules[kind]
  return [
    ...(types.includes(file.type.toLowerCase())
      ? []
      : [{ path: "file.type", message: `must be one of ${types.join(", ")} for a ${kind}` }]),
    ...(file.size <= most
      ? []
      : [{ path: "file.size", message: `must be at most ${most} bytes for a ${kind}, is ${file.size}` }])
  ]
}

/**
 * Whether bytes are what they were announced to be. Only what is shown to readers is looked at: the others are read by
 * what takes them.
 * @param found what the bytes say they are
 */
export const isAsAnnounced = (kind: UploadKind, announced: string, found: string): boolean =>
  kind !== "organization_file" || found === announced.toLowerCase()
